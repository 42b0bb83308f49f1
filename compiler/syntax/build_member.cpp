#include "compiler/syntax/build_member.h"

#include <llvm/ADT/Twine.h>

#include "compiler/diagnostics/diagnostics_1_syntax.h"

namespace meshc::syntax {
namespace {

using diagnostics::Reason;
namespace diag = diagnostics::diag;

bool ReadMode(llvm::StringRef word, ModeWord& mode) {
  if (word == "in") {
    mode = ModeWord::kIn;
  } else if (word == "out") {
    mode = ModeWord::kOut;
  } else if (word == "var") {
    mode = ModeWord::kVar;
  } else if (word == "log") {
    mode = ModeWord::kLog;
  } else {
    return false;
  }
  return true;
}

llvm::ArrayRef<Mode> BuildModes(Build& build, FlowParser::MemberContext* tree, MemberRules rules) {
  llvm::SmallVector<Mode, 4> modes;
  for (std::size_t i = 0; i + 1 < tree->words.size(); ++i) {
    const Identifier word = BuildName(build, tree->words[i]);
    Mode mode;
    mode.range = word.range;
    if (!rules.modes) {
      build.reporter
          .Report(diag::UnknownWord, word.range, Reason{"`:` after the name"},
                  diagnostics::Lexeme{word.text.str()})
          .AddHelp("a member is written `name: type;`; only the fields of an envelope have modes");
      return {};
    }
    if (ReadMode(word.text, mode.word)) {
      modes.push_back(mode);
    } else {
      ReportUnknownWord(build, word, "`in`, `out`, `var` or `log` before the name of a field");
    }
  }
  return build.Keep(modes);
}

void AddField(Build& build, FlowParser::MemberContext* tree, MemberRules rules, MemberLines& lines) {
  FieldDeclaration& field = lines.fields.emplace_back();
  field.range = build.RangeOf(tree);
  field.leading = BuildLeading(build, tree->annotations, tree);
  field.modes = BuildModes(build, tree, rules);
  field.name = BuildName(build, tree->words.back());
  field.type = BuildType(build, tree->written);
  if (tree->value != nullptr) field.default_value = BuildExpression(build, tree->value);
}

bool IsBuiltinType(llvm::StringRef name) {
  return name == "bool" || name == "int" || name == "float" || name == "string" || name == "bytes" ||
         name == "timestamp" || name == "duration" || name == "json";
}

/// `string text;` or `text string;` behind the modes, if there are any.
bool IsTypedByOrder(Build& build, FlowParser::MemberContext* tree, MemberRules rules) {
  if (tree->words.size() < 2 || !tree->others.empty() || tree->value != nullptr) return false;
  ModeWord mode{};
  const std::size_t modes = tree->words.size() - 2;
  for (std::size_t i = 0; i < modes; ++i) {
    if (!rules.modes || !ReadMode(BuildName(build, tree->words[i]).text, mode)) return false;
  }
  const llvm::StringRef first = BuildName(build, tree->words[modes]).text;
  return first != "reserved" && !(rules.modes && ReadMode(first, mode));
}

/// The line is reported, and read as it was meant.
void AddFieldByOrder(Build& build, FlowParser::MemberContext* tree, MemberRules rules, MemberLines& lines) {
  auto* first = tree->words[tree->words.size() - 2];
  auto* second = tree->words.back();
  const bool name_first =
      IsBuiltinType(BuildName(build, second).text) && !IsBuiltinType(BuildName(build, first).text);
  auto* name = name_first ? first : second;
  auto* written = name_first ? second : first;
  FieldDeclaration& field = lines.fields.emplace_back();
  field.range = build.RangeOf(tree);
  field.leading = BuildLeading(build, tree->annotations, tree);
  llvm::SmallVector<Mode, 4> modes;
  for (std::size_t i = 0; rules.modes && i + 2 < tree->words.size(); ++i) {
    const Identifier word = BuildName(build, tree->words[i]);
    Mode& mode = modes.emplace_back();
    mode.range = word.range;
    ReadMode(word.text, mode.word);
  }
  field.modes = build.Keep(modes);
  field.name = BuildName(build, name);
  auto* type = build.New<TypeExpression>();
  type->range = build.RangeOf(written);
  type->kind = TypeExpressionKind::kName;
  type->name.range = type->range;
  type->name.name = BuildName(build, written);
  field.type = type;
  const SourceRange range{type->range.file, build.RangeOf(first).begin, build.RangeOf(second).end};
  const std::string meant = (llvm::Twine(field.name.text) + ": " + type->name.name.text).str();
  build.reporter
      .Report(diag::ForeignSpelling, range, diagnostics::Lexeme{build.TextOf(range).str()},
              diagnostics::Lexeme{meant})
      .AddFix("write `" + meant + "`", {{range, meant}}, diagnostics::Applicability::kMachine);
}

void AddReserved(Build& build, FlowParser::MemberContext* tree, MemberRules rules, MemberLines& lines) {
  const Identifier word = BuildName(build, tree->words.front());
  if (!rules.reserved && word.text == "reserved" && tree->words.size() > 1) {
    build.reporter
        .Report(diag::UnknownWord, word.range, Reason{"`name: type;`"}, diagnostics::Lexeme{"reserved"})
        .AddHelp("only records and envelopes have `reserved` names");
    return;
  }
  if (!rules.reserved || word.text != "reserved" || tree->words.size() != 2) {
    const SourceRange last = build.RangeOf(tree->words.back());
    build.reporter.Report(diag::MissingType, last, diagnostics::Name{build.TextOf(last).str()})
        .AddHelp("a line is written `name: type;`");
    return;
  }
  RefuseAnnotations(build, BuildAnnotations(build, tree->annotations), "a `reserved` line");
  lines.reserved.push_back(BuildName(build, tree->words[1]));
  for (auto* other : tree->others) lines.reserved.push_back(BuildName(build, other));
}

}  // namespace

MemberLines BuildMemberLines(Build& build, FlowParser::MemberBlockContext* tree, MemberRules rules) {
  MemberLines lines;
  if (tree == nullptr) return lines;
  for (auto* item : tree->items) {
    if (IsBroken(item) || item->words.empty()) continue;
    if (item->written != nullptr)
      AddField(build, item, rules, lines);
    else if (IsTypedByOrder(build, item, rules))
      AddFieldByOrder(build, item, rules, lines);
    else
      AddReserved(build, item, rules, lines);
  }
  return lines;
}

llvm::ArrayRef<MemberDeclaration> KeepMembers(Build& build, const MemberLines& lines) {
  llvm::SmallVector<MemberDeclaration, 16> members;
  for (const FieldDeclaration& field : lines.fields) {
    MemberDeclaration& member = members.emplace_back();
    member.range = field.range;
    member.leading = field.leading;
    member.name = field.name;
    member.type = field.type;
    member.default_value = field.default_value;
  }
  return build.Keep(members);
}

}  // namespace meshc::syntax
