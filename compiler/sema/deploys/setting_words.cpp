#include "compiler/sema/deploys/setting_words.h"

#include <fmt/format.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Casting.h>

#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/names/suggest.h"

namespace meshc::sema {

using syntax::Expression;
using syntax::LiteralExpression;
using syntax::LiteralKind;

namespace {

constexpr std::string_view kEnd = "the end of the setting";

std::string Quoted(std::string_view text) { return fmt::format("`{}`", text); }

/// False for signs: `..`, `:`.
bool IsWord(llvm::StringRef text) { return text.front() == '_' || llvm::isAlpha(text.front()); }

/// "`a`, `b` or `c`"
std::string AnyOf(llvm::ArrayRef<std::string_view> choices) {
  std::string text;
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (i > 0) text += i + 1 == choices.size() ? " or " : ", ";
    text += Quoted(choices[i]);
  }
  return text;
}

}  // namespace

SettingWords::SettingWords(const SettingScope& scope, const syntax::Setting& setting,
                           std::string_view example)
    : scope_(scope), setting_(setting), words_(setting.words), example_(example), at_(1) {
  subject_ = name();
}

SettingWords::SettingWords(const SettingWords& words, llvm::ArrayRef<const Expression*> tail)
    : scope_(words.scope_),
      setting_(words.setting_),
      words_(tail),
      example_(words.example_),
      subject_(words.subject_),
      block_taken_(true) {}

SettingWords SettingWords::Tail() const { return {*this, setting_.tail}; }

std::string_view SettingWords::name() const {
  return scope_.context.sources.Text(setting_.words.front()->range);
}

SourceRange SettingWords::range() const {
  return words_.empty() ? setting_.range : source::Cover(words_.front()->range, words_.back()->range);
}

const Expression* SettingWords::Next() const {
  return failed_ || at_ >= words_.size() ? nullptr : words_[at_];
}

const syntax::Identifier* SettingWords::NextWord() const {
  const auto* word = llvm::dyn_cast_or_null<syntax::NameExpression>(Next());
  return word == nullptr ? nullptr : &word->name;
}

void SettingWords::Fail(std::string_view expected, llvm::ArrayRef<std::string_view> choices) {
  if (failed_) return;
  const Expression* next = Next();
  const syntax::Identifier* word = NextWord();
  failed_ = true;
  if (next == nullptr && scope_.recovered) return;
  const SourceRange range = next != nullptr ? next->range : this->range();
  auto report = scope_.context.diagnostics.Report(
      diag::SettingValue, range, Word{subject_}, Reason{std::string(expected)},
      Reason{next == nullptr ? std::string(kEnd) : Quoted(scope_.context.sources.Text(range))});
  if (word != nullptr && !choices.empty())
    Suggest(scope_.context, report, *word, {choices.begin(), choices.end()});
  report.AddHelp("write it like " + Quoted(example_));
}

bool SettingWords::IsNumberNext() const {
  const auto* literal = llvm::dyn_cast_or_null<LiteralExpression>(Next());
  return literal != nullptr && literal->literal != LiteralKind::kString;
}

bool SettingWords::IsTextNext() const {
  const auto* literal = llvm::dyn_cast_or_null<LiteralExpression>(Next());
  return literal != nullptr && literal->literal == LiteralKind::kString;
}

bool SettingWords::Skip(std::string_view word) {
  const syntax::Identifier* next = NextWord();
  if (next == nullptr || next->text != llvm::StringRef(word)) return false;
  if (IsWord({word.data(), word.size()})) subject_ = word;
  ++at_;
  return true;
}

void SettingWords::Expect(std::string_view word, std::string_view expected) {
  if (Skip(word)) return;
  subject_ = name();
  Fail(expected.empty() ? Quoted(word) : std::string(expected), {word});
}

std::optional<std::size_t> SettingWords::TakeOneOf(llvm::ArrayRef<std::string_view> choices) {
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (Skip(choices[i])) return i;
  }
  Fail(AnyOf(choices), choices);
  return std::nullopt;
}

std::optional<std::size_t> SettingWords::TakePart(llvm::ArrayRef<std::string_view> parts) {
  if (Next() == nullptr) return std::nullopt;
  const SourceRange range = Next()->range;
  subject_ = name();
  const auto part = TakeOneOf(parts);
  if (!part) return part;
  parts_.resize(parts.size());
  SourceRange& known = parts_[*part];
  if (known.has_value()) {
    scope_.context.diagnostics.Report(diag::GivenTwice, range, Lexeme{std::string(parts[*part])})
        .AddLabel(known, "given here first");
    failed_ = true;
    return std::nullopt;
  }
  known = range;
  return part;
}

std::optional<syntax::QualifiedName> SettingWords::TakeName(std::string_view expected) {
  const auto take = [&] {
    const syntax::Identifier* word = NextWord();
    const bool named = word != nullptr && IsWord(word->text);
    if (named)
      ++at_;
    else
      Fail(expected);
    return named ? *word : syntax::Identifier{};
  };
  syntax::QualifiedName name;
  name.name = take();
  if (Skip(".")) {
    name.qualifier = name.name;
    name.name = take();
  }
  if (failed_) return std::nullopt;
  name.range = source::Cover(name.qualifier.range, name.name.range);
  return name;
}

std::optional<llvm::ArrayRef<syntax::Setting>> SettingWords::TakeBlock() {
  block_taken_ = true;
  if (failed_) return std::nullopt;
  if (Next() == nullptr && setting_.has_block) return setting_.block;
  Fail("a block");
  return std::nullopt;
}

void SettingWords::Refuse(std::string_view expected, std::string_view shown) {
  if (failed_) return;
  failed_ = true;
  scope_.context.diagnostics
      .Report(diag::SettingValue, words_[at_ - 1]->range, Word{subject_}, Reason{std::string(expected)},
              Reason{Quoted(shown)})
      .AddHelp("write it like " + Quoted(example_));
}

void SettingWords::Finish() {
  subject_ = name();
  if (Next() != nullptr) return Fail("nothing more");
  if (failed_ || !setting_.has_block || block_taken_) return;
  failed_ = true;
  scope_.context.diagnostics
      .Report(diag::SettingValue, range(), Word{subject_}, Reason{"no block"}, Reason{"`{`"})
      .AddHelp("write it like " + Quoted(example_));
}

}  // namespace meshc::sema
