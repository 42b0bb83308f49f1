// The words of one setting, read from left to right.
#pragma once

#include <llvm/ADT/SmallVector.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/sema/context.h"
#include "compiler/sema/deploys/setting_text.h"

namespace meshc::sema {

template <typename T>
using Found = std::optional<types::Stated<T>>;

/// What all settings of one declaration share.
struct SettingScope {
  Context& context;
  FileId file;
  /// Parts were reported and may be missing, so nothing is said of what is missing.
  bool recovered = false;
};

/// Each `Take` moves on by what it takes. The first word that does not fit is reported, with how the
/// setting is written; from then on all is silent and nothing is taken.
class SettingWords {
 public:
  /// `example` is the whole setting as it may be written: `timeout 30s;`.
  SettingWords(const SettingScope& scope, const syntax::Setting& setting, std::string_view example);

  const SettingScope& scope() const { return scope_; }
  SourceRange range() const;  ///< Of all words.
  bool has_block() const { return setting_.has_block; }
  bool has_failed() const { return failed_; }

  // setting_words.cpp
  bool IsNumberNext() const;
  bool IsTextNext() const;
  /// True if `word` stood next. A word, other than a sign, is what later findings are about.
  bool Skip(std::string_view word);
  /// Reports that the setting takes `expected`, or `word` itself, if that does not stand next.
  void Expect(std::string_view word, std::string_view expected = {});
  /// The index of the word of `choices` that stands next.
  std::optional<std::size_t> TakeOneOf(llvm::ArrayRef<std::string_view> choices);
  /// The same for parts in any order, each at most once; none at the end.
  std::optional<std::size_t> TakePart(llvm::ArrayRef<std::string_view> parts);

  /// `name` or `alias.name`.
  std::optional<syntax::QualifiedName> TakeName(std::string_view expected);
  std::optional<llvm::ArrayRef<syntax::Setting>> TakeBlock();
  /// The words behind the block.
  SettingWords Tail() const;
  /// Reports what is left.
  void Finish();
  /// Reports a value that was taken and cannot work: the setting takes `expected`, found `shown`.
  void Refuse(std::string_view expected, std::string_view shown);

  // setting_values.cpp
  Found<std::string> TakeText(TextKind kind);
  /// False if the text was reported: it is none of that kind.
  bool CheckText(TextKind kind, const types::Stated<std::string>& text);
  /// Any integer.
  Found<std::int64_t> TakeNumber();
  /// At least `lowest`, and no more than Kubernetes counts.
  std::optional<std::uint32_t> TakeCount(std::int64_t lowest);
  std::optional<std::uint32_t> TakePort();
  /// False if `count` was reported: it is below `lowest` or above `highest`.
  bool CheckCount(const types::Stated<std::int64_t>& count, std::int64_t lowest,
                  std::int64_t highest = std::numeric_limits<std::int32_t>::max());
  /// As written; its unit is not looked at.
  std::optional<syntax::Quantity> TakeQuantity();
  Found<std::int64_t> TakeDuration();  ///< Nanoseconds, above zero.
  Found<std::int64_t> TakeSize();      ///< Bytes, above zero.
  Found<std::int64_t> TakeCpu();       ///< Thousandths of a core, above zero.

 private:
  SettingWords(const SettingWords& words, llvm::ArrayRef<const syntax::Expression*> tail);

  const syntax::Expression* Next() const;
  const syntax::Identifier* NextWord() const;
  template <typename Read>
  auto TakeLiteral(std::string_view expected, Read read)
      -> decltype(read(std::declval<const syntax::LiteralExpression&>()));
  std::string_view name() const;
  void Fail(std::string_view expected, llvm::ArrayRef<std::string_view> choices = {});

  const SettingScope& scope_;
  const syntax::Setting& setting_;
  llvm::ArrayRef<const syntax::Expression*> words_;
  std::string_view example_;
  std::size_t at_ = 0;
  std::string subject_;                      ///< The last word that was skipped, at first the setting's name.
  llvm::SmallVector<SourceRange, 4> parts_;  ///< Where each part stands.
  bool block_taken_ = false;
  bool failed_ = false;
};

}  // namespace meshc::sema
