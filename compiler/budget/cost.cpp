#include "compiler/budget/cost.h"

#include <algorithm>

namespace meshc::budget {
namespace {

Longest Then(Paths& paths, const Longest& first, const Longest& second) {
  return {first.time + second.time, paths.Then(first.path, second.path)};
}

Longest Times(Paths& paths, const Longest& body, Amount count) {
  return {body.time * count, paths.Times(body.path, count)};
}

Longest Worse(const Longest& first, const Longest& second) {
  return first.time < second.time ? second : first;
}

Load Then(Paths& paths, const Load& first, const Load& second) {
  return {Then(paths, first.longest, second.longest), first.hops + second.hops,
          first.messages + second.messages, first.money + second.money};
}

Load Times(Paths& paths, const Load& body, Amount count) {
  return {Times(paths, body.longest, count), body.hops * count, body.messages * count, body.money * count};
}

Load Worse(const Load& first, const Load& second) {
  return {Worse(first.longest, second.longest), std::max(first.hops, second.hops),
          std::max(first.messages, second.messages), std::max(first.money, second.money)};
}

Longest AsStep(Paths& paths, const Longest& longest, const std::string& text, source::SourceRange range) {
  return {longest.time, paths.Add({text, range, longest.time, {}})};
}

}  // namespace

Cost Then(Paths& paths, const Cost& first, const Cost& second) {
  return {Then(paths, first.done, second.done), Then(paths, first.clocked, second.clocked),
          first.parked + second.parked, Then(paths, second.undo, first.undo)};
}

Cost Times(Paths& paths, const Cost& body, Amount count) {
  return {Times(paths, body.done, count), Times(paths, body.clocked, count), body.parked * count,
          Times(paths, body.undo, count)};
}

Cost Beside(Paths& paths, const Cost& first, const Cost& second) {
  Cost both = Then(paths, first, second);
  both.done.longest = Worse(first.done.longest, second.done.longest);
  both.clocked = Worse(first.clocked, second.clocked);
  both.parked = std::max(first.parked, second.parked);
  return both;
}

Cost Spread(Paths& paths, const Cost& body, Amount count, Amount waves) {
  Cost all = Times(paths, body, count);
  all.done.longest = Times(paths, body.done.longest, waves);
  all.clocked = Times(paths, body.clocked, waves);
  all.parked = body.parked * waves;
  return all;
}

Cost Worse(const Cost& first, const Cost& second) {
  return {Worse(first.done, second.done), Worse(first.clocked, second.clocked),
          std::max(first.parked, second.parked), Worse(first.undo, second.undo)};
}

void KeepWorse(std::optional<Cost>& kept, const std::optional<Cost>& other) {
  if (!other) return;
  kept = kept ? Worse(*kept, *other) : *other;
}

Cost Undone(Paths& paths, const Cost& cost) {
  if (!cost.undo.longest.path.has_value()) return {cost.done, cost.clocked, cost.parked, {}};
  Load undo = cost.undo;
  undo.longest.path = paths.Then(paths.Mark("[undo]"), undo.longest.path);
  return {Then(paths, cost.done, undo), Then(paths, cost.clocked, undo.longest), cost.parked, {}};
}

Cost Marked(Paths& paths, const Cost& cost, const std::string& mark) {
  const PathId step = paths.Mark(mark);
  Cost marked = cost;
  marked.done.longest.path = paths.Then(cost.done.longest.path, step);
  marked.clocked.path = paths.Then(cost.clocked.path, step);
  return marked;
}

Cost Under(Paths& paths, const std::string& mark, const Cost& cost) {
  const PathId step = paths.Mark(mark);
  Cost under = cost;
  for (PathId* path : {&under.done.longest.path, &under.clocked.path}) {
    if (path->has_value()) *path = paths.Then(step, *path);
  }
  return under;
}

Cost AsStep(Paths& paths, const Cost& cost, const std::string& text, source::SourceRange range) {
  Cost step = cost;
  step.done.longest = AsStep(paths, cost.done.longest, text, range);
  step.clocked = AsStep(paths, cost.clocked, text, range);
  if (cost.undo.longest.path.has_value()) {
    step.undo.longest = AsStep(paths, cost.undo.longest, "undo " + text, range);
  }
  return step;
}

Cost Limited(Paths& paths, const Cost& cost, std::int64_t limit_ns, const std::string& text,
             source::SourceRange range) {
  const Amount limit(limit_ns);
  Cost limited = cost;
  if (limit < cost.done.longest.time) {
    limited.done.longest = AsStep(paths, Longest{limit, {}}, text, range);
  }
  if (limit < cost.clocked.time) limited.clocked = AsStep(paths, Longest{limit, {}}, text, range);
  return limited;
}

}  // namespace meshc::budget
