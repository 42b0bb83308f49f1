#include "mesh/deterministic/run_scenarios.h"

#include <map>

#include <fmt/format.h>

#include "mesh/deterministic/expectations.h"
#include "mesh/deterministic/simulation.h"
#include "mesh/deterministic/stubs.h"
#include "mesh/deterministic/verify_scenario.h"
#include "mesh/envelope/ids.h"
#include "mesh/envelope/payload_json.h"

namespace mesh::deterministic {
namespace {

using contract::Index;

class Runner {
 public:
  Runner(const contract::RouteTable& table, const ScenarioSet& set, const Recode& recode)
      : table_(table), set_(set), recode_(recode), router_(table), evaluator_(set.pool.View()) {}

  ScenarioResult Execute(const Scenario& scenario, std::size_t number) const {
    ScenarioResult result{.title = scenario.title,
                          .file = scenario.file,
                          .line = scenario.line,
                          .passed = false,
                          .failures = {},
                          .failed = {},
                          .visits = {},
                          .trace = {},
                          .envelope = {},
                          .payload = {}};
    if (set_.digest != table_.digest) {
      result.failures.push_back(
          fmt::format("the scenario belongs to route table {}, this is {}", set_.digest, table_.digest));
    } else if (!FitsTable(table_, evaluator_.pool(), scenario)) {
      result.failures.push_back("the scenario does not fit its route table");
    } else {
      Play(scenario, number, result);
    }
    result.passed = result.failures.empty();
    result.failed.resize(result.failures.size());
    return result;
  }

 private:
  void Play(const Scenario& scenario, std::size_t number, ScenarioResult& result) const {
    Stubs stubs(router_, evaluator_, scenario, recode_);
    const Responder responder = [&](Index actor, const route::Arguments& arguments,
                                    const Envelope& envelope) {
      return stubs.Respond(actor, arguments, envelope);
    };
    // The n-th wait for a name takes its n-th signal.
    std::map<std::string_view, std::size_t> taken;
    const auto signal = [&](std::string_view name) -> std::optional<Value> {
      std::size_t number_of_name = taken[name]++;
      for (const auto& [signalled, constant] : scenario.signals) {
        if (signalled == name && number_of_name-- == 0) return evaluator_.Constant(constant);
      }
      return std::nullopt;
    };
    Trace trace;
    Run run = Simulate(router_, scenario.flow, Given(scenario, number), responder,
                       {.signal = signal, .observers = {&trace}});
    if (run.stopped) {
      // What it did until then is more than anybody reads.
      result.failures.push_back(run.envelope.status.error->message);
    } else {
      for (Mismatch& mismatch : FailedExpectations(router_, evaluator_, scenario, run.envelope, trace)) {
        result.failures.push_back(std::move(mismatch.text));
        result.failed.push_back(mismatch.expectation);
      }
      result.visits = trace.Visits();
      result.trace = trace.TakeEntries();
    }
    result.envelope = std::move(run.envelope);
    result.payload = PayloadToJson(table_, scenario.flow, result.envelope.payload, result.envelope.unknown,
                                   Sensitive::kHidden);
  }

  Envelope Given(const Scenario& scenario, std::size_t number) const {
    Envelope envelope;
    envelope.id = UuidV7(0, 0, number);
    envelope.payload.resize(FieldsOf(table_, scenario.flow).size);
    for (const auto& [slot, constant] : scenario.given)
      envelope.payload[slot] = evaluator_.Constant(constant);
    return envelope;
  }

  const contract::RouteTable& table_;
  const ScenarioSet& set_;
  const Recode& recode_;
  route::Router router_;
  expression::Evaluator evaluator_;
};

}  // namespace

std::vector<ScenarioResult> RunScenarios(const contract::RouteTable& table, const ScenarioSet& set,
                                         const std::function<bool(const std::string&)>& filter,
                                         const Recode& recode) {
  const Runner runner(table, set, recode);
  std::vector<ScenarioResult> results;
  for (std::size_t i = 0; i < set.scenarios.size(); ++i) {
    if (filter(set.scenarios[i].title)) results.push_back(runner.Execute(set.scenarios[i], i + 1));
  }
  return results;
}

}  // namespace mesh::deterministic
