// What stands above flows and scenarios: commands at once, numbers when the editor shows them.
#include <set>
#include <string_view>
#include <utility>

#include "compiler/budget/words.h"
#include "compiler/language_server/answers.h"
#include "compiler/language_server/convert.h"
#include "compiler/language_server/params.h"
#include "compiler/queries/call_hierarchy.h"
#include "compiler/queries/name_at.h"
#include "compiler/queries/steps.h"

namespace meshc::language_server {
namespace {

using queries::Declared;
using queries::DeclaredKind;

/// Lenses of one file.
class Lenses {
 public:
  Lenses(Session& session, const Cursor& cursor)
      : switches_(session.switches()), cursor_(cursor), convert_(session, cursor.root()) {}

  Json Take() {
    for (const Declared& declared : cursor_.root().names().all()) {
      if (declared.name.file != cursor_.place.file) continue;
      if (declared.kind == DeclaredKind::kScenario) AddScenario(declared);
      if (declared.kind == DeclaredKind::kFlow) AddFlow(declared);
    }
    return std::move(lenses_);
  }

 private:
  void Add(const Declared& declared, const std::string& title, const std::string& command, Json arguments) {
    lenses_.push_back(
        {{"range", convert_.Range(declared.name)},
         {"command", {{"title", title}, {"command", command}, {"arguments", std::move(arguments)}}}});
  }

  void AddLater(const Declared& declared, const std::string& what) {
    const Json range = convert_.Range(declared.name);
    const Json place = {
        {"what", what}, {"uri", convert_.Uri(declared.name.file)}, {"position", range["start"]}};
    lenses_.push_back({{"range", range}, {"data", place}});
  }

  void AddScenario(const Declared& declared) {
    if (!switches_.lens_scenarios) return;
    const auto& scenario = static_cast<const syntax::ScenarioDeclaration&>(*declared.declaration);
    const Json arguments = {convert_.Uri(declared.name.file), scenario.title.str()};
    Add(declared, "run", "meshc.runScenario", arguments);
    Add(declared, "trace", "meshc.traceScenario", arguments);
  }

  void AddFlow(const Declared& declared) {
    if (switches_.lens_callers) AddLater(declared, "callers");
    if (switches_.lens_graph)
      Add(declared, "graph", "meshc.showGraph",
          {convert_.Uri(declared.name.file), convert_.Range(declared.name)["start"]});
    if (switches_.lens_times) AddLater(declared, "time");
  }

  const Switches& switches_;
  const Cursor& cursor_;
  Converter convert_;
  Json lenses_ = Json::array();
};

/// By all roots that reach the flow.
std::string CallersTitle(const Cursor& cursor) {
  std::set<std::pair<std::string_view, std::uint32_t>> callers;
  for (const Root& root : cursor.roots) {
    const auto flow = queries::FindNameAt(*root, cursor.In(*root));
    if (!flow) continue;
    for (const queries::Neighbour& caller : queries::CallersOf(*root, *flow->declared))
      callers.emplace(root->sources().Name(caller.declared->name.file), caller.declared->name.begin);
  }
  if (callers.empty()) return "called by nobody";
  return std::to_string(callers.size()) + (callers.size() == 1 ? " caller" : " callers");
}

std::string TimeTitle(const queries::CheckedRoot& root, const Declared& declared) {
  const types::FlowId id =
      queries::IdOf(root, static_cast<const syntax::FlowDeclaration&>(*declared.declaration));
  if (!id.has_value() || root.budgets() == nullptr) return "longest time unknown";
  for (const budget::FlowBudget& budget : *root.budgets()) {
    if (budget.flow != id) continue;
    const std::int64_t sla = root.program()->flows[id].sla_ns;
    const std::string longest = "at most " + budget::TimeText(budget.clocked.time);
    return sla == 0 ? longest : longest + " of " + budget::TimeText(budget::Amount(sla));
  }
  return "longest time unknown";
}

}  // namespace

Json AnswerCodeLens(Session& session, const Json& params) {
  const auto cursor = session.File(params);
  if (!cursor || cursor->root().program() == nullptr) return nullptr;
  return Lenses(session, *cursor).Take();
}

/// A lens whose flow is no longer there tells nothing.
Json AnswerResolveLens(Session& session, const Json& params) {
  Json lens = params;
  // Some are whole from the beginning.
  if (!params.contains("data")) return lens;
  const Json& data = params["data"];
  const auto cursor = session.AtName(session.NameOfUri(TextMember(data, "uri")), Member(data, "position"));
  const auto name = cursor ? queries::FindNameAt(cursor->root(), cursor->place) : std::nullopt;
  std::string title;
  if (name && name->declared->kind == DeclaredKind::kFlow && cursor->root().program() != nullptr) {
    title = TextMember(data, "what") == "callers" ? CallersTitle(*cursor)
                                                  : TimeTitle(cursor->root(), *name->declared);
  }
  lens["command"] = {{"title", title}, {"command", ""}, {"arguments", Json::array()}};
  return lens;
}

}  // namespace meshc::language_server
