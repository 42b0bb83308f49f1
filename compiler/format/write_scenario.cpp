#include "compiler/format/lists.h"
#include "compiler/format/write.h"
#include "compiler/support/enumerator.h"

namespace meshc::format {
namespace {

using syntax::ScenarioItem;
using syntax::ScenarioItemKind;
using syntax::StubAnswer;
using syntax::StubVerb;

std::string_view Spelling(StubVerb verb) {
  switch (verb) {
    case StubVerb::kReturns: return "returns";
    case StubVerb::kRaises: return "raises";
    case StubVerb::kChooses: return "chooses";
    case StubVerb::kFollows: return "follows";
  }
  NoSuchEnumerator();
}

/// Behind `then` the verb may be left out. Labels and errors may be spelled like one.
bool HasVerb(const Writer& writer, const StubAnswer& answer) {
  switch (answer.verb) {
    case StubVerb::kReturns: return !writer.IsAt("{");
    case StubVerb::kRaises: return writer.at() < answer.error.range.begin;
    case StubVerb::kChooses: return writer.at() < answer.label.range.begin;
    case StubVerb::kFollows: return !writer.IsAt("[");
  }
  NoSuchEnumerator();
}

void WriteReaction(Writer& writer, const StubAnswer& answer) {
  WriteName(writer, answer.error);
  if (answer.message == nullptr) return;
  writer.Word("(");
  WriteExpression(writer, *answer.message);
  writer.Word(")");
}

void WriteOperand(Writer& writer, const StubAnswer& answer) {
  switch (answer.verb) {
    case StubVerb::kReturns: return WriteExpression(writer, *answer.results);
    case StubVerb::kRaises: return WriteReaction(writer, answer);
    case StubVerb::kChooses: return WriteName(writer, answer.label);
    case StubVerb::kFollows:
      return WriteList(writer, "[", "]", Break::kNothing, answer.steps,
                       [&](const syntax::QualifiedName& step) { WriteName(writer, step); });
  }
}

void WriteAnswer(Writer& writer, const StubAnswer& answer) {
  if (HasVerb(writer, answer)) {
    writer.Word(Spelling(answer.verb));
    writer.Blank();
  }
  WriteOperand(writer, answer);
  while (writer.IsAt("times") || writer.IsAt("takes")) {
    const bool times = writer.IsAt("times");
    writer.Blank();
    WriteClause(writer, times ? "times" : "takes", times ? answer.times.range : answer.takes.range);
  }
}

void WriteStub(Writer& writer, const ScenarioItem& item) {
  writer.Word("stub");
  writer.Blank();
  WriteName(writer, item.name);
  if (item.when != nullptr) {
    writer.NextWord("when");
    writer.Blank();
    WriteExpression(writer, *item.when);
  }
  writer.Blank();
  writer.Open();
  WriteAnswer(writer, item.answers.front());
  writer.Indent(kContinuation);
  for (const StubAnswer& answer : item.answers.drop_front()) {
    writer.Line(Break::kBlank);
    writer.Word("then");
    writer.Blank();
    WriteAnswer(writer, answer);
  }
  writer.Dedent(kContinuation);
  writer.Attach(";");
  writer.Close();
}

void WriteGiven(Writer& writer, const ScenarioItem& item) {
  writer.Word("given");
  writer.Blank();
  if (item.value != nullptr) return WriteExpression(writer, *item.value);
  writer.Word("file");
  writer.Blank();
  writer.Leaf(item.file_range.end);
}

void WriteSignal(Writer& writer, const ScenarioItem& item) {
  writer.Word("signal");
  writer.Blank();
  WriteName(writer, item.name);
  writer.Blank();
  WriteExpression(writer, *item.value);
}

void WriteVisits(Writer& writer, const ScenarioItem& item) {
  writer.Word("visits");
  writer.Blank();
  if (!item.visits.empty()) return WriteNames(writer, item.visits);
  writer.Word("none");
  writer.DropAll(",");
}

void WriteOutcome(Writer& writer, const ScenarioItem& item) {
  writer.Word("outcome");
  writer.NextWord(item.succeeded ? "succeeded" : "failed");
  if (item.succeeded) return;
  writer.Blank();
  WriteName(writer, item.name);
}

void WriteAbsent(Writer& writer, const ScenarioItem& item) {
  writer.Word("absent");
  writer.Blank();
  WriteName(writer, item.name.name);
}

void WriteHops(Writer& writer) {
  writer.Word("hops");
  writer.NextWord("<=");
  writer.Blank();
  writer.Name();
}

void WriteExpectation(Writer& writer, const ScenarioItem& item) {
  writer.Word("expect");
  writer.Blank();
  switch (item.kind) {
    case ScenarioItemKind::kExpectVisits: return WriteVisits(writer, item);
    case ScenarioItemKind::kExpectOutcome: return WriteOutcome(writer, item);
    case ScenarioItemKind::kExpectAbsent: return WriteAbsent(writer, item);
    case ScenarioItemKind::kExpectHops: return WriteHops(writer);
    case ScenarioItemKind::kExpectTrue:
    case ScenarioItemKind::kGiven:
    case ScenarioItemKind::kStub:
    case ScenarioItemKind::kSignal: return WriteExpression(writer, *item.value);
  }
}

void WriteItem(Writer& writer, const ScenarioItem& item) {
  switch (item.kind) {
    case ScenarioItemKind::kStub: return WriteStub(writer, item);
    case ScenarioItemKind::kGiven: WriteGiven(writer, item); break;
    case ScenarioItemKind::kSignal: WriteSignal(writer, item); break;
    case ScenarioItemKind::kExpectVisits:
    case ScenarioItemKind::kExpectOutcome:
    case ScenarioItemKind::kExpectTrue:
    case ScenarioItemKind::kExpectAbsent:
    case ScenarioItemKind::kExpectHops: WriteExpectation(writer, item); break;
  }
  writer.Attach(";");
}

}  // namespace

void WriteScenario(Writer& writer, const syntax::ScenarioDeclaration& scenario) {
  writer.Word("scenario");
  writer.Blank();
  writer.Leaf(scenario.title_range.end);
  writer.NextWord("for");
  writer.Blank();
  WriteName(writer, scenario.flow);
  writer.Blank();
  WriteBlockOf(writer, Break::kAlways, [&](auto next_item) {
    for (const ScenarioItem* item : scenario.items) {
      next_item();
      WriteItem(writer, *item);
    }
  });
}

}  // namespace meshc::format
