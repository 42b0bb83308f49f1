#include "mesh/host/describe_outcome.h"

#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mesh::host {

namespace {

struct Describe {
  const contract::RouteTable& table;
  const contract::Actor& actor;

  std::string operator()(const actor::Results&) const { return "returned"; }
  std::string operator()(const Error& error) const { return fmt::format("raised {}", error.name); }
  std::string operator()(const actor::Plan& plan) const {
    return fmt::format("planned {}", fmt::join(plan.steps, ", "));
  }
  std::string operator()(const actor::Choice& choice) const {
    if (choice.label >= actor.labels.count) return "chose no label";
    return fmt::format("chose {}", table.pool.strings[actor.labels.first + choice.label]);
  }
};

}  // namespace

std::string DescribeOutcome(const contract::RouteTable& table, const contract::Actor& actor,
                            const actor::Outcome& outcome) {
  return std::visit(Describe{table, actor}, outcome);
}

std::string_view ErrorOf(std::string_view outcome) {
  constexpr std::string_view kRaised = "raised ";
  return outcome.starts_with(kRaised) ? outcome.substr(kRaised.size()) : std::string_view();
}

}  // namespace mesh::host
