#include "compiler/support/enumerator.h"
#include "compiler/syntax/print_tree.h"

namespace meshc::syntax {
namespace {

std::string ShowAnswer(const StubAnswer& answer) {
  switch (answer.verb) {
    case StubVerb::kReturns: return "returns " + Show(answer.results);
    case StubVerb::kRaises: {
      const std::string message =
          answer.message == nullptr ? std::string() : fmt::format("({})", Show(answer.message));
      return fmt::format("raises {}{}", Show(answer.error), message);
    }
    case StubVerb::kChooses: return "chooses " + answer.label.text.str();
    case StubVerb::kFollows: return fmt::format("follows [{}]", Show(answer.steps));
  }
  NoSuchEnumerator();
}

void PrintStub(TreePrinter& printer, const ScenarioItem& item) {
  const std::string when = item.when == nullptr ? std::string() : " when " + Show(item.when);
  printer.Line(item.range, "Stub {}{}", Show(item.name), when);
  const Nested nested(printer);
  for (const StubAnswer& answer : item.answers) {
    const std::string times =
        answer.times.present ? fmt::format(" times {}", answer.times.value) : std::string();
    const std::string takes = answer.takes.present ? " takes " + Show(answer.takes.value) : std::string();
    printer.Line(answer.range, "Answer {}{}{}", ShowAnswer(answer), times, takes);
  }
}

void PrintGiven(TreePrinter& printer, const ScenarioItem& item) {
  item.value == nullptr ? printer.Line(item.range, "Given file {}", item.file.str())
                        : printer.Line(item.range, "Given {}", Show(item.value));
}

void PrintItem(TreePrinter& printer, const ScenarioItem& item) {
  switch (item.kind) {
    case ScenarioItemKind::kGiven: return PrintGiven(printer, item);
    case ScenarioItemKind::kStub: return PrintStub(printer, item);
    case ScenarioItemKind::kSignal:
      return printer.Line(item.range, "Signal {} {}", Show(item.name), Show(item.value));
    case ScenarioItemKind::kExpectVisits:
      return printer.Line(item.range, "Expect visits {}", item.visits.empty() ? "none" : Show(item.visits));
    case ScenarioItemKind::kExpectOutcome:
      return printer.Line(item.range, "Expect outcome {}",
                          item.succeeded ? "succeeded" : "failed " + Show(item.name));
    case ScenarioItemKind::kExpectTrue: return printer.Line(item.range, "Expect {}", Show(item.value));
    case ScenarioItemKind::kExpectAbsent:
      return printer.Line(item.range, "Expect absent {}", Show(item.name));
    case ScenarioItemKind::kExpectHops: return printer.Line(item.range, "Expect hops <= {}", item.hops);
  }
}

}  // namespace

void PrintScenario(TreePrinter& printer, const ScenarioDeclaration& scenario) {
  const Nested nested(printer);
  for (const ScenarioItem* item : scenario.items) PrintItem(printer, *item);
}

}  // namespace meshc::syntax
