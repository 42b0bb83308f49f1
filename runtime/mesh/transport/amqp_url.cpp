#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "mesh/transport/amqp.h"
#include "mesh/transport/amqp_names.h"

namespace mesh::transport {

namespace {

constexpr int kPort = 5672;
constexpr int kTlsPort = 5671;
constexpr std::int64_t kLongestRedelivery = 604'800;

bool IsNameOfPrefix(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  });
}

/// Empty: nothing is wrong.
std::string ReadSetting(std::string_view setting, AmqpOptions& options) {
  if (setting.starts_with("prefix=")) {
    options.prefix = setting.substr(7);
    return IsNameOfPrefix(options.prefix) ? "" : "a prefix is made of letters, digits, `_` and `-`";
  }
  if (setting.starts_with("redelivery=")) {
    const std::string_view text = setting.substr(11);
    std::int64_t seconds = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
    const bool whole = read.ec == std::errc() && read.ptr == text.data() + text.size();
    if (!whole || seconds < 1 || seconds > kLongestRedelivery)
      return fmt::format("`redelivery` is 1 to {} seconds", kLongestRedelivery);
    options.longest_call_ns = seconds * 1'000'000'000 / 2;
    options.longest_wait_ns = seconds * 1'000'000'000 / 3;
    return {};
  }
  if (setting == "create=never") {
    options.create = false;
    return {};
  }
  // A setting that there is not may be a secret.
  return fmt::format("there is `prefix=`, `redelivery=` and `create=never`, no `{}`",
                     setting.substr(0, setting.find('=')));
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
    const std::string_view port = text.substr(at + 1);
    const auto read = std::from_chars(port.data(), port.data() + port.size(), server.port);
    const bool whole = read.ec == std::errc() && read.ptr == port.data() + port.size();
    if (!whole || server.port < 1 || server.port > 65'535) return no_server();
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
  std::string_view rest = url.substr(scheme.size());
  // Arguments of a process can be read by others.
  if (rest.find('@') != std::string_view::npos)
    return "the URL of the transport holds a name or a secret: give MESH_TRANSPORT_USER and "
           "MESH_TRANSPORT_PASSWORD, or files by …_FILE";
  const std::size_t question = std::min(rest.find('?'), rest.size());
  std::string_view settings = rest.substr(std::min(question + 1, rest.size()));
  rest = rest.substr(0, question);
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  std::string_view hosts = rest.substr(0, slash);
  std::string wrong = ReadPath(rest.substr(slash), options);
  while (wrong.empty()) {
    const std::size_t comma = std::min(hosts.find(','), hosts.size());
    wrong = ReadServer(hosts.substr(0, comma), options);
    if (comma == hosts.size()) break;
    hosts.remove_prefix(comma + 1);
  }
  while (wrong.empty() && !settings.empty()) {
    const std::size_t end = std::min(settings.find('&'), settings.size());
    wrong = ReadSetting(settings.substr(0, end), options);
    settings.remove_prefix(std::min(end + 1, settings.size()));
  }
  if (!wrong.empty()) return fmt::format("`{}`: {}", url.substr(0, url.find('?')), wrong);
  return options;
}

}  // namespace mesh::transport
