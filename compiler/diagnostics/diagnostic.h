// A diagnostic: what the user did wrong, where, and how to mend it, as a value.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/source_range.h"

namespace meshc::diagnostics {

enum class Severity : std::uint8_t { kWarning, kError };

/// The number of a row of the `.def` tables; printed it is `MC` and four digits. It has no
/// enumerators, so that a new row rebuilds only who reports rows of its stage: `diag::Name.code`.
enum class Code : std::uint16_t {};

/// What is known of a code without an instance of it.
struct CodeRow {
  Code code;
  Severity severity;
  std::string_view name;     ///< `UnknownActor`
  std::string_view flag;     ///< Name in -W/-Wno-: `unused-field`; errors carry one too, for SARIF.
  std::string_view message;  ///< fmt template
};

/// All rows, sorted by code.
const std::vector<CodeRow>& AllCodes();
/// Null if there is no such code.
const CodeRow* FindCode(Code code);
/// Accepts `MC3012`, `mc3012`, `3012`. Null if there is no such code.
const CodeRow* FindCode(std::string_view printed);
/// Null if no row has this flag.
const CodeRow* FindFlag(std::string_view flag);
/// `MC3012`
std::string PrintCode(Code code);

/// A secondary place, shown with its own caret and text.
struct Label {
  source::SourceRange range;
  std::string text;
};

/// A note may have a place of its own.
struct Note {
  std::string text;
  source::SourceRange range;
};

/// Replaces the bytes of `range` by `text`. An empty range is an insertion.
struct Edit {
  source::SourceRange range;
  std::string text;
};

enum class Applicability : std::uint8_t { kMachine, kMaybe };

/// A mend: the help line that people read, and the edits that tools apply (may be empty).
struct Fix {
  std::string help;
  std::vector<Edit> edits;
  Applicability applicability = Applicability::kMaybe;
};

struct Diagnostic {
  Code code{};
  Severity severity = Severity::kError;
  std::string message;
  source::SourceRange range;
  std::vector<Label> labels;
  std::vector<Note> notes;
  std::vector<Fix> fixes;
  /// The path through the flow that shows the finding: `a > b > [else] > c`; empty if none.
  std::vector<std::string> path;
};

}  // namespace meshc::diagnostics
