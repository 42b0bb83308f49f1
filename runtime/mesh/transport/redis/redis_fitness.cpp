#include "mesh/transport/redis/redis_fitness.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

namespace mesh::transport {

namespace {

/// Of `name:value` lines; empty: it is not said.
std::string_view Find(std::string_view info, std::string_view name) {
  for (std::string_view rest = info; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.size() > name.size() && line.starts_with(name) && line[name.size()] == ':')
      return line.substr(name.size() + 1);
  }
  return {};
}

/// Before, a script could not choose at random what it changes.
constexpr int kOldest = 5;

}  // namespace

RedisFitness JudgeRedis(std::string_view info) {
  RedisFitness fitness;
  const std::string_view version = Find(info, "redis_version");
  int major = 0;
  std::from_chars(version.data(), version.data() + version.size(), major);
  if (major < kOldest)
    fitness.fatal = fmt::format("it is of version `{}`: {}.0 is the oldest that will do", version, kOldest);
  else if (Find(info, "cluster_enabled") == "1")
    fitness.fatal =
        "it is part of a cluster, which keeps no state of a mesh together: name a server of its own";
  const std::string_view policy = Find(info, "maxmemory_policy");
  if (Find(info, "loading") == "1")
    fitness.unfit = "it still reads what it has kept";
  else if (Find(info, "role") == "slave")
    fitness.unfit = "it is a replica, which takes nothing";
  else if (policy != "noeviction")
    fitness.unfit = fmt::format(
        "it may throw away what it was given (maxmemory-policy is `{}`): set it to noeviction", policy);
  if (Find(info, "aof_enabled") != "1")
    fitness.warning =
        "it has no append-only file: what it keeps is lost when it ends unexpectedly (appendonly yes)";
  return fitness;
}

}  // namespace mesh::transport
