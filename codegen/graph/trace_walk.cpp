#include "codegen/graph/trace_walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "codegen/graph/common_errors.h"
#include "codegen/graph/labels.h"
#include "compiler/ir/point_parts.h"

namespace meshc::codegen::graph {

Course Tracer::Walk::With(const Course& course, std::string_view more) const {
  if (tracer_.ShowsHops()) return course;
  if (course.label.empty() || more.empty()) return {course.kind, course.label + std::string(more)};
  return {course.kind, fmt::format("{} · {}", course.label, more)};
}

void Tracer::Walk::Arrive(Arrival arrival) {
  if (arrived_.insert(arrival).second) arrivals_.push_back(std::move(arrival));
}

std::vector<Arrival> Tracer::Walk::Finish() {
  for (; !ahead_.empty(); ahead_.pop_front()) {
    const auto [id, course] = ahead_.front();
    if (tracer_.ShowsHops()) ThrowOwn(id);
    Leave(id, course);
  }
  return std::move(arrivals_);
}

void Tracer::Walk::Go(ir::PointId id, const Course& course) {
  if (!tracer_.ShowsHops()) id = tracer_.Skip(id);
  if (!tracer_.drawn_(id)) {
    if (seen_.emplace(id, course.kind, course.label).second) ahead_.emplace_back(id, course);
    return;
  }
  if (tracer_.ShowsHops()) ThrowBeforeVisit(id);
  Arrive({id, {}, course.kind, course.label});
}

void Tracer::Walk::Leave(ir::PointId id, const Course& course) {
  const ir::Point& point = mesh_.points[id];
  std::visit(ir::ByKind{
                 [&](const ir::Return&) { End(point.flow, course); },
                 [&](const ir::Raise& raise) {
                   Throw(id, {raise.error, id, EdgeKind::kError});
                 },
                 [&](const ir::Reraise&) { ThrowUnknown(id); },
                 [&](const ir::FinallyExit& exit) {
                   for (const ir::PointId target : exit.targets) Go(target, course);
                   // Frames tell where errors go on.
                   if (tracer_.ShowsHops()) ThrowUnknown(id);
                 },
                 [&](const ir::Catch&) {},
                 [&](const ir::Undo&) {},
                 [&](const ir::LoopStart& start) { Go(FirstRound(start), course); },
                 [&](const ir::LoopRound& round) { Round(round, course); },
                 [&](const ir::Branch& branch) {
                   Go(branch.if_true, With(course, "yes"));
                   Go(branch.if_false, With(course, "no"));
                 },
                 [&](const ir::Match& match) { Cases(match, point.flow, course); },
                 [&](const ir::Ask& ask) { Labels(ask, course); },
                 [&](const ir::Follow& follow) { Go(follow.next, course); },
                 [&](const ir::FollowNext& next) { FollowNext(id, next, course); },
                 [&](const ir::FlowCall& call) {
                   Go(tracer_.ShowsHops() ? mesh_.flows[call.flow].entry : call.next, course);
                 },
                 [&](const ir::Fork& fork) { Fork(fork, course); },
                 [&](const ir::EachFork& each) {
                   Go(each.body, course);
                   Go(each.join, With(course, "no element"));
                 },
                 [&](const ir::BranchEnd& end) {
                   if (!end.join.has_value()) return;
                   Go(end.join, {});
                   if (tracer_.ShowsHops()) FailJoin(id);
                 },
                 [&](const ir::Tap& tap) {
                   Go(tap.copy, {EdgeKind::kTap, "a copy"});
                   Go(tap.next, course);
                 },
                 [&](const ir::Park& park) {
                   Go(park.next, course);
                   if (park.on_timeout) Go(*park.on_timeout, With(course, "timeout"));
                 },
                 [&](const ir::AnyOf<ir::Call, ir::Set, ir::Unwind, ir::FinallyEnter, ir::Join, ir::SagaEnter,
                                     ir::SagaExit, ir::Gap> auto&) {
                   for (const ir::PointId next : ir::Successors(point)) Go(next, course);
                 },
             },
             point.body);
}

/// The first round of a loop is sure, so its bound is no way out yet.
ir::PointId Tracer::Walk::FirstRound(const ir::LoopStart& start) const {
  const auto* round = std::get_if<ir::LoopRound>(&mesh_.points[start.next].body);
  return round != nullptr && round->loop == start.loop ? round->body : start.next;
}

void Tracer::Walk::Round(const ir::LoopRound& round, const Course& course) {
  Go(round.body, course);
  const std::uint32_t max = mesh_.loops[round.loop].max;
  Go(round.exhausted, With(course, fmt::format("after {} round{}", max, max == 1 ? "" : "s")));
}

void Tracer::Walk::Cases(const ir::Match& match, types::FlowId flow, const Course& course) {
  for (const ir::MatchCase& arm : match.cases)
    Go(arm.target, With(course, PrintCase(mesh_, match, arm.value, flow)));
  if (match.rest) Go(*match.rest, With(course, "else"));
}

void Tracer::Walk::Labels(const ir::Ask& ask, const Course& course) {
  const types::Actor& router = mesh_.declarations.actors[ask.visit.actor];
  for (std::size_t i = 0; i < ask.targets.size(); ++i)
    Go(ask.targets[i], Course{course.kind, router.labels[i].name});
}

void Tracer::Walk::Fork(const ir::Fork& fork, const Course& course) {
  for (const ir::ForkBranch& branch : fork.branches)
    Go(branch.entry, branch.optional ? With(course.As(EdgeKind::kOptional), "optional") : course);
  if (fork.branches.empty()) Go(fork.join, course);
}

void Tracer::Walk::FollowNext(ir::PointId id, const ir::FollowNext& next, const Course& course) {
  const ir::PointId plan = tracer_.openers_.OfFollowNext(id);
  for (const ir::PointId step : std::get<ir::Follow>(mesh_.points[plan].body).steps) Go(step, course);
  Go(next.next, With(course, "no step left"));
}

void Tracer::Walk::End(types::FlowId flow, const Course& course) {
  if (tracer_.callers_.empty() || tracer_.callers_[flow.index].empty())
    return Arrive({{}, flow, course.kind, course.label});
  for (const ir::PointId caller : tracer_.callers_[flow.index])
    for (const ir::PointId next : ir::Successors(mesh_.points[caller])) Go(next, course);
}

/// What a point that is no visit may raise by itself.
void Tracer::Walk::ThrowOwn(ir::PointId id) {
  const ir::Point& point = mesh_.points[id];
  const bool parked = std::holds_alternative<ir::Park>(point.body);
  for (const types::ErrorId error : tracer_.point_errors_->OwnAt(point)) {
    const bool is_timeout = parked && error == BuiltinError(mesh::contract::BuiltinError::kTimeout);
    const bool common = !is_timeout && CatchesCommonErrors(error);
    Throw(id, {error, id, common ? EdgeKind::kAnyError : EdgeKind::kError});
  }
}

/// What may go wrong at an actor's point before the actor gets anything: whoever came before it still
/// holds the envelope.
void Tracer::Walk::ThrowBeforeVisit(ir::PointId id) {
  for (const types::ErrorId error : tracer_.point_errors_->OwnAt(mesh_.points[id])) {
    if (ArisesBeforeVisit(error)) Throw(id, {error, id, EdgeKind::kAnyError});
  }
}

}  // namespace meshc::codegen::graph
