#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "mesh/transport/nats.h"

namespace mesh::transport {

namespace {

bool IsNameOfPrefix(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

/// 1 to `most`; 0: it is none of these.
int ReadCount(std::string_view text, int most) {
  int count = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), count);
  const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
  return whole && count >= 1 && count <= most ? count : 0;
}

/// Empty: nothing is wrong.
std::string ReadSetting(std::string_view setting, NatsOptions& options) {
  const std::size_t equals = setting.find('=');
  const std::string_view name = setting.substr(0, equals);
  const std::string_view value = equals == std::string_view::npos ? "" : setting.substr(equals + 1);
  if (name == "prefix") {
    options.prefix = value;
    return IsNameOfPrefix(value) ? "" : "a prefix is made of letters, digits, `_` and `-`";
  }
  if (name == "replicas") {
    options.replicas = ReadCount(value, 5);
    return options.replicas > 0 ? "" : "`replicas` is 1 to 5";
  }
  if (name == "redelivery") {
    const int seconds = ReadCount(value, 604'800);
    options.redelivery_ns = std::int64_t{seconds} * 1'000'000'000;
    return seconds > 0 ? "" : "`redelivery` is 1 to 604800 seconds";
  }
  if (setting == "create=never") {
    options.create = false;
    return {};
  }
  return fmt::format("there is `prefix=`, `replicas=`, `redelivery=` and `create=never`, no `{}`", name);
}

/// One server of a list, with its scheme.
std::string ReadServer(std::string_view host, std::string_view scheme, NatsOptions& options) {
  if (host.empty()) return "a server is missing: nats://HOST:PORT";
  if (host.find_first_of("/ \t") != std::string_view::npos) return fmt::format("`{}` is no HOST:PORT", host);
  options.servers += fmt::format("{}{}{}", options.servers.empty() ? "" : ",", scheme, host);
  return {};
}

}  // namespace

std::variant<NatsOptions, std::string> ParseNatsUrl(std::string_view url) {
  const std::string_view scheme = url.starts_with("tls://") ? "tls://" : "nats://";
  if (!url.starts_with(scheme)) return "the transport begins with neither nats:// nor tls://";
  std::string_view rest = url.substr(scheme.size());
  const std::size_t question = std::min(rest.find('?'), rest.size());
  std::string_view hosts = rest.substr(0, question);
  if (hosts.ends_with('/')) hosts.remove_suffix(1);
  std::string_view settings = rest.substr(std::min(question + 1, rest.size()));
  // Arguments of a process can be read by others.
  if (hosts.find('@') != std::string_view::npos)
    return "the URL of the transport holds a name or a secret: give MESH_TRANSPORT_USER and "
           "MESH_TRANSPORT_PASSWORD, or MESH_TRANSPORT_TOKEN, or files by …_FILE";
  NatsOptions options;
  std::string wrong;
  while (wrong.empty()) {
    const std::size_t comma = std::min(hosts.find(','), hosts.size());
    std::string_view host = hosts.substr(0, comma);
    if (host.starts_with(scheme)) host.remove_prefix(scheme.size());
    wrong = ReadServer(host, scheme, options);
    if (comma == hosts.size()) break;
    hosts.remove_prefix(comma + 1);
  }
  while (wrong.empty() && !settings.empty()) {
    const std::size_t end = std::min(settings.find('&'), settings.size());
    wrong = ReadSetting(settings.substr(0, end), options);
    settings.remove_prefix(std::min(end + 1, settings.size()));
  }
  // Settings that there are not may be secrets.
  if (!wrong.empty()) return fmt::format("`{}`: {}", url.substr(0, url.find('?')), wrong);
  return options;
}

}  // namespace mesh::transport
