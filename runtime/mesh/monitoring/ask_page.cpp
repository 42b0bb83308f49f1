#include "mesh/monitoring/ask_page.h"

#include <fmt/format.h>
#include <httplib.h>

namespace mesh::monitoring {

std::variant<HttpPage, std::string> AskPage(const HttpAddress& address, const std::string& path) {
  constexpr int kPatienceSeconds = 4;
  const std::string host = address.host == "0.0.0.0" ? "127.0.0.1" : address.host;
  httplib::Client client(host, address.port);
  client.set_connection_timeout(kPatienceSeconds);
  client.set_read_timeout(kPatienceSeconds);
  const auto answer = client.Get(path.c_str());
  if (!answer) {
    return fmt::format("nobody answers at {}:{}: {}", host, address.port, httplib::to_string(answer.error()));
  }
  return HttpPage{answer->status, answer->get_header_value("Content-Type"), answer->body};
}

}  // namespace mesh::monitoring
