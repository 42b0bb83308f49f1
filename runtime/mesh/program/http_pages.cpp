#include "mesh/program/http_pages.h"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "mesh/monitoring/counts_json.h"
#include "mesh/monitoring/metrics_text.h"

namespace mesh::program {

namespace {

constexpr int kUnavailable = 503;

monitoring::HttpPage Readiness(const host::Host& host, bool stopping) {
  std::vector<monitoring::Check> checks = host.Checks();
  checks.push_back({"drain", stopping ? "it is stopping" : ""});
  monitoring::HttpPage page{.body = monitoring::WriteReadiness(checks)};
  if (!monitoring::IsReady(checks)) page.status = kUnavailable;
  return page;
}

}  // namespace

std::variant<std::unique_ptr<monitoring::HttpServer>, std::string> BindHttp(const std::string& address) {
  if (address.empty()) return std::unique_ptr<monitoring::HttpServer>();
  auto parsed = monitoring::ParseHttpAddress(address);
  if (auto* wrong = std::get_if<std::string>(&parsed)) return std::move(*wrong);
  return monitoring::HttpServer::Bind(std::get<monitoring::HttpAddress>(parsed));
}

std::unique_ptr<monitoring::HttpServer> ShowPages(std::unique_ptr<monitoring::HttpServer> server,
                                                  const host::Host& host,
                                                  const std::function<bool()>& stopping, ErrorLines& errors) {
  if (server == nullptr) return nullptr;
  server->Serve(
      {{"/healthz", [] { return monitoring::HttpPage{.body = R"({"alive":true})"}; }},
       {"/readyz", [&host, stopping] { return Readiness(host, stopping()); }},
       {"/counts", [&host] { return monitoring::HttpPage{.body = monitoring::WriteCounts(host.Read())}; }},
       {"/metrics", [&host] {
          return monitoring::HttpPage{.type = "text/plain; version=0.0.4; charset=utf-8",
                                      .body = monitoring::WriteMetrics(host.Read())};
        }}});
  errors.Print(fmt::format("listening at {}", server->url()));
  return server;
}

}  // namespace mesh::program
