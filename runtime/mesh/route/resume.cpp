#include "mesh/route/resume.h"

#include <algorithm>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mesh/envelope/stops.h"
#include "mesh/route/activation.h"
#include "mesh/route/frame_shapes.h"
#include "mesh/route/walk.h"

namespace mesh::route {

namespace {

using contract::Index;
using contract::kNone;
using contract::PointKind;

bool IsCall(PointKind kind) {
  return kind == PointKind::kCall || kind == PointKind::kAsk || kind == PointKind::kFollow;
}
bool MayBegin(PointKind kind) {
  return IsCall(kind) || kind == PointKind::kPark || kind == PointKind::kFork || kind == PointKind::kEachFork;
}

Index FindPoint(const contract::RouteTable& table, std::string_view name) {
  for (Index at = 0; at < table.points.size; ++at) {
    if (table.points[at].name == name) return at;
  }
  return kNone;
}

/// The frames that a point needs, from the first one on that the envelope has not.
std::vector<std::string_view> Lost(const FrameShape& needed, const FrameShape& there) {
  std::vector<std::string_view> lost;
  for (std::size_t i = 0; i < needed.frames.size(); ++i) {
    const bool has = lost.empty() && i < there.frames.size() && there.frames[i] == needed.frames[i];
    if (!has) lost.push_back(needed.frames[i].kind);
  }
  return lost;
}

/// As far as it can be told: where every hop is one stop, what was done before the last visit of that actor.
void ForgetLaterStops(const contract::RouteTable& table, Index at, Route& route) {
  const Index actor = table.points[at].actor;
  if (actor == kNone) return;
  const std::vector<std::string> stops = ExpandStops(route.prev);
  const bool straight = stops.size() == route.hop || stops.size() + 1 == route.hop;
  const auto last = std::find(stops.rbegin(), stops.rend(), table.actors[actor].name);
  if (!straight || last == stops.rend()) return;
  const auto done = static_cast<std::size_t>(stops.rend() - last) - 1;
  route.prev.clear();
  for (std::size_t i = 0; i < done; ++i) AppendStop(route.prev, stops[i]);
  // Resume takes it for the hop of the visit itself.
  route.hop = static_cast<std::uint32_t>(done) + 1;
}

/// Frames and counters that the point does not have go.
void Cut(const FrameShape& shape, Route& route) {
  route.frames.resize(ActivationBase(route) + shape.frames.size());
  std::erase_if(route.loops, [&](const auto& counter) {
    return std::ranges::find(shape.loops, counter.first) == shape.loops.end();
  });
}

}  // namespace

std::optional<std::string> MoveTo(const Router& router, Envelope& envelope, std::string_view point,
                                  std::int64_t now_ns) {
  const contract::RouteTable& table = router.table();
  const Index at = FindPoint(table, point);
  if (at == kNone) return fmt::format("table {} has no point `{}`", table.digest, point);
  if (!MayBegin(table.points[at].kind)) return fmt::format("no envelope waits at `{}`", point);
  const Index flow = table.points[at].flow;
  if (envelope.route.at != kNone && table.points[envelope.route.at].flow != flow)
    Walk(router, envelope, now_ns).LeaveFlowsBelow(flow);
  if (envelope.route.flow != table.flows[flow].name)
    return fmt::format("`{}` needs the frame `call`, which is lost", point);
  const auto shapes = FrameShapesOf(table, flow);
  const auto needed = shapes.find(at);
  if (needed == shapes.end()) return fmt::format("nothing leads to `{}`", point);
  const auto there = shapes.find(envelope.route.at);
  const auto lost = Lost(needed->second, there == shapes.end() ? FrameShape() : there->second);
  if (!lost.empty()) {
    return fmt::format("`{}` needs the {} `{}`, which {} lost", point, lost.size() == 1 ? "frame" : "frames",
                       fmt::join(lost, "`, `"), lost.size() == 1 ? "is" : "are");
  }
  Cut(needed->second, envelope.route);
  ForgetLaterStops(table, at, envelope.route);
  envelope.route.at = at;
  return std::nullopt;
}

Step Resume(const Router& router, Envelope& envelope, std::int64_t now_ns) {
  const contract::RouteTable& table = router.table();
  Route& route = envelope.route;
  if (route.at == kNone) return router.Enter(router.FindFlow(route.flow), envelope, now_ns);
  // Arriving counts it once more.
  if (IsCall(table.points[route.at].kind) && route.hop > 0) --route.hop;
  return Walk(router, envelope, now_ns).GoOn(route.at);
}

bool Unwinds(const Envelope& envelope) {
  return std::ranges::any_of(envelope.route.frames, [](const Frame& frame) {
    const auto* saga = std::get_if<SagaFrame>(&frame);
    const auto* region = std::get_if<FinallyFrame>(&frame);
    return (saga != nullptr && saga->error) || (region != nullptr && region->error);
  });
}

}  // namespace mesh::route
