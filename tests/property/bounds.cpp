// Runs random programs by the reference interpreter and asks whether the budgets hold: no run takes
// longer, or sends more messages, than the compiler says is possible.
//
//   bounds_test [--seed FIRST] [--count N]
#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "compiler/analysis/arising.h"
#include "compiler/budget/budget.h"
#include "tests/property/entry.h"
#include "tests/property/many_programs.h"
#include "tests/property/pipeline.h"
#include "tests/property/program/random_program.h"
#include "tests/property/random.h"
#include "tests/property/reference/interpreter.h"

namespace meshc::property {
namespace {

/// Answers as the random one does, but every other run takes as long as its actors may.
class SlowBehaviour : public Behaviour {
 public:
  SlowBehaviour(const types::Declarations& declarations, std::uint64_t seed)
      : declarations_(declarations), random_(declarations, seed), is_slow_(seed % 2 == 0) {}

  Reply Answer(types::ActorId actor, const mesh::ValueList& arguments) override {
    Reply reply = random_.Answer(actor, arguments);
    if (is_slow_) reply.takes_ns = declarations_.actors[actor].timeout_ns - 1;
    return reply;
  }

 private:
  const types::Declarations& declarations_;
  RandomBehaviour random_;
  bool is_slow_;
};

const budget::FlowBudget& BudgetOf(const budget::Budgets& budgets, types::FlowId flow) {
  for (const budget::FlowBudget& budget : budgets) {
    if (budget.flow == flow) return budget;
  }
  throw std::logic_error("a sound flow has no budget");
}

/// What the run exceeds; empty: nothing.
std::string Excess(const budget::FlowBudget& budget, const Interpreter::Run& run) {
  if (budget.longest.time < budget::Amount(run.line.now_ns)) {
    return fmt::format("it took {} ns, but {} are possible", run.line.now_ns, budget.longest.time.value());
  }
  // The sink gets one as well.
  const auto visits = static_cast<std::int64_t>(run.actors.size()) + 1;
  if (budget.messages < budget::Amount(visits)) {
    return fmt::format("it sent {} messages, but {} are possible", visits, budget.messages.value());
  }
  return "";
}

Verdict Check(std::uint64_t seed) {
  const std::string text = RandomProgram(seed, Features::All()).Text();
  Compilation c;
  if (!Compile(text, c)) return Verdict::kRejected;
  const sema::TypedProgram& program = *c.program;
  const auto flow = FindFlow(program, "main");
  Random random(seed);
  auto fields = EntryPayload(program.declarations.envelopes[program.flows[flow].envelope], random);
  const Signals signals = RandomSignals(random);
  SlowBehaviour behaviour(program.declarations, seed);
  Interpreter interpreter(program, behaviour, signals);
  const auto run = interpreter.Execute(flow, std::move(fields));
  const std::string excess =
      Excess(BudgetOf(budget::FindBudgets(program, analysis::FindArising(c.mesh)), flow), run);
  if (excess.empty()) return Verdict::kHolds;
  fmt::print("{}\nseed {}: {}\n", text, seed, excess);
  return Verdict::kBroken;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  return meshc::property::CheckManyPrograms(
      argc, argv,
      {"Checks the budgets of random programs against runs of the reference interpreter",
       "the budgets of {} programs hold", 2000, meshc::property::Check});
}
