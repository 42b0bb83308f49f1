#include <fmt/format.h>

#include <stdexcept>

#include "tests/property/print/source_text.h"

namespace meshc::property {
namespace {

using syntax::ScenarioItemKind;

std::string Answer(const syntax::StubAnswer& answer) {
  std::string text;
  switch (answer.verb) {
    case syntax::StubVerb::kReturns: text = "returns " + Text(answer.results); break;
    case syntax::StubVerb::kRaises:
      text = "raises " + Text(answer.error);
      if (answer.message != nullptr) text += "(" + Text(answer.message) + ")";
      break;
    case syntax::StubVerb::kChooses: text = "chooses " + answer.label.text.str(); break;
    case syntax::StubVerb::kFollows: text = "follows [" + Text(answer.steps) + "]"; break;
  }
  return text + Text(answer.times, "times") + Text(answer.takes, "takes");
}

std::string Item(const syntax::ScenarioItem& item) {
  switch (item.kind) {
    case ScenarioItemKind::kGiven:
      return "given " + (item.value == nullptr ? "file " + Quoted(item.file) : Text(item.value));
    case ScenarioItemKind::kStub: {
      const std::string when = item.when == nullptr ? "" : " when " + Text(item.when);
      return "stub " + Text(item.name) + when + " " + Joined(item.answers, " then ", Answer);
    }
    case ScenarioItemKind::kSignal: return "signal " + Text(item.name) + " " + Text(item.value);
    case ScenarioItemKind::kExpectVisits:
      return "expect visits " + (item.visits.empty() ? "none" : Text(item.visits));
    case ScenarioItemKind::kExpectOutcome:
      return "expect outcome " + (item.succeeded ? "succeeded" : "failed " + Text(item.name));
    // In parentheses, so that no field is taken for the word of another expectation.
    case ScenarioItemKind::kExpectTrue: return "expect (" + Text(item.value) + ")";
    case ScenarioItemKind::kExpectAbsent: return "expect absent " + item.name.name.text.str();
    case ScenarioItemKind::kExpectHops: return fmt::format("expect hops <= {}", item.hops);
  }
  throw std::logic_error("an unknown item of a scenario");
}

}  // namespace

std::string Text(const syntax::ScenarioDeclaration& scenario) {
  std::string text = fmt::format("scenario {} for {} {{\n", Quoted(scenario.title), Text(scenario.flow));
  for (const auto* item : scenario.items) text += Item(*item) + ";\n";
  return text + "}";
}

}  // namespace meshc::property
