// Pages that are read over HTTP: what asks for them are probes and scrapers, one request a connection.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace mesh::monitoring {

struct HttpAddress {
  std::string host;        ///< `0.0.0.0` where none is named.
  std::uint16_t port = 0;  ///< 0: any that is free.
};

/// Reads `[HOST]:PORT`, an IPv6 address in brackets. The text says what is wrong with it.
std::variant<HttpAddress, std::string> ParseHttpAddress(std::string_view address);

struct HttpPage {
  int status = 200;
  std::string type = "application/json";
  std::string body = {};
};
/// Called from threads of the server, several at a time.
using HttpPages = std::map<std::string, std::function<HttpPage()>, std::less<>>;

/// Thread rule: belongs to one thread.
class HttpServer {
 public:
  /// Takes the address, and answers nobody yet. The text says why it cannot be taken.
  static std::variant<std::unique_ptr<HttpServer>, std::string> Bind(const HttpAddress& address);
  /// Waits for pages that are being made.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// Once: answers GET for these paths from now on. What they use outlives the server.
  void Serve(const HttpPages& pages);
  /// `http://127.0.0.1:8080`
  const std::string& url() const { return url_; }

 private:
  struct Parts;
  HttpServer(std::unique_ptr<Parts> parts, std::string url);

  const std::unique_ptr<Parts> parts_;
  const std::string url_;
};

}  // namespace mesh::monitoring
