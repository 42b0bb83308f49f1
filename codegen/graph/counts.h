// What the visits of a run were, as `meshc run --counts` writes it (runtime/mesh/program/README.md).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace meshc::codegen {

/// Of one actor or one program point.
struct VisitCounts {
  std::uint64_t visits = 0;
  std::uint64_t retries = 0;
  std::map<std::string, std::uint64_t> errors = {};  ///< By name.
  std::optional<double> p99_ms = {};                 ///< None: no handler was called.
};

struct TrafficCounts {
  /// Who had an envelope before, and who got it; from "" a copy, of which that is not known.
  using Ends = std::pair<std::string, std::string>;

  std::string mesh = {};
  std::string table = {};                          ///< Digest of the route table that ran.
  std::map<std::string, VisitCounts> actors = {};  ///< By name.
  std::map<std::string, VisitCounts> points = {};  ///< By name.
  std::map<Ends, std::uint64_t> edges = {};        ///< By the ids of pictures at the mesh level.
  std::map<std::string, std::uint64_t> ends = {};  ///< Inputs by outcome.
};

/// The text says what is wrong with the file, and where.
std::variant<TrafficCounts, std::string> ReadCounts(std::string_view text);

}  // namespace meshc::codegen
