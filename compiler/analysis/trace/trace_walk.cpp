#include "compiler/analysis/trace/trace_walk.h"

#include <algorithm>
#include <variant>

#include "compiler/analysis/trace/common_errors.h"
#include "compiler/ir/point_parts.h"

namespace meshc::analysis {

Course Tracer::Walk::With(const Course& course, Reason::Kind more, ir::PointId at,
                          std::uint32_t index) const {
  Course further = course;
  if (!tracer_.ShowsHops()) further.reasons.push_back({more, at, index});
  return further;
}

/// Only one, or a row of them would lead to a place in more ways than anybody can read.
Course Tracer::Walk::Behind(const Course& course, ir::PointId park) const {
  Course further = course;
  if (!tracer_.ShowsHops()) return further;
  std::erase_if(further.reasons, [](const Reason& reason) {
    return reason.kind == Reason::Kind::kAwait || reason.kind == Reason::Kind::kTimeout;
  });
  further.reasons.push_back({Reason::Kind::kAwait, park});
  return further;
}

Course Tracer::Walk::Missed(const Course& course, ir::PointId park) const {
  Course further = Behind(course, park);
  further.reasons.push_back({Reason::Kind::kTimeout, park});
  return further;
}

void Tracer::Walk::Stop(Passage passage) {
  if (stopped_.insert(passage).second) passages_.push_back(std::move(passage));
}

std::vector<Passage> Tracer::Walk::Finish() {
  for (; !ahead_.empty(); ahead_.pop_front()) {
    const auto [id, course] = ahead_.front();
    if (tracer_.ShowsHops()) ThrowOwn(id);
    Leave(id, course);
  }
  return std::move(passages_);
}

void Tracer::Walk::Go(ir::PointId id, const Course& course) {
  if (!tracer_.ShowsHops()) id = tracer_.Skip(id);
  if (!tracer_.stops_(id)) {
    if (seen_.emplace(id, course.kind, course.reasons).second) ahead_.emplace_back(id, course);
    return;
  }
  if (tracer_.ShowsHops()) ThrowBeforeVisit(id);
  Stop({id, {}, course.kind, course.reasons});
}

void Tracer::Walk::Leave(ir::PointId id, const Course& course) {
  const ir::Point& point = mesh_.points[id];
  std::visit(ir::ByKind{
                 [&](const ir::Return&) { End(point.flow, course); },
                 [&](const ir::Raise& raise) {
                   Throw(id, {raise.error, id, PassageKind::kError});
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
                 [&](const ir::LoopRound& round) { Round(id, round, course); },
                 [&](const ir::Branch& branch) {
                   Go(branch.if_true, With(course, Reason::Kind::kYes, id));
                   Go(branch.if_false, With(course, Reason::Kind::kNo, id));
                 },
                 [&](const ir::Match& match) { Cases(id, match, course); },
                 [&](const ir::Ask& ask) { Labels(id, ask, course); },
                 [&](const ir::Follow& follow) { Go(follow.next, course); },
                 [&](const ir::FollowNext& next) { FollowNext(id, next, course); },
                 [&](const ir::FlowCall& call) {
                   Go(tracer_.ShowsHops() ? mesh_.flows[call.flow].entry : call.next, course);
                 },
                 [&](const ir::Fork& fork) { Fork(id, fork, course); },
                 [&](const ir::EachFork& each) {
                   Go(each.body, course);
                   Go(each.join, With(course, Reason::Kind::kNoElement, id));
                 },
                 [&](const ir::BranchEnd& end) {
                   if (!end.join.has_value()) return;
                   Go(end.join, {});
                   if (tracer_.ShowsHops()) FailJoin(id);
                 },
                 [&](const ir::Tap& tap) {
                   Go(tap.copy, {PassageKind::kCopy, {}});
                   Go(tap.next, course);
                 },
                 [&](const ir::Park& park) {
                   Go(park.next, Behind(course, id));
                   if (park.on_timeout) Go(*park.on_timeout, Missed(course, id));
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

void Tracer::Walk::Round(ir::PointId id, const ir::LoopRound& round, const Course& course) {
  Go(round.body, course);
  Go(round.exhausted, With(course, Reason::Kind::kExhausted, id));
}

void Tracer::Walk::Cases(ir::PointId id, const ir::Match& match, const Course& course) {
  for (std::uint32_t i = 0; i < match.cases.size(); ++i)
    Go(match.cases[i].target, With(course, Reason::Kind::kCase, id, i));
  if (match.rest) Go(*match.rest, With(course, Reason::Kind::kElse, id));
}

void Tracer::Walk::Labels(ir::PointId id, const ir::Ask& ask, const Course& course) {
  for (std::uint32_t i = 0; i < ask.targets.size(); ++i)
    Go(ask.targets[i], {course.kind, {{Reason::Kind::kLabel, id, i}}});
}

void Tracer::Walk::Fork(ir::PointId id, const ir::Fork& fork, const Course& course) {
  for (const ir::ForkBranch& branch : fork.branches) {
    Go(branch.entry,
       branch.optional ? With(course.As(PassageKind::kOptional), Reason::Kind::kOptional, id) : course);
  }
  if (fork.branches.empty()) Go(fork.join, course);
}

void Tracer::Walk::FollowNext(ir::PointId id, const ir::FollowNext& next, const Course& course) {
  const ir::PointId plan = tracer_.openers_.OfFollowNext(id);
  for (const ir::PointId step : std::get<ir::Follow>(mesh_.points[plan].body).steps) Go(step, course);
  Go(next.next, With(course, Reason::Kind::kNoStep, id));
}

void Tracer::Walk::End(types::FlowId flow, const Course& course) {
  if (tracer_.callers_.empty() || tracer_.callers_[flow.index].empty())
    return Stop({{}, flow, course.kind, course.reasons});
  for (const ir::PointId caller : tracer_.callers_[flow.index])
    for (const ir::PointId next : ir::Successors(mesh_.points[caller])) Go(next, course);
}

/// What a point that is no visit may raise by itself.
void Tracer::Walk::ThrowOwn(ir::PointId id) {
  const ir::Point& point = mesh_.points[id];
  const bool parked = std::holds_alternative<ir::Park>(point.body);
  for (const types::ErrorId error : tracer_.point_errors_->OwnAt(point)) {
    const bool is_timeout = parked && error == types::IdOf(types::BuiltinError::kTimeout);
    const bool common = !is_timeout && CatchesCommonErrors(error);
    Throw(id, {error, id, common ? PassageKind::kAnyError : PassageKind::kError});
  }
}

/// What may go wrong at an actor's point before the actor gets anything: whoever came before it still
/// holds the envelope.
void Tracer::Walk::ThrowBeforeVisit(ir::PointId id) {
  for (const types::ErrorId error : tracer_.point_errors_->OwnAt(mesh_.points[id])) {
    if (ArisesBeforeVisit(error)) Throw(id, {error, id, PassageKind::kAnyError});
  }
}

}  // namespace meshc::analysis
