#include "mesh/deterministic/verify_scenario.h"

#include <algorithm>

#include "mesh/envelope/payload_json.h"
#include "mesh/route/within.h"

namespace mesh::deterministic {
namespace {

using contract::Index;
using route::Within;
using route::WithinOrNone;

class Fit {
 public:
  Fit(const contract::RouteTable& table, const contract::Pool& pool) : table_(table), pool_(pool) {}

  bool Of(const Scenario& scenario) const {
    if (!Within(scenario.flow, table_.flows) || !WithinOrNone(scenario.outcome, table_.errors)) return false;
    const auto fields = FieldsOf(table_, scenario.flow);
    const auto all = [](const auto& entries, const auto& fits) {
      return std::all_of(entries.begin(), entries.end(), fits);
    };
    return all(scenario.given,
               [&](const auto& each) {
                 return Within(each.first, fields) && Within(each.second, pool_.constants);
               }) &&
           all(scenario.stubs, [&](const Stub& stub) { return Of(stub); }) &&
           all(scenario.signals, [&](const auto& each) { return Within(each.second, pool_.constants); }) &&
           (!scenario.visits ||
            all(*scenario.visits, [&](Index actor) { return Within(actor, table_.actors); })) &&
           all(scenario.expectations,
               [&](const Expectation& each) { return Within(each.condition, pool_.programs); }) &&
           all(scenario.absent, [&](Index slot) { return Within(slot, fields); });
  }

 private:
  bool Of(const Stub& stub) const {
    return Within(stub.actor, table_.actors) && WithinOrNone(stub.when, pool_.programs) &&
           std::all_of(stub.answers.begin(), stub.answers.end(),
                       [&](const StubAnswer& answer) { return Of(answer); });
  }

  bool Of(const StubAnswer& answer) const {
    const bool raises = answer.kind == StubAnswer::Kind::kRaises;
    return WithinOrNone(answer.error, table_.errors) && (!raises || answer.error != contract::kNone) &&
           std::all_of(answer.results.begin(), answer.results.end(),
                       [&](Index constant) { return WithinOrNone(constant, pool_.constants); });
  }

  const contract::RouteTable& table_;
  const contract::Pool& pool_;
};

}  // namespace

bool FitsTable(const contract::RouteTable& table, const contract::Pool& pool, const Scenario& scenario) {
  return Fit(table, pool).Of(scenario);
}

}  // namespace mesh::deterministic
