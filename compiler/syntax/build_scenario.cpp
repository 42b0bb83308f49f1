#include <algorithm>
#include <iterator>

#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/support/enumerator.h"
#include "compiler/syntax/build.h"

namespace meshc::syntax {
namespace {

using diagnostics::Lexeme;
using diagnostics::Reason;
namespace diag = diagnostics::diag;

llvm::ArrayRef<QualifiedName> BuildSteps(Build& build, FlowParser::StubStepsContext* tree) {
  return tree == nullptr ? llvm::ArrayRef<QualifiedName>() : BuildNames(build, tree->items);
}

void AddExtras(Build& build, const std::vector<FlowParser::StubExtraContext*>& extras, StubAnswer& answer) {
  for (auto* extra : extras) {
    if (IsBroken(extra)) continue;
    const SourceRange range = build.RangeOf(extra);
    if (extra->word->getType() == FlowParser::TIMES) {
      if (answer.times.present) ReportDuplicate(build, range, "times");
      answer.times.present = true;
      answer.times.range = range;
      answer.times.value = BuildCount(build, extra->amount);
    } else {
      if (answer.takes.present) ReportDuplicate(build, range, "takes");
      answer.takes.present = true;
      answer.takes.range = range;
      answer.takes.value = BuildQuantity(build, extra->amount);
    }
  }
}

StubAnswer BuildAnswer(Build& build, FlowParser::StubAnswerContext* tree) {
  StubAnswer answer;
  answer.range = build.RangeOf(tree);
  switch (tree->verb->getType()) {
    case FlowParser::RETURNS:
      answer.verb = StubVerb::kReturns;
      answer.results = BuildRecordLiteral(build, tree->results);
      break;
    case FlowParser::RAISES:
      answer.verb = StubVerb::kRaises;
      answer.error = BuildQualifiedName(build, tree->reaction->error);
      if (tree->reaction->message != nullptr)
        answer.message = BuildExpression(build, tree->reaction->message);
      break;
    case FlowParser::CHOOSES:
      answer.verb = StubVerb::kChooses;
      answer.label = BuildName(build, tree->label);
      break;
    default:
      answer.verb = StubVerb::kFollows;
      answer.steps = BuildSteps(build, tree->steps);
      break;
  }
  AddExtras(build, tree->extras, answer);
  return answer;
}

std::string_view Operand(StubVerb verb) {
  switch (verb) {
    case StubVerb::kReturns: return "`returns` takes a record";
    case StubVerb::kRaises: return "`raises` takes an error";
    case StubVerb::kChooses: return "`chooses` takes a label";
    case StubVerb::kFollows: return "`follows` takes a list";
  }
  NoSuchEnumerator();
}

void FillBare(Build& build, FlowParser::BareAnswerContext* tree, StubAnswer& answer) {
  if (answer.verb == StubVerb::kChooses) {
    answer.label = BuildName(build, tree->first);
    return;
  }
  answer.error.range =
      build.RangeOf(tree->first->start, (tree->second == nullptr ? tree->first : tree->second)->stop);
  answer.error.name = BuildName(build, tree->first);
  if (tree->second != nullptr) {
    answer.error.qualifier = answer.error.name;
    answer.error.name = BuildName(build, tree->second);
  }
  if (tree->message != nullptr) answer.message = BuildExpression(build, tree->message);
}

bool Fits(FlowParser::StubNextContext* tree, StubVerb verb) {
  if (tree->results != nullptr) return verb == StubVerb::kReturns;
  if (tree->steps != nullptr) return verb == StubVerb::kFollows;
  if (verb == StubVerb::kChooses) return tree->bare->second == nullptr && tree->bare->message == nullptr;
  return verb == StubVerb::kRaises;
}

// Without a verb of its own it has that of `previous`.
StubAnswer BuildNext(Build& build, FlowParser::StubNextContext* tree, StubVerb previous) {
  if (tree->full != nullptr) return BuildAnswer(build, tree->full);
  StubAnswer answer;
  answer.range = build.RangeOf(tree);
  answer.verb = previous;
  if (Fits(tree, previous)) {
    answer.results = tree->results == nullptr ? nullptr : BuildRecordLiteral(build, tree->results);
    answer.steps = BuildSteps(build, tree->steps);
    if (tree->bare != nullptr) FillBare(build, tree->bare, answer);
  } else {
    build.reporter.Report(diag::VerbMismatch, answer.range, Reason{std::string(Operand(previous))})
        .AddHelp("after `then` the verb stays the same unless another one stands there");
  }
  AddExtras(build, tree->extras, answer);
  return answer;
}

void FillStub(Build& build, FlowParser::ScenarioItemContext* tree, ScenarioItem& item) {
  item.kind = ScenarioItemKind::kStub;
  item.name = BuildQualifiedName(build, tree->actor);
  if (tree->condition != nullptr) item.when = BuildExpression(build, tree->condition);
  llvm::SmallVector<StubAnswer, 4> answers;
  answers.push_back(BuildAnswer(build, tree->first));
  for (auto* next : tree->rest) answers.push_back(BuildNext(build, next, answers.back().verb));
  item.answers = build.Keep(answers);
}

void FillGiven(Build& build, FlowParser::ScenarioItemContext* tree, ScenarioItem& item) {
  item.kind = ScenarioItemKind::kGiven;
  if (tree->literal != nullptr) {
    item.value = BuildRecordLiteral(build, tree->literal);
    return;
  }
  const Identifier word = BuildName(build, tree->word);
  if (word.text != "file") ReportUnknownWord(build, word, "`file` or a record");
  item.file = BuildString(build, tree->file);
  item.file_range = build.RangeOf(tree->file);
}

/// The word that is meant: `success` is `succeeded`, which is reported.
std::string_view MeantOutcome(Build& build, const Identifier& word) {
  constexpr std::string_view kGood[] = {"ok",       "pass",    "passed",    "succeed",
                                        "succeeds", "success", "successful"};
  constexpr std::string_view kBad[] = {"fail", "fails", "failure"};
  const std::string_view written(word.text.data(), word.text.size());
  const auto is = [&](std::string_view other) { return written == other; };
  const bool good = std::any_of(std::begin(kGood), std::end(kGood), is);
  if (!good && std::none_of(std::begin(kBad), std::end(kBad), is)) return written;
  const std::string meant = good ? "succeeded" : "failed";
  build.reporter.Report(diag::ForeignSpelling, word.range, Lexeme{std::string(written)}, Lexeme{meant})
      .AddFix("write `" + meant + "`", {{word.range, meant}}, diagnostics::Applicability::kMachine);
  return good ? "succeeded" : "failed";
}

void FillOutcome(Build& build, FlowParser::ExpectationContext* tree, ScenarioItem& item) {
  item.kind = ScenarioItemKind::kExpectOutcome;
  const Identifier word = BuildName(build, tree->outcome);
  item.name = BuildQualifiedName(build, tree->error);
  const std::string_view outcome = MeantOutcome(build, word);
  item.succeeded = outcome == "succeeded";
  if (outcome == "failed" && tree->error == nullptr) {
    build.reporter.Report(diag::Expected, word.range, Reason{"an error after `failed`"}, Reason{"none"})
        .AddHelp("write `expect outcome failed error_name;`");
  } else if (item.succeeded && tree->error != nullptr) {
    build.reporter
        .Report(diag::Expected, item.name.range, Reason{"`;`"},
                Reason{fmt::format("`{}`", item.name.name.text.str())})
        .AddHelp("only `failed` names an error");
  } else if (outcome != "failed" && !item.succeeded) {
    ReportUnknownWord(build, word, "`succeeded` or `failed`");
  }
}

void FillVisits(Build& build, FlowParser::ExpectationContext* tree, ScenarioItem& item) {
  item.kind = ScenarioItemKind::kExpectVisits;
  item.visits = BuildNames(build, tree->visits);
  const bool none = item.visits.size() == 1 && item.visits.front().qualifier.text.empty() &&
                    item.visits.front().name.text == "none";
  if (none) item.visits = {};
}

void FillExpect(Build& build, FlowParser::ExpectationContext* tree, ScenarioItem& item) {
  const std::size_t word = tree->word == nullptr ? 0 : tree->word->getType();
  switch (word) {
    case FlowParser::VISITS_WORD: return FillVisits(build, tree, item);
    case FlowParser::OUTCOME_WORD: return FillOutcome(build, tree, item);
    case FlowParser::ABSENT_WORD:
      item.kind = ScenarioItemKind::kExpectAbsent;
      item.name.name = BuildName(build, tree->field);
      item.name.range = item.name.name.range;
      return;
    case FlowParser::HOPS_WORD:
      item.kind = ScenarioItemKind::kExpectHops;
      item.hops = BuildCount(build, tree->hops);
      return;
    default:
      item.kind = ScenarioItemKind::kExpectTrue;
      item.value = BuildExpression(build, tree->condition);
      return;
  }
}

ScenarioItem* BuildItem(Build& build, FlowParser::ScenarioItemContext* tree) {
  auto* item = build.New<ScenarioItem>();
  item->range = build.RangeOf(tree);
  switch (tree->start->getType()) {
    case FlowParser::GIVEN: FillGiven(build, tree, *item); break;
    case FlowParser::STUB: FillStub(build, tree, *item); break;
    case FlowParser::EXPECT: FillExpect(build, tree->wanted, *item); break;
    default:
      item->kind = ScenarioItemKind::kSignal;
      item->name.name = BuildName(build, tree->id);
      item->name.range = item->name.name.range;
      item->value = BuildExpression(build, tree->value);
      break;
  }
  return item;
}

}  // namespace

Declaration* BuildScenario(Build& build, FlowParser::ScenarioDeclarationContext* tree) {
  auto* scenario = build.New<ScenarioDeclaration>();
  scenario->title = BuildString(build, tree->title);
  scenario->title_range = build.RangeOf(tree->title);
  scenario->flow = BuildQualifiedName(build, tree->subject);
  llvm::SmallVector<const ScenarioItem*, 16> items;
  if (tree->body != nullptr) {
    for (auto* item : tree->body->items) {
      if (IsBroken(item) || item->start->getType() == FlowParser::SEMICOLON) continue;
      items.push_back(BuildItem(build, item));
    }
  }
  scenario->items = build.Keep(items);
  return scenario;
}

}  // namespace meshc::syntax
