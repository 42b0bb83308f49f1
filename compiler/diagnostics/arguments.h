// The typed arguments of diagnostics. A row lists which it takes; a mismatch does not compile.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace meshc::diagnostics {

/// A name as the user wrote it.
struct Name {
  std::string text;
};
/// A type as the user would write it: `[string](..50)`.
struct TypeText {
  std::string text;
};
/// A word of the language or a construct: `while`, `on` clause.
struct Word {
  std::string text;
};
/// A list of names, already joined: "`a`, `b` and `c`".
struct NameList {
  std::string text;
};
/// A literal or an offending piece of source.
struct Lexeme {
  std::string text;
};
/// A count, an offset or a limit.
struct Number {
  std::int64_t value;
};
/// The message of a library or of the operating system.
struct Reason {
  std::string text;
};

}  // namespace meshc::diagnostics
