#include <fmt/format.h>

#include "mesh/transport/amqp/amqp.h"
#include "mesh/transport/amqp/amqp_names.h"
#include "mesh/transport/url_parts.h"

namespace mesh::transport {

namespace {

constexpr int kPort = 5672;
constexpr int kTlsPort = 5671;
constexpr int kLongestRedelivery = 604'800;

/// Empty: nothing is wrong.
std::string ReadSetting(std::string_view setting, AmqpOptions& options) {
  const auto [name, value] = SplitAt(setting, '=');
  if (name == "prefix") return ReadPrefix(value, options.prefix);
  if (name == "redelivery") {
    int seconds = 0;
    if (!ReadNumber(value, 1, kLongestRedelivery, seconds))
      return fmt::format("`redelivery` is 1 to {} seconds", kLongestRedelivery);
    options.longest_call_ns = seconds * 1'000'000'000LL / 2;
    options.longest_wait_ns = seconds * 1'000'000'000LL / 3;
    return {};
  }
  if (setting == "create=never") {
    options.create = false;
    return {};
  }
  // A setting that there is not may be a secret.
  return fmt::format("there is `prefix=`, `redelivery=` and `create=never`, no `{}`", name);
}

std::string ReadServer(std::string_view text, AmqpOptions& options) {
  const auto no_server = [text] { return fmt::format("`{}` is no HOST:PORT", text); };
  if (text.empty()) return "a server is missing: amqp://HOST:PORT";
  AmqpServer server{.host = std::string(text), .port = options.tls ? kTlsPort : kPort};
  // An IPv6 address stands in brackets.
  const std::size_t bracket = text.find(']');
  const std::size_t at = text.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (at != std::string_view::npos) {
    server.host = text.substr(0, at);
    if (!ReadNumber(text.substr(at + 1), 1, 65'535, server.port)) return no_server();
  }
  if (server.host.starts_with('[')) {
    if (!server.host.ends_with(']')) return no_server();
    server.host = server.host.substr(1, server.host.size() - 2);
  }
  if (server.host.empty() || server.host.find_first_of(" \t") != std::string::npos) return no_server();
  options.servers.push_back(std::move(server));
  return {};
}

std::string ReadPath(std::string_view path, AmqpOptions& options) {
  options.vhost = AmqpVhost(path);
  return options.vhost.empty() ? "a vhost with `%` in its name is written with `%25`" : "";
}

}  // namespace

std::string AmqpOptions::url() const {
  std::string text = tls ? "amqps://" : "amqp://";
  for (const AmqpServer& server : servers)
    text += fmt::format("{}{}:{}", &server == servers.data() ? "" : ",", server.host, server.port);
  return vhost == "/" ? text : text + "/" + vhost;
}

std::variant<AmqpOptions, std::string> ParseAmqpUrl(std::string_view url) {
  AmqpOptions options;
  options.tls = url.starts_with("amqps://");
  const std::string_view scheme = options.tls ? "amqps://" : "amqp://";
  if (!url.starts_with(scheme)) return "the transport begins with neither amqp:// nor amqps://";
  const std::string_view rest = url.substr(scheme.size());
  // Arguments of a process can be read by others.
  if (rest.find('@') != std::string_view::npos)
    return "the URL of the transport holds a name or a secret: give MESH_TRANSPORT_USER and "
           "MESH_TRANSPORT_PASSWORD, or files by …_FILE";
  const auto [place, settings] = SplitAt(rest, '?');
  const std::string_view servers = SplitAt(place, '/').first;
  std::string wrong = ReadPath(place.substr(servers.size()), options);
  if (wrong.empty()) wrong = ReadServers(servers, [&](auto server) { return ReadServer(server, options); });
  if (wrong.empty())
    wrong = ReadSettings(settings, [&](auto setting) { return ReadSetting(setting, options); });
  if (!wrong.empty()) return fmt::format("`{}`: {}", url.substr(0, url.find('?')), wrong);
  return options;
}

}  // namespace mesh::transport
