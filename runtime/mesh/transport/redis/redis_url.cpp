#include <fmt/format.h>

#include "mesh/transport/redis/redis.h"
#include "mesh/transport/url_parts.h"

namespace mesh::transport {

namespace {

constexpr int kMostDatabases = 16'383;

/// Empty: nothing is wrong.
std::string ReadServer(std::string_view text, RedisOptions& options) {
  if (text.find(',') != std::string_view::npos) return "the state is on one server";
  options.host = text;
  // An IPv6 address stands in brackets.
  const std::size_t bracket = text.find(']');
  const std::size_t colon = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    options.host = text.substr(0, colon);
    if (!ReadNumber(text.substr(colon + 1), 1, 65'535, options.port))
      return fmt::format("`{}` is no HOST:PORT", text);
  }
  if (options.host.starts_with('[') && options.host.ends_with(']'))
    options.host = options.host.substr(1, options.host.size() - 2);
  if (options.host.empty()) return "a server is missing: redis://HOST:PORT";
  const bool is_name = options.host.find_first_of(" \t[]") == std::string::npos;
  return is_name ? "" : fmt::format("`{}` is no HOST:PORT", text);
}

std::string ReadSetting(std::string_view setting, RedisOptions& options) {
  const auto [name, value] = SplitAt(setting, '=');
  if (name == "prefix") return ReadPrefix(value, options.prefix);
  // A setting that there is not may be a secret.
  return fmt::format("there is `prefix=`, no `{}`", name);
}

}  // namespace

std::string RedisOptions::url() const {
  const bool is_v6 = host.find(':') != std::string::npos;
  return fmt::format("redis://{}{}{}:{}", is_v6 ? "[" : "", host, is_v6 ? "]" : "", port);
}

std::variant<RedisOptions, std::string> ParseRedisUrl(std::string_view url) {
  if (url.starts_with("rediss://"))
    return "a Redis server is not reached by TLS here: say redis:// in a network that you trust, or keep the "
           "state on a NATS server, tls://HOST";
  constexpr std::string_view kScheme = "redis://";
  if (!url.starts_with(kScheme)) return "the state does not begin with redis://";
  const std::string_view rest = url.substr(kScheme.size());
  // Arguments of a process can be read by others.
  if (rest.find('@') != std::string_view::npos)
    return "--state holds a name or a secret: give MESH_STATE_USER and MESH_STATE_PASSWORD, or files by "
           "…_FILE";
  RedisOptions options;
  const auto [place, settings] = SplitAt(rest, '?');
  const auto [server, database] = SplitAt(place, '/');
  std::string wrong = ReadServer(server, options);
  if (wrong.empty() && !database.empty() && !ReadNumber(database, 0, kMostDatabases, options.database))
    wrong = fmt::format("`{}` is no number of a database", database);
  if (wrong.empty())
    wrong = ReadSettings(settings, [&](auto setting) { return ReadSetting(setting, options); });
  if (!wrong.empty()) return fmt::format("`{}`: {}", url.substr(0, url.find('?')), wrong);
  return options;
}

}  // namespace mesh::transport
