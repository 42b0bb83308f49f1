#include "compiler/driver/commands/graph_overlay.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <variant>
#include <vector>

#include "compiler/diagnostics/diagnostics_6_backends.h"
#include "compiler/pipeline/read_error.h"

namespace meshc::driver {
namespace {

namespace diag = diagnostics::diag;
using diagnostics::Lexeme;
using diagnostics::Reason;

/// The first few, and how many there are beside.
std::string Shorten(std::vector<std::string> all) {
  constexpr std::size_t kShown = 5;
  const std::size_t more = all.size() - std::min(all.size(), kShown);
  all.resize(all.size() - more);
  return fmt::format("{}{}", fmt::join(all, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
}

void Compare(const std::string& path, const codegen::TrafficCounts& counts, Compilation& c) {
  if (counts.table != c.table->digest) {
    c.diagnostics.Report(diag::CountsOfOtherVersion, {}, Lexeme{path})
        .AddNote(fmt::format("its route table is {}, that of the mesh is {}", counts.table, c.table->digest));
  }
  auto unknown = codegen::FindUnknownTraffic(counts, *c.mesh, *c.facts);
  if (!unknown.empty())
    c.diagnostics.Report(diag::UnknownTraffic, {}, Lexeme{path}, Reason{Shorten(std::move(unknown))});
}

}  // namespace

std::string ReadOverlay(const std::string& path, const World& world, Compilation& c,
                        std::optional<codegen::TrafficCounts>& counts) {
  const auto file = world.files.Read(path);
  if (const auto* error = std::get_if<source::ReadError>(&file))
    return pipeline::DescribeReadError(path, *error);
  auto read = codegen::ReadCounts(std::get<std::string>(file));
  if (const auto* wrong = std::get_if<std::string>(&read)) {
    c.diagnostics.Report(diag::MalformedCounts, {}, Lexeme{path}, Reason{*wrong});
    return "";
  }
  counts = std::get<codegen::TrafficCounts>(std::move(read));
  const std::string& mesh = c.mesh->declarations.mesh;
  if (counts->mesh == mesh) {
    Compare(path, *counts, c);
    return "";
  }
  c.diagnostics.Report(diag::MalformedCounts, {}, Lexeme{path},
                       Reason{fmt::format("they are of the mesh `{}`", counts->mesh)});
  return "";
}

}  // namespace meshc::driver
