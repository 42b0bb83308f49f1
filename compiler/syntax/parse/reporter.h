// Where the stages of parsing one file report to, and what keeps one mistake from giving many.
#pragma once

#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/source/source_manager.h"

namespace meshc::syntax {

/// Problems that the tokens show are exact and are always reported. What the parser finds on a
/// line of a declaration that has an error already is most likely its consequence, and is dropped.
class Reporter {
 public:
  Reporter(const source::SourceManager& sources, source::FileId file, diagnostics::Diagnostics& diagnostics)
      : sources_(sources), file_(file), text_(sources.Text(file)), diagnostics_(diagnostics) {}

  template <typename... Arguments>
  diagnostics::Builder Report(const diagnostics::Row<Arguments...>& row, source::SourceRange range,
                              std::type_identity_t<Arguments>... arguments) {
    return Sink(row.severity, range).Report(row, range, std::move(arguments)...);
  }

  /// The parser is now between these offsets: in one declaration.
  void EnterDeclaration(std::uint32_t begin, std::uint32_t end) {
    begin_ = begin;
    end_ = end;
  }
  /// True if the parser may report at `offset`. False once a file has too many errors to be worth more.
  bool IsFresh(std::uint32_t offset) const;
  bool HasErrors() const { return error_count_ > 0; }
  /// How many problems were found so far, told or not.
  int Count() const { return error_count_ + warning_count_; }
  /// Says, once all is done, that errors were dropped.
  void ReportLimit();
  /// True if an error has been reported on a line of `range`.
  bool HasErrorIn(source::SourceRange range) const;
  /// True if the file has so many errors that no more are kept.
  bool Exhausted() const { return error_count_ >= kMaxErrors; }

  source::SourceRange Range(std::uint32_t begin, std::uint32_t end) const { return {file_, begin, end}; }
  std::string_view Text(source::SourceRange range) const {
    return text_.substr(range.begin, range.end - range.begin);
  }
  std::string_view text() const { return text_; }
  source::FileId file() const { return file_; }
  std::uint32_t LineOf(std::uint32_t offset) const { return sources_.Locate(file_, offset).line; }

 private:
  static constexpr int kMaxErrors = 100;
  static constexpr int kMaxWarnings = 100;

  diagnostics::Diagnostics& Sink(diagnostics::Severity severity, source::SourceRange range);

  const source::SourceManager& sources_;
  source::FileId file_;
  std::string_view text_;
  diagnostics::Diagnostics& diagnostics_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> errors_;  ///< Line and offset.
  std::uint32_t begin_ = 0;                                   ///< Of the declaration that is parsed.
  std::uint32_t end_ = UINT32_MAX;
  int error_count_ = 0;
  int warning_count_ = 0;
  /// Takes what comes after the limits.
  diagnostics::Diagnostics surplus_;
};

}  // namespace meshc::syntax
