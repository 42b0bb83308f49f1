#include "mesh/program/ask_ready.h"

#include <iostream>

#include "mesh/monitoring/ask_page.h"
#include "mesh/program/exit_code.h"

namespace mesh::program {

int AskReady(const std::string& address) {
  constexpr int kReady = 200;
  const auto parsed = monitoring::ParseHttpAddress(address);
  if (const auto* wrong = std::get_if<std::string>(&parsed)) {
    std::cerr << *wrong << '\n';
    return kUnusable;
  }
  const auto answer = monitoring::AskPage(std::get<monitoring::HttpAddress>(parsed), "/readyz");
  if (const auto* problem = std::get_if<std::string>(&answer)) {
    std::cerr << *problem << '\n';
    return 1;
  }
  const auto& page = std::get<monitoring::HttpPage>(answer);
  if (page.status == kReady) return 0;
  std::cerr << page.body << '\n';
  return 1;
}

}  // namespace mesh::program
