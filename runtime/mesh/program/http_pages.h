// What a host shows of itself over HTTP.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <variant>

#include "mesh/host/host.h"
#include "mesh/monitoring/http_server.h"
#include "mesh/program/error_lines.h"

namespace mesh::program {

/// Takes the address of `--http`; null: there is none. The text says why it cannot be taken.
std::variant<std::unique_ptr<monitoring::HttpServer>, std::string> BindHttp(const std::string& address);

/// Shows `/healthz`, `/readyz`, `/counts` and `/metrics` for as long as the server lives, and says where. A
/// null server stays null. `stopping` may be called from any thread; it and the host outlive the server.
[[nodiscard]] std::unique_ptr<monitoring::HttpServer> ShowPages(
    std::unique_ptr<monitoring::HttpServer> server, const host::Host& host,
    const std::function<bool()>& stopping, ErrorLines& errors);

}  // namespace mesh::program
