#include "compiler/driver/version_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "codegen/route_table/route_table.h"
#include "compiler/sema/pattern.h"
#include "compiler/support/digest.h"
#include "mesh/route/table_json.h"

namespace meshc::driver {
namespace {

namespace contract = mesh::contract;

/// Another version of the library may have taken it.
std::optional<std::string> FindBadPattern(const contract::Pool& pool) {
  for (const contract::Type& type : pool.types) {
    if (type.pattern.empty()) continue;
    if (const auto problem = sema::PatternProblem({type.pattern.data(), type.pattern.size()}))
      return fmt::format("the pattern \"{}\" is none: {}", type.pattern, *problem);
  }
  return std::nullopt;
}

template <typename Entries>
bool HasControls(const Entries& entries) {
  return std::any_of(entries.begin(), entries.end(), [](const auto& entry) {
    return std::ranges::any_of(entry.name, [](char c) { return static_cast<unsigned char>(c) < 0x20; });
  });
}

/// No source has such names, and reports print them.
bool HasBadNames(const contract::RouteTable& table) {
  return HasControls(table.actors) || HasControls(table.flows) || HasControls(table.points) ||
         HasControls(table.fields) || HasControls(table.errors) || HasControls(table.envelopes) ||
         HasControls(table.pool.types) || HasControls(table.pool.members);
}

/// True if `digest` is made of the text as it stands, without the digest itself and the promises behind the
/// entries: so whoever wrote it left it, and writing the table again is spared.
bool IsDigestOf(std::string_view text, std::string_view digest) {
  const std::string stated = fmt::format("\"digest\": \"{}\"", digest);
  const std::size_t at = text.find(stated);
  if (at == std::string_view::npos) return false;
  const std::string_view before = text.substr(0, at);
  std::string_view after = text.substr(at + stated.size());
  const std::size_t promises = after.rfind(",\n\"promises\": ");
  std::string own = fmt::format("{}\"digest\": \"\"{}", before, after.substr(0, promises));
  if (promises != std::string_view::npos) own += "\n}\n";
  return Digest(own, 16) == digest;
}

}  // namespace

std::variant<std::unique_ptr<LoadedVersion>, std::string> ReadVersion(const std::string& text) {
  auto table = mesh::route::ReadTableJson(text);
  if (auto* wrong = std::get_if<std::string>(&table)) return std::move(*wrong);
  auto version = std::make_unique<LoadedVersion>();
  version->table = std::get<mesh::route::TableData>(std::move(table));
  const auto view = version->table.View();
  auto promises = mesh::compatibility::ReadPromises(text, view);
  if (auto* wrong = std::get_if<std::string>(&promises)) return std::move(*wrong);
  version->promises = std::get<mesh::compatibility::PromisesData>(std::move(promises));
  const auto former = version->promises.View().former;
  const bool written_so = former.size == 0 && IsDigestOf(text, view.digest);
  // Once former names did not count.
  const bool is_own =
      codegen::TableDigest(view, former) == view.digest || codegen::TableDigest(view) == view.digest;
  if (!written_so && !is_own) return "its digest is not that of its entries: it was changed";
  if (auto wrong = FindBadPattern(view.pool)) return std::move(*wrong);
  if (HasBadNames(view)) return "it has names that hold control characters";
  return version;
}

}  // namespace meshc::driver
