// `mesh.lock`: which versions were released, which breaks were accepted, what the newest version promises.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace meshc::versions {

struct LockedVersion {
  std::string digest;                      ///< 16 hex digits.
  std::string name;                        ///< As released: `1.4.0`; empty: it has none.
  std::optional<std::int64_t> longest_ns;  ///< Longest time under way; none: unbounded.
};

/// A break that somebody has taken responsibility for.
struct Exception {
  std::string fingerprint;  ///< 12 hex digits.
  std::string until;        ///< `2026-12-31`: the last day on which it holds.
  std::string because;
  std::uint32_t line = 0;  ///< In the file; 0: it is new.
};

struct LockFile {
  std::string mesh;
  std::vector<LockedVersion> versions;  ///< In the order of their releases: the last one is the newest.
  std::vector<Exception> exceptions;
  std::vector<std::string> facts;  ///< Of the newest version, sorted.
  std::vector<std::string> kept;   ///< Lines of kinds that this meshc does not know, as they stand.
};

/// What is wrong with the text, and in which line.
struct LockProblem {
  std::uint32_t line = 0;
  std::string message;
  bool newer = false;  ///< A newer meshc wrote it.
};

std::variant<LockFile, LockProblem> ReadLock(std::string_view text);
std::string PrintLock(const LockFile& lock);

/// True for a day of the calendar written `2026-12-31`; days compare as texts do.
bool IsDay(std::string_view text);
/// Days since 1970 as such a text: what SOURCE_DATE_EPOCH means.
std::string DayOf(std::int64_t seconds_since_epoch);

}  // namespace meshc::versions
