#include "compiler/syntax/build_member.h"
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
    item->written == nullptr ? AddReserved(build, item, rules, lines) : AddField(build, item, rules, lines);
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
