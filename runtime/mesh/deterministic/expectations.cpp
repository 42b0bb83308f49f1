#include "mesh/deterministic/expectations.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "mesh/envelope/payload_json.h"
#include "mesh/value/json.h"
#include "mesh/value/json_writer.h"
#include "mesh/value/utf8.h"

namespace mesh::deterministic {
namespace {

using contract::Index;
using contract::kNone;
using contract::Op;

class Checker {
 public:
  Checker(const route::Router& router, const expression::Evaluator& evaluator, const Scenario& scenario,
          const Envelope& ended, const Trace& trace)
      : router_(router),
        table_(router.table()),
        evaluator_(evaluator),
        scenario_(scenario),
        ended_(ended),
        trace_(trace),
        fields_(FieldsOf(table_, scenario.flow)) {}

  std::vector<Mismatch> Run() {
    CheckOutcome();
    if (scenario_.visits) CheckVisits(*scenario_.visits);
    for (std::size_t i = 0; i < scenario_.expectations.size(); ++i) CheckCondition(i);
    for (std::size_t i = 0; i < scenario_.absent.size(); ++i) CheckAbsent(i);
    CheckHops();
    return std::move(failures_);
  }

 private:
  using Kind = FailedExpectation::Kind;

  void Fail(Kind kind, std::size_t number, std::string text) {
    failures_.push_back({{kind, number}, std::move(text)});
  }

  static std::string OutcomeText(const Status& status) {
    if (!status.error) return "succeeded";
    std::string text = fmt::format("failed {}", status.error->name);
    if (!status.error->message.empty()) text += fmt::format(" (\"{}\")", ShowControls(status.error->message));
    if (!status.error->actor.empty()) text += fmt::format(", raised by {}", status.error->actor);
    return text;
  }

  void CheckOutcome() {
    const Status& status = ended_.status;
    const std::string_view expected = scenario_.outcome == kNone ? "" : table_.errors[scenario_.outcome].name;
    const std::string_view got = status.error ? std::string_view(status.error->name) : "";
    if (expected == got) return;
    Fail(Kind::kOutcome, 0,
         fmt::format("expected outcome {}{}, got {}", expected.empty() ? "succeeded" : "failed ", expected,
                     OutcomeText(status)));
  }

  void CheckVisits(const std::vector<Index>& actors) {
    std::vector<std::string> expected;
    for (const Index actor : actors) expected.emplace_back(table_.actors[actor].name);
    const std::vector<std::string> visits = trace_.Visits();
    if (expected == visits) return;
    const auto [first, other] = std::mismatch(expected.begin(), expected.end(), visits.begin(), visits.end());
    Fail(Kind::kVisits, 0,
         fmt::format("the visits differ from number {} on\n  expected  {}\n  got       {}",
                     first - expected.begin() + 1, NamesText(expected), NamesText(visits)));
  }

  static std::string NamesText(const std::vector<std::string>& names) {
    return names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "));
  }

  void CheckCondition(std::size_t number) {
    const Expectation& expectation = scenario_.expectations[number];
    const auto outcome = evaluator_.Evaluate(expectation.condition, {.fields = ended_.payload});
    const auto* value = std::get_if<Value>(&outcome);
    if (value != nullptr && value->kind() == ValueKind::kBool && value->boolean()) return;
    const std::set<Index> read = FieldsRead(expectation.condition);
    const bool hidden = std::any_of(read.begin(), read.end(),
                                    [&](Index slot) { return router_.sensitivity().Hides(fields_[slot]); });
    std::string failure = expectation.line > 0 ? fmt::format("line {}: ", expectation.line) : "";
    failure += "expected " + expectation.text;
    if (const auto* broken = std::get_if<expression::Failure>(&outcome))
      failure += fmt::format("; {}", hidden ? std::string(kRedacted) : ShowControls(broken->message));
    for (const Index slot : read) failure += fmt::format("\n  {} is {}", fields_[slot].name, FieldText(slot));
    Fail(Kind::kCondition, number, std::move(failure));
  }

  std::set<Index> FieldsRead(Index program) const {
    const contract::Pool& pool = evaluator_.pool();
    std::set<Index> slots;
    for (const contract::Instruction& each : Slice(pool.code, pool.programs[program].code)) {
      const bool field = each.op == Op::kField || each.op == Op::kFieldSoft;
      if (field && each.a < fields_.size) slots.insert(each.a);
    }
    return slots;
  }

  std::string FieldText(Index slot) const {
    const ValueList& payload = ended_.payload;
    if (slot >= payload.size() || payload[slot].kind() == ValueKind::kAbsent) return "absent";
    JsonWriter out;
    WriteField(out, table_.pool, fields_[slot], payload[slot], Sensitive::kHidden);
    return out.Take();
  }

  void CheckAbsent(std::size_t number) {
    const Index slot = scenario_.absent[number];
    const std::string text = FieldText(slot);
    if (text != "absent")
      Fail(Kind::kAbsent, number,
           fmt::format("expected {} to be absent, it is {}", fields_[slot].name, text));
  }

  void CheckHops() {
    const std::uint32_t hops = trace_.hops();
    if (!scenario_.max_hops || hops <= *scenario_.max_hops) return;
    Fail(Kind::kHops, 0, fmt::format("expected at most {} hops, got {}", *scenario_.max_hops, hops));
  }

  const route::Router& router_;
  const contract::RouteTable& table_;
  const expression::Evaluator& evaluator_;
  const Scenario& scenario_;
  const Envelope& ended_;
  const Trace& trace_;
  contract::Array<contract::Field> fields_;
  std::vector<Mismatch> failures_;
};

}  // namespace

std::vector<Mismatch> FailedExpectations(const route::Router& router, const expression::Evaluator& evaluator,
                                         const Scenario& scenario, const Envelope& ended,
                                         const Trace& trace) {
  return Checker(router, evaluator, scenario, ended, trace).Run();
}

}  // namespace mesh::deterministic
