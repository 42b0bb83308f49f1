#include <fmt/format.h>

#include "compiler/budget/words.h"
#include "compiler/queries/hover.h"
#include "compiler/queries/steps.h"
#include "compiler/support/enumerator.h"

namespace meshc::queries {
namespace {

using Kind = sema::ParamSource::Kind;

std::string_view ClassWord(types::ErrorClass error_class) {
  switch (error_class) {
    case types::ErrorClass::kRetriable: return "retriable";
    case types::ErrorClass::kRecoverable: return "recoverable";
    case types::ErrorClass::kFatal: return "fatal";
  }
  NoSuchEnumerator();
}

class StepText {
 public:
  StepText(const CheckedRoot& root, const syntax::Call& call, const sema::CallFacts& facts)
      : root_(root), call_(call), facts_(facts), declarations_(root.program()->declarations) {
    const syntax::FlowDeclaration* flow = FlowAround(root, {call.range.file, call.range.begin});
    const types::FlowId id = flow == nullptr ? types::FlowId{} : IdOf(root, *flow);
    if (id.has_value()) envelope_ = root.program()->flows[id].envelope;
  }

  std::string Print() {
    if (facts_.actor.has_value()) AddActor(declarations_.actors[facts_.actor]);
    AddErrors();
    return std::move(text_);
  }

 private:
  void AddActor(const types::Actor& actor) {
    for (std::size_t i = 0; i < actor.params.size() && i < facts_.params.size(); ++i)
      Line("takes", actor.params[i].name, SourceOf(facts_.params[i]));
    for (std::size_t i = 0; i < actor.results.size() && i < facts_.results.size(); ++i)
      Line("gives", actor.results[i].name, SinkOf(facts_.results[i]));
    AddTimes(actor);
  }

  void Line(std::string_view verb, const std::string& name, const std::string& rest) {
    if (!rest.empty())
      text_ += fmt::format("{}- {} `{}` {}", text_.empty() ? "\n\n" : "\n", verb, name, rest);
  }

  std::string FieldName(std::uint32_t slot) const {
    return envelope_.has_value() ? declarations_.envelopes[envelope_].fields[slot].name : "";
  }

  std::string SourceOf(const sema::ParamSource& source) const {
    if (source.kind == Kind::kExpression) {
      return source.expression == nullptr ? ""
                                          : fmt::format("from `{}`", root_.Text(source.expression->range));
    }
    if (source.kind == Kind::kField) return fmt::format("from the field `{}`", FieldName(source.field));
    if (source.kind == Kind::kVariable) return "from the variable of its name";
    if (source.kind == Kind::kDefault) return "as its default";
    if (source.kind == Kind::kNothing) return "without a value";
    return "";
  }

  std::string SinkOf(const sema::ResultSink& sink) const {
    if (sink.invalid) return "";
    return sink.field ? fmt::format("to the field `{}`", FieldName(*sink.field)) : "to nobody";
  }

  void AddTimes(const types::Actor& actor) {
    const std::int64_t timeout = facts_.timeout_ns.value_or(actor.timeout_ns);
    const auto& retry = facts_.retry ? facts_.retry : actor.retry;
    std::string times = fmt::format("\n\nTimeout {}", budget::TimeText(budget::Amount(timeout)));
    if (retry && retry->attempts > 1) {
      const budget::Amount all = budget::Amount(timeout) * budget::Amount(retry->attempts);
      times +=
          fmt::format(" × {} attempts = {} and the pauses between", retry->attempts, budget::TimeText(all));
    }
    text_ += times;
    if (actor.cost > 0) text_ += fmt::format("\n\nCost {} a visit", actor.cost);
  }

  void AddErrors() {
    const ir::PointId point = PointOf(root_, call_.range);
    if (!point.has_value() || root_.paths() == nullptr) return;
    std::string errors;
    for (const analysis::PossibleError& possible : root_.paths()->ErrorsAt(point)) {
      const types::Error& error = declarations_.errors[possible.error];
      errors += fmt::format("\n- `{}` ({}) {}", error.name, ClassWord(error.error_class), Catcher(possible));
    }
    if (!errors.empty()) text_ += "\n\nMay raise" + errors;
  }

  std::string Catcher(const analysis::PossibleError& possible) const {
    if (possible.leaves_flow) return "leaves the flow";
    if (!possible.caught.has_value()) return "ends its branch";
    const auto at = root_.sources().Locate(possible.caught.file, possible.caught.begin);
    return fmt::format("is caught by `on {}` in line {}", root_.Text(possible.caught), at.line);
  }

  const CheckedRoot& root_;
  const syntax::Call& call_;
  const sema::CallFacts& facts_;
  const types::Declarations& declarations_;
  types::EnvelopeId envelope_;
  std::string text_;
};

}  // namespace

std::string DescribeStep(const CheckedRoot& root, const syntax::Call& call) {
  const sema::CallFacts* facts = FactsOf(root, call);
  return facts == nullptr ? "" : StepText(root, call, *facts).Print();
}

std::string DescribeBudget(const CheckedRoot& root, types::FlowId flow) {
  std::string text;
  if (const budget::Budgets* budgets = root.budgets()) {
    for (const budget::FlowBudget& budget : *budgets) {
      if (budget.flow != flow) continue;
      const std::int64_t sla = root.program()->flows[flow].sla_ns;
      text += fmt::format("\n\nLongest time {}", budget::TimeText(budget.clocked.time));
      if (sla > 0) {
        text += fmt::format(" of an sla of {}{}", budget::TimeText(budget::Amount(sla)),
                            budget.exceeds(sla) ? ", **which it may exceed**" : "");
      }
      text += fmt::format("  \nMost hops {}, messages {}, cost {}", budget::CountText(budget.hops),
                          budget::CountText(budget.messages), budget::MoneyText(budget.money));
    }
  }
  const analysis::Facts* facts = root.facts();
  if (facts == nullptr || flow.index >= facts->escapes.size()) return text;
  std::string errors;
  for (const types::ErrorId error : *facts->escapes[flow.index]) {
    errors += (errors.empty() ? "`" : ", `") + root.program()->declarations.errors[error].name + "`";
  }
  return errors.empty() ? text : text + "\n\nMay fail with " + errors;
}

}  // namespace meshc::queries
