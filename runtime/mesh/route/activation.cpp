#include "mesh/route/activation.h"

#include <algorithm>
#include <iterator>

namespace mesh::route {
namespace {

using Counter = std::pair<contract::Index, std::uint32_t>;

auto FindCounter(Route& route, contract::Index loop) {
  return std::lower_bound(route.loops.begin(), route.loops.end(), Counter(loop, 0));
}

}  // namespace

std::size_t ActivationBase(const Route& route) {
  std::size_t base = route.frames.size();
  while (base > 0 && !std::holds_alternative<CallFrame>(route.frames[base - 1])) --base;
  return base;
}

void KeepFrames(Route& route, std::size_t count) {
  while (route.frames.size() > count) route.frames.pop_back();
}

void PopFrame(Route& route) {
  Frame frame = std::move(route.frames.back());
  route.frames.pop_back();
  auto* saga = std::get_if<SagaFrame>(&frame);
  SagaFrame* outer = saga == nullptr ? nullptr : InnermostSaga(route.frames);
  if (outer == nullptr) return;
  outer->undo.insert(outer->undo.end(), std::make_move_iterator(saga->undo.begin()),
                     std::make_move_iterator(saga->undo.end()));
}

bool InBranch(const std::vector<Frame>& frames) {
  return std::any_of(frames.begin(), frames.end(),
                     [](const Frame& frame) { return std::holds_alternative<BranchFrame>(frame); });
}

SagaFrame* InnermostSaga(std::vector<Frame>& frames) {
  for (std::size_t i = frames.size(); i > 0; --i) {
    if (auto* saga = std::get_if<SagaFrame>(&frames[i - 1])) return saga;
  }
  return nullptr;
}

void SetRounds(Route& route, contract::Index loop, std::uint32_t rounds) {
  const auto counter = FindCounter(route, loop);
  if (counter != route.loops.end() && counter->first == loop)
    counter->second = rounds;
  else
    route.loops.emplace(counter, loop, rounds);
}

std::uint32_t RoundsOf(const Route& route, contract::Index loop) {
  const auto counter = std::lower_bound(route.loops.begin(), route.loops.end(), Counter(loop, 0));
  return counter != route.loops.end() && counter->first == loop ? counter->second : 0;
}

void DropLoop(Route& route, contract::Index loop) {
  const auto counter = FindCounter(route, loop);
  if (counter != route.loops.end() && counter->first == loop) route.loops.erase(counter);
}

void DropLoops(Route& route, contract::Array<contract::Index> loops) {
  for (const contract::Index loop : loops) DropLoop(route, loop);
}

void DropLoops(Route& route, contract::Span loops) {
  const auto first = FindCounter(route, loops.first);
  route.loops.erase(first, FindCounter(route, loops.first + loops.count));
}

}  // namespace mesh::route
