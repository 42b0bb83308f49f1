#include "compiler/syntax/build.h"

namespace meshc::syntax {
namespace {

const Expression* BuildWord(Build& build, FlowParser::SettingWordContext* tree) {
  if (tree->literal != nullptr) return BuildLiteral(build, tree->literal, nullptr);
  auto* word = build.NewWithId<NameExpression>(build.RangeOf(tree));
  word->name.range = word->range;
  word->name.text = build.TextOf(word->range);
  return word;
}

llvm::ArrayRef<const Expression*> BuildWords(Build& build,
                                             const std::vector<FlowParser::SettingWordContext*>& trees) {
  llvm::SmallVector<const Expression*, 8> words;
  for (auto* tree : trees) {
    if (!IsBroken(tree)) words.push_back(BuildWord(build, tree));
  }
  return build.Keep(words);
}

llvm::ArrayRef<const Expression*> OneWord(Build& build, SourceRange range) {
  auto* word = build.NewWithId<NameExpression>(range);
  word->name.range = range;
  word->name.text = build.TextOf(range);
  llvm::SmallVector<const Expression*, 1> words{word};
  return build.Keep(words);
}

// `lanes { a, b } policy ...;`: a block of one-word settings.
void FillLanes(Build& build, FlowParser::SettingContext* tree, Setting& setting) {
  setting.words = OneWord(build, build.RangeOf(tree->start));
  setting.has_block = true;
  llvm::SmallVector<Setting, 4> lanes;
  for (auto* lane : tree->lanes) {
    Setting& entry = lanes.emplace_back();
    entry.range = build.RangeOf(lane);
    entry.words = OneWord(build, entry.range);
  }
  setting.block = build.Keep(lanes);
  setting.tail = BuildWords(build, tree->tail);
}

llvm::ArrayRef<Setting> BuildSettings(Build& build, FlowParser::SettingBlockContext* tree) {
  llvm::SmallVector<Setting, 16> settings;
  if (tree == nullptr) return {};
  for (auto* item : tree->items) {
    if (IsBroken(item) || item->start->getType() == FlowParser::SEMICOLON) continue;
    Setting setting;
    setting.range = build.RangeOf(item);
    if (item->words.empty()) {
      FillLanes(build, item, setting);
    } else {
      setting.words = BuildWords(build, item->words);
      setting.has_block = item->body != nullptr;
      setting.block = BuildSettings(build, item->body);
    }
    // Recovery may have left nothing of it.
    if (!setting.words.empty()) settings.push_back(setting);
  }
  return build.Keep(settings);
}

}  // namespace

Declaration* BuildFlavor(Build& build, FlowParser::FlavorDeclarationContext* tree) {
  auto* flavor = build.New<FlavorDeclaration>();
  flavor->name = BuildName(build, tree->id);
  flavor->settings = BuildSettings(build, tree->body);
  return flavor;
}

Declaration* BuildDeploy(Build& build, FlowParser::DeployDeclarationContext* tree) {
  auto* deploy = build.New<DeployDeclaration>();
  deploy->name = BuildName(build, tree->id);
  deploy->mesh = BuildDottedName(build, tree->path, deploy->mesh_range);
  deploy->settings = BuildSettings(build, tree->body);
  return deploy;
}

}  // namespace meshc::syntax
