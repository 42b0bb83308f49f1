#include <llvm/ADT/STLExtras.h>
#include <llvm/Support/Casting.h>

#include "compiler/format/lists.h"
#include "compiler/format/write.h"

namespace meshc::format {
namespace {

using syntax::Expression;
using syntax::Setting;

void WriteSettings(Writer& writer, llvm::ArrayRef<Setting> settings, Break how);

bool IsDigit(char byte) { return byte >= '0' && byte <= '9'; }

bool IsSign(std::string_view word) {
  return word == ".." || word == "." || word == ":" || word == "," || word == "-";
}

/// True if the words stand side by side: `0..5`, `9:1`, `a.b`, `a: b`, `a, b`. Never two signs, nor
/// a point and a number, which would read as one token.
bool AreJoined(std::string_view before, std::string_view after) {
  if (IsSign(before) && IsSign(after)) return false;
  if (after == "." || before == ".") return !IsDigit(before.back()) && !IsDigit(after.front());
  if (IsSign(after)) return after != "-";
  return before == ".." || before == "-" || (before == ":" && IsDigit(after.front()));
}

void WriteWords(Writer& writer, llvm::ArrayRef<const Expression*> words) {
  std::string_view before;
  for (const Expression* word : words) {
    const std::string_view text = writer.Peek(word->range.end);
    if (!before.empty() && !AreJoined(before, text)) writer.Blank();
    writer.Leaf(word->range.end);
    before = text;
  }
}

bool IsLanes(const Setting& setting) {
  const auto* word = llvm::dyn_cast<syntax::NameExpression>(setting.words.front());
  return setting.has_block && setting.words.size() == 1 && word != nullptr && word->name.text == "lanes";
}

void WriteLanes(Writer& writer, const Setting& setting) {
  WriteList(writer, "{", "}", Break::kBlank, setting.block,
            [&](const Setting& lane) { WriteWords(writer, lane.words); });
  if (!setting.tail.empty()) writer.Blank();
  WriteWords(writer, setting.tail);
  writer.Attach(";");
}

void WriteSetting(Writer& writer, const Setting& setting) {
  WriteWords(writer, setting.words);
  if (!setting.has_block) return writer.Attach(";");
  writer.Blank();
  if (IsLanes(setting)) return WriteLanes(writer, setting);
  constexpr std::size_t kFew = 3;
  const bool few = setting.block.size() <= kFew &&
                   llvm::none_of(setting.block, [](const Setting& inner) { return inner.has_block; });
  WriteSettings(writer, setting.block, few ? Break::kBlank : Break::kAlways);
}

void WriteSettings(Writer& writer, llvm::ArrayRef<Setting> settings, Break how) {
  WriteBlockOf(writer, how, [&](auto next_item) {
    for (const Setting& setting : settings) {
      next_item();
      WriteSetting(writer, setting);
    }
  });
}

}  // namespace

void WriteFlavor(Writer& writer, const syntax::FlavorDeclaration& flavor) {
  writer.Word("flavor");
  writer.Blank();
  WriteName(writer, flavor.name);
  writer.Blank();
  WriteSettings(writer, flavor.settings, Break::kAlways);
}

void WriteDeploy(Writer& writer, const syntax::DeployDeclaration& deploy) {
  writer.Word("deploy");
  writer.Blank();
  WriteName(writer, deploy.name);
  writer.NextWord("for");
  writer.Blank();
  WriteDottedName(writer, deploy.mesh_range.end);
  writer.Blank();
  WriteSettings(writer, deploy.settings, Break::kAlways);
}

}  // namespace meshc::format
