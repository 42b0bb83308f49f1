#include <fmt/format.h>

#include "mesh/transport/nats/nats.h"
#include "mesh/transport/url_parts.h"

namespace mesh::transport {

namespace {

/// Empty: nothing is wrong.
std::string ReadSetting(std::string_view setting, NatsOptions& options) {
  const auto [name, value] = SplitAt(setting, '=');
  if (name == "prefix") return ReadPrefix(value, options.prefix);
  if (name == "replicas") return ReadNumber(value, 1, 5, options.replicas) ? "" : "`replicas` is 1 to 5";
  if (name == "redelivery") {
    int seconds = 0;
    if (!ReadNumber(value, 1, 604'800, seconds)) return "`redelivery` is 1 to 604800 seconds";
    options.redelivery_ns = std::int64_t{seconds} * 1'000'000'000;
    return {};
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
  auto [hosts, settings] = SplitAt(url.substr(scheme.size()), '?');
  if (hosts.ends_with('/')) hosts.remove_suffix(1);
  // Arguments of a process can be read by others.
  if (hosts.find('@') != std::string_view::npos)
    return "the URL of the transport holds a name or a secret: give MESH_TRANSPORT_USER and "
           "MESH_TRANSPORT_PASSWORD, or MESH_TRANSPORT_TOKEN, or files by …_FILE";
  NatsOptions options;
  std::string wrong = ReadServers(hosts, [&](std::string_view host) {
    if (host.starts_with(scheme)) host.remove_prefix(scheme.size());
    return ReadServer(host, scheme, options);
  });
  if (wrong.empty())
    wrong = ReadSettings(settings, [&](auto setting) { return ReadSetting(setting, options); });
  // Settings that there are not may be secrets.
  if (!wrong.empty()) return fmt::format("`{}`: {}", url.substr(0, url.find('?')), wrong);
  return options;
}

}  // namespace mesh::transport
