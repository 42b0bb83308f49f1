#include "mesh/program/settled_tables.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "mesh/value/near_name.h"

namespace mesh::program {

namespace {

template <typename T>
contract::Array<T> ViewOf(const std::vector<T>& entries) {
  return {entries.data(), static_cast<contract::Index>(entries.size())};
}

/// kNone: the table has no such error.
contract::Index FindError(const contract::RouteTable& table, std::string_view name) {
  const auto found = std::ranges::find(table.errors, name, &contract::ErrorKind::name);
  return found == table.errors.end() ? contract::kNone
                                     : static_cast<contract::Index>(found - table.errors.begin());
}

}  // namespace

void SettledTables::Apply(const actor::CallSettings& calls, contract::Actor& actor, Kept& kept) {
  if (calls.timeout_ns) actor.timeout_ns = *calls.timeout_ns;
  if (calls.concurrency) actor.concurrency = *calls.concurrency;
  if (!calls.retry) return;
  const actor::RetrySettings& stated = *calls.retry;
  contract::RetryPolicy policy{.attempts = stated.attempts,
                               .backoff = stated.backoff,
                               .jitter = stated.jitter,
                               .delay_ns = stated.delay_ns,
                               .max_delay_ns = stated.max_delay_ns};
  policy.only_errors.first = static_cast<contract::Index>(kept.indices.size());
  for (const std::string& name : stated.errors) {
    const contract::Index error = FindError(kept.table, name);
    if (error != contract::kNone) kept.indices.push_back(error);
  }
  policy.only_errors.count = static_cast<contract::Index>(kept.indices.size()) - policy.only_errors.first;
  // A version that has none of them never tries again, while an empty list stands for all.
  if (!stated.errors.empty() && policy.only_errors.count == 0) policy.attempts = 1;
  actor.retry = static_cast<contract::Index>(kept.retries.size());
  kept.retries.push_back(policy);
}

contract::Version SettledTables::Apply(const contract::Version& version) {
  const contract::RouteTable& table = *version.table;
  const bool concerned = std::ranges::any_of(
      table.actors, [&](const contract::Actor& actor) { return calls_.contains(actor.name); });
  if (!concerned) return version;
  Kept& kept = kept_.emplace_back();
  kept.actors.assign(table.actors.begin(), table.actors.end());
  kept.retries.assign(table.retries.begin(), table.retries.end());
  kept.indices.assign(table.pool.indices.begin(), table.pool.indices.end());
  kept.table = table;
  for (contract::Actor& actor : kept.actors) {
    if (const auto calls = calls_.find(actor.name); calls != calls_.end()) Apply(calls->second, actor, kept);
  }
  kept.table.actors = ViewOf(kept.actors);
  kept.table.retries = ViewOf(kept.retries);
  kept.table.pool.indices = ViewOf(kept.indices);
  contract::Version settled = version;
  settled.table = &kept.table;
  return settled;
}

std::string FindUnknownError(const actor::CallsOfActors& calls,
                             const std::vector<contract::Version>& tables) {
  for (const auto& [actor, settings] : calls) {
    if (!settings.retry) continue;
    for (const std::string& name : settings.retry->errors) {
      const bool is_known = std::any_of(tables.begin(), tables.end(), [&](const contract::Version& version) {
        return FindError(*version.table, name) != contract::kNone;
      });
      if (is_known) continue;
      std::vector<std::string_view> known;
      for (const contract::ErrorKind& error : tables.front().table->errors) known.push_back(error.name);
      const std::string_view near = NearName(name, known);
      return fmt::format("`actors.{}.retry.errors`: the mesh has no error `{}`{}", actor, name,
                         near.empty() ? std::string() : fmt::format("; did you mean `{}`?", near));
    }
  }
  return {};
}

}  // namespace mesh::program
