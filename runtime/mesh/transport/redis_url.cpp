#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "mesh/transport/redis.h"

namespace mesh::transport {

namespace {

constexpr int kMostDatabases = 16'383;

bool IsNameOfPrefix(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

bool ReadNumber(std::string_view text, int least, int most, int& number) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() && number >= least && number <= most;
}

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

std::string ReadSettings(std::string_view settings, RedisOptions& options) {
  if (settings.empty()) return {};
  // A setting that there is not may be a secret.
  if (!settings.starts_with("prefix="))
    return fmt::format("there is `prefix=`, no `{}`", settings.substr(0, settings.find('=')));
  options.prefix = settings.substr(7);
  return IsNameOfPrefix(options.prefix) ? "" : "a prefix is made of letters, digits, `_` and `-`";
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
  std::string_view rest = url.substr(kScheme.size());
  // Arguments of a process can be read by others.
  if (rest.find('@') != std::string_view::npos)
    return "--state holds a name or a secret: give MESH_STATE_USER and MESH_STATE_PASSWORD, or files by "
           "…_FILE";
  RedisOptions options;
  const std::size_t question = std::min(rest.find('?'), rest.size());
  const std::string_view settings = rest.substr(std::min(question + 1, rest.size()));
  rest = rest.substr(0, question);
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  const std::string_view database = rest.substr(std::min(slash + 1, rest.size()));
  std::string wrong = ReadServer(rest.substr(0, slash), options);
  if (wrong.empty() && !database.empty() && !ReadNumber(database, 0, kMostDatabases, options.database))
    wrong = fmt::format("`{}` is no number of a database", database);
  if (wrong.empty()) wrong = ReadSettings(settings, options);
  if (!wrong.empty()) return fmt::format("`{}`: {}", url.substr(0, url.find('?')), wrong);
  return options;
}

}  // namespace mesh::transport
