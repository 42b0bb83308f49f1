// `finally`: one region, entered with the number of the way out that was pending, left by a
// dispatch on it.
#include <array>
#include <string_view>
#include <utility>

#include "compiler/lower/flow_lowering.h"

namespace meshc::lower {
namespace {

constexpr std::array<std::string_view, kJumpKinds> kWays = {"normal", "return", "break", "continue"};

std::string_view WayName(JumpKind kind) { return kWays[static_cast<std::size_t>(kind)]; }

}  // namespace

// What leads here is the normal end of the guarded statement.
void FlowLowering::LowerFinally(const Guarded& guarded, FinallyEntries& entries, ir::PointId after) {
  std::string path = guarded.construct + "[finally]";
  source::SourceRange origin = guarded.guards.finally_range;
  ir::PointId region = points_.NewLabel();
  std::vector<JumpKind> exits;
  for (std::size_t i = 0; i < kJumpKinds; ++i) {
    auto kind = static_cast<JumpKind>(i);
    if (kind == JumpKind::kNormal ? !points_.IsReached() : !entries.jumps[i].has_value()) continue;
    if (kind != JumpKind::kNormal) points_.Place(entries.jumps[i]);
    auto number = static_cast<std::uint32_t>(exits.size());
    exits.push_back(kind);
    Emit(path + "/on_" + std::string(WayName(kind)), ir::FinallyEnter{number, region}, origin, true);
  }
  points_.Place(entries.error);
  Emit(path + "/on_error", ir::FinallyEnter{std::nullopt, region}, origin, true);

  points_.Place(region);
  enclosure_.EnterFinallyBlock();
  LowerIn(path, guarded.guards.finally_body);
  EmitWaysOut(path, origin, exits, after);
}

// Stands inside the finally block's scope and leaves it.
void FlowLowering::EmitWaysOut(const std::string& path, source::SourceRange origin,
                               const std::vector<JumpKind>& exits, ir::PointId after) {
  ir::FinallyExit lowered;
  for (std::size_t i = 0; i < exits.size(); ++i) {
    lowered.targets.push_back(exits[i] == JumpKind::kNormal ? after : points_.NewLabel());
  }
  std::vector<ir::PointId> targets = lowered.targets;
  bool ends = points_.IsReached();
  if (ends) Emit(path + "/exit", std::move(lowered), origin, true);
  enclosure_.Leave();
  if (!ends) return;
  for (std::size_t i = 0; i < exits.size(); ++i) {
    if (exits[i] == JumpKind::kNormal) continue;
    JumpRoute route = RouteOf(exits[i]);
    points_.Place(targets[i]);
    if (route.is_direct()) {
      points_.GoTo(route.target);
    } else {
      Emit(path + "/then_" + std::string(WayName(exits[i])),
           ir::Unwind{route.frames, std::move(route.loops), route.target}, origin, true);
    }
  }
}

}  // namespace meshc::lower
