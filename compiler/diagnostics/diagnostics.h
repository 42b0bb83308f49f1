// The sink that every stage reports into, and the builder that it reports with.
//
//   diagnostics.Report(diag::UnknownActor, range, Name{"scorer"}, Name{"support"})
//       .AddLabel(other, "declared here")
//       .AddFix("did you mean `scorer`?", {{range, "scorer"}});
#pragma once

#include <fmt/core.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "compiler/diagnostics/arguments.h"
#include "compiler/diagnostics/diagnostic.h"

namespace meshc::diagnostics {

/// A row of the table with the types of its arguments.
template <typename... Arguments>
struct Row {
  Code code;
  Severity severity;
  std::string_view message;
};

/// Fills in one diagnostic. Valid until the next Report on the same sink.
class Builder {
 public:
  explicit Builder(Diagnostic& diagnostic) : diagnostic_(diagnostic) {}
  Builder& AddLabel(source::SourceRange range, std::string text);
  Builder& AddNote(std::string text, source::SourceRange range = {});
  /// A mend for people only.
  Builder& AddHelp(std::string help);
  Builder& AddFix(std::string help, std::vector<Edit> edits,
                  Applicability applicability = Applicability::kMaybe);
  Builder& SetPath(std::vector<std::string> path);

 private:
  Diagnostic& diagnostic_;
};

/// Collects diagnostics in the order of discovery. Not thread-safe: one per worker, then Append.
class Diagnostics {
 public:
  template <typename... Arguments>
  Builder Report(const Row<Arguments...>& row, source::SourceRange range,
                 std::type_identity_t<Arguments>... arguments) {
    return Add(row.code, row.severity, Format(row.message, arguments...), range);
  }

  const std::vector<Diagnostic>& all() const { return all_; }
  std::vector<Diagnostic>& all() { return all_; }
  bool HasErrors() const { return error_count_ > 0; }
  std::size_t ErrorCount() const { return error_count_; }
  void Append(Diagnostics other);
  /// Takes over one that was made elsewhere.
  void Add(Diagnostic diagnostic);
  /// By SortBySource; what is said twice is kept once.
  void Sort();

 private:
  static const std::string& Show(const Name& a) { return a.text; }
  static const std::string& Show(const TypeText& a) { return a.text; }
  static const std::string& Show(const Word& a) { return a.text; }
  static const std::string& Show(const NameList& a) { return a.text; }
  static const std::string& Show(const Lexeme& a) { return a.text; }
  static const std::string& Show(const Reason& a) { return a.text; }
  static std::int64_t Show(const Number& a) { return a.value; }

  template <typename... Arguments>
  static std::string Format(std::string_view message, const Arguments&... arguments) {
    return fmt::format(fmt::runtime(message), Show(arguments)...);
  }
  Builder Add(Code code, Severity severity, std::string message, source::SourceRange range);

  std::vector<Diagnostic> all_;
  std::size_t error_count_ = 0;
};

/// The rows by name, `diag::UnknownActor`, stand in one header per table: `diagnostics_2_names.h`. A
/// message that does not fit its arguments is found by the unit test that formats every row.
namespace diag {
inline constexpr Severity error = Severity::kError;
inline constexpr Severity warning = Severity::kWarning;
#define MESHC_DECLARE_ROW(number, severity, name, flag, message, ...) \
  inline constexpr Row<__VA_ARGS__> name{static_cast<Code>(number), severity, message};
}  // namespace diag

/// Sorts by file, place and code; same place and code and message: kept once.
void SortBySource(std::vector<Diagnostic>& diagnostics);

/// A name that may have been meant.
struct NearName {
  std::string_view name;  ///< Empty: none is near enough.
  bool alone = false;     ///< No other candidate is as near.
};

/// The first of the candidates that are nearest to `name` by edit distance.
NearName Nearest(std::string_view name, const std::vector<std::string_view>& candidates);

/// "`a`", "`a` and `b`", "`a`, `b` and `c`"
NameList JoinNames(const std::vector<std::string>& names);

}  // namespace meshc::diagnostics
