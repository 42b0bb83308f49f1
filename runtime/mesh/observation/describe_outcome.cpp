#include "mesh/observation/describe_outcome.h"

#include <variant>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mesh::observation {

namespace {

struct Describe {
  const Visit& visit;

  std::string operator()(const actor::Results&) const { return "returned"; }
  std::string operator()(const Error& error) const { return fmt::format("raised {}", error.name); }
  std::string operator()(const actor::Plan& plan) const {
    return fmt::format("planned {}", fmt::join(plan.steps, ", "));
  }
  std::string operator()(const actor::Choice& choice) const {
    const contract::RouteTable& table = visit.table;
    const auto labels =
        Slice(table.pool.strings, table.actors[table.points[visit.envelope.route.at].actor].labels);
    return choice.label < labels.size ? fmt::format("chose {}", labels[choice.label]) : "chose no label";
  }
};

}  // namespace

std::string DescribeOutcome(const Handled& handled) {
  if (handled.how == Handled::How::kStored) return "replayed";
  return std::visit(Describe{handled.visit}, handled.outcome);
}

std::string DescribeOutcome(const Refused& refused) { return "raised " + refused.error.name; }

std::string_view ErrorOf(const Handled& handled) {
  const auto* const error = std::get_if<Error>(&handled.outcome);
  return error == nullptr ? std::string_view() : std::string_view(error->name);
}

std::string_view PointOf(const Visit& visit) {
  const contract::Index at = visit.envelope.route.at;
  return at < visit.table.points.size ? visit.table.points[at].name : std::string_view();
}

}  // namespace mesh::observation
