#include <algorithm>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/sema/reach/reach.h"
#include "compiler/sema/scenarios/scenario_checker.h"

namespace meshc::sema {

/// What the flow and all that it calls may wait for, in source order within each flow.
std::vector<AwaitSite> ScenarioChecker::FindAwaits() const {
  std::vector<AwaitSite> awaits;
  const std::vector<bool> called = CalledFrom(context_, scenario_.flow);
  for (const AwaitSite& await : context_.sites.awaits) {
    if (called[await.flow.index]) awaits.push_back(await);
  }
  return awaits;
}

/// Awaits of one name are taken to have one type: that of the first.
void ScenarioChecker::CheckSignal(const Item& item) {
  const syntax::Identifier& name = item.name.name;
  if (!scenario_.flow.has_value() || name.text.empty() || item.value == nullptr) return;
  if (!awaits_) awaits_ = FindAwaits();
  const auto found = std::find_if(awaits_->begin(), awaits_->end(),
                                  [&](const AwaitSite& await) { return await.signal == name.text; });
  if (found == awaits_->end()) return ReportSignal(name);
  if (auto value = ReadInput(*item.value, found->type)) {
    scenario_.signals.push_back({name.text.str(), std::move(*value)});
  }
}

void ScenarioChecker::ReportSignal(const syntax::Identifier& name) {
  std::vector<std::string_view> names;
  for (const AwaitSite& await : *awaits_) names.emplace_back(await.signal.data(), await.signal.size());
  auto report = context_.diagnostics.Report(diag::UnknownSignal, name.range,
                                            Name{context_.program.flows[scenario_.flow].name}, NameOf(name));
  Suggest(context_, report, name, names);
}

}  // namespace meshc::sema
