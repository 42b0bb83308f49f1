// `mesh.lock`: which versions were released, which breaks were accepted, what the newest version promises.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compiler/source/source_range.h"
#include "mesh/contract/promises.h"

namespace meshc::versions {

struct LockedVersion {
  std::string digest = {};                      ///< 16 hex digits.
  std::vector<std::string> names = {};          ///< As released, the latest one last: `1.4.0`.
  std::optional<std::int64_t> longest_ns = {};  ///< Longest time under way; none: unbounded.
  std::string seal = {};                        ///< `SealOf` it; empty: no line seals it.
  std::uint32_t line = 0;                       ///< In the file; 0: it is new.

  /// What reports call it: the latest name, or the digest.
  const std::string& Name() const { return names.empty() ? digest : names.back(); }
};

/// A break that somebody has taken responsibility for.
struct Exception {
  std::string fingerprint = {};  ///< 12 hex digits.
  std::string until = {};        ///< `2026-12-31`: the last day on which it holds.
  std::string because = {};
  std::uint32_t line = 0;          ///< In the file; 0: it is new.
  source::SourceRange range = {};  ///< The line among the sources of findings; nowhere: it is new.
};

struct LockFile {
  std::string mesh;
  /// In the order of their releases: the last one is the newest. Two of one digest promise different things.
  std::vector<LockedVersion> versions;
  std::vector<Exception> exceptions;
  std::vector<std::string> facts;  ///< Of the newest version, sorted.
  std::vector<std::string> kept;   ///< Lines of kinds that this meshc does not know, as they stand.
};

/// What is wrong with the text, and in which line.
struct LockProblem {
  std::uint32_t line = 0;
  std::string message;
  bool newer = false;  ///< A newer meshc wrote it.
  std::string writer;  ///< Of a newer one: its version; empty: it does not say so.
};

std::variant<LockFile, LockProblem> ReadLock(std::string_view text);
std::string PrintLock(const LockFile& lock);

/// 12 hex digits, made of what the digest of the table leaves out: promises, and the longest time under way.
std::string SealOf(const mesh::contract::Promises& promises, const std::optional<std::int64_t>& longest_ns);

/// True for a day of the calendar written `2026-12-31`; days compare as texts do.
bool IsDay(std::string_view text);
/// Days since 1970 as such a text: what SOURCE_DATE_EPOCH means.
std::string DayOf(std::int64_t seconds_since_epoch);

}  // namespace meshc::versions
