#include "mesh/monitoring/http_server.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>

namespace mesh::monitoring {

namespace {

/// Enough for a probe, a scraper and somebody who looks, while one of them is slow.
constexpr std::size_t kThreads = 4;
constexpr std::size_t kLongestRequest = 4096;
constexpr int kPatienceSeconds = 5;

/// The library would share a port with whoever else listens there.
void ReuseAddressOnly(socket_t socket) {
  const int yes = 1;
  setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
}

}  // namespace

std::variant<HttpAddress, std::string> ParseHttpAddress(std::string_view address) {
  const auto wrong = [address] {
    return fmt::format("`{}` is no address to listen at: HOST:PORT or :PORT", address);
  };
  const std::size_t colon = address.rfind(':');
  if (colon == std::string_view::npos) return wrong();
  std::string_view host = address.substr(0, colon);
  const std::string_view port = address.substr(colon + 1);
  if (host.starts_with('[') && host.ends_with(']'))
    host = host.substr(1, host.size() - 2);
  else if (host.find(':') != std::string_view::npos)
    return wrong();
  HttpAddress parsed{.host = host.empty() ? "0.0.0.0" : std::string(host)};
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), parsed.port);
  if (port.empty() || error != std::errc{} || end != port.data() + port.size()) return wrong();
  return parsed;
}

struct HttpServer::Parts {
  httplib::Server server;
  std::thread thread;
};

std::variant<std::unique_ptr<HttpServer>, std::string> HttpServer::Bind(const HttpAddress& address) {
  auto parts = std::make_unique<Parts>();
  httplib::Server& server = parts->server;
  server.set_socket_options(ReuseAddressOnly);
  server.new_task_queue = [] { return new httplib::ThreadPool(kThreads); };
  // A connection that is kept would keep a thread.
  server.set_keep_alive_max_count(1);
  server.set_read_timeout(kPatienceSeconds);
  server.set_write_timeout(kPatienceSeconds);
  server.set_payload_max_length(kLongestRequest);
  errno = 0;
  int port = address.port;
  if (port == 0)
    port = server.bind_to_any_port(address.host);
  else if (!server.bind_to_port(address.host, port))
    port = -1;
  const bool v6 = address.host.find(':') != std::string::npos;
  const std::string host = v6 ? fmt::format("[{}]", address.host) : address.host;
  if (port < 0) {
    return fmt::format("cannot listen at {}:{}: {}", host, address.port,
                       errno != 0 ? std::strerror(errno) : "there is no such address here");
  }
  return std::unique_ptr<HttpServer>(
      new HttpServer(std::move(parts), fmt::format("http://{}:{}", host, port)));
}

HttpServer::HttpServer(std::unique_ptr<Parts> parts, std::string url)
    : parts_(std::move(parts)), url_(std::move(url)) {}

HttpServer::~HttpServer() {
  if (!parts_->thread.joinable()) return;
  // It cannot be stopped before it has begun.
  while (!parts_->server.is_running()) std::this_thread::yield();
  parts_->server.stop();
  parts_->thread.join();
}

void HttpServer::Serve(const HttpPages& pages) {
  for (const auto& [path, make] : pages) {
    parts_->server.Get(path, [make = make](const httplib::Request&, httplib::Response& response) {
      HttpPage page = make();
      response.status = page.status;
      response.set_content(std::move(page.body), page.type);
    });
  }
  parts_->thread = std::thread([this] { parts_->server.listen_after_bind(); });
}

}  // namespace mesh::monitoring
