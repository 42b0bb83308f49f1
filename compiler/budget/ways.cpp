#include "compiler/budget/ways.h"

namespace meshc::budget {
namespace {

std::optional<Cost> Changed(const std::optional<Cost>& cost, CostChange change) {
  return cost ? std::optional(change(*cost)) : std::nullopt;
}

}  // namespace

void Ways::Raise(types::ErrorId error, const Cost& cost) {
  const auto [place, added] = raised.insert({error.index, cost});
  if (!added) place->second = Worse(place->second, cost);
}

void PassJumps(const Ways& from, Ways& to, CostChange change) {
  KeepWorse(to.broken, Changed(from.broken, change));
  KeepWorse(to.continued, Changed(from.continued, change));
  KeepWorse(to.returned, Changed(from.returned, change));
}

void PassErrors(const Ways& from, Ways& to, CostChange change) {
  for (const auto& [error, cost] : from.raised) to.Raise({error}, change(cost));
}

std::optional<Cost> WorstOf(const Ways& ways) {
  std::optional<Cost> worst = ways.returned;
  KeepWorse(worst, ways.continued);
  KeepWorse(worst, ways.broken);
  for (const auto& [error, cost] : ways.raised) KeepWorse(worst, cost);
  return worst;
}

}  // namespace meshc::budget
