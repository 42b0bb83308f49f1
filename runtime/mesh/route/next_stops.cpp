// A view of the way ahead, for people and other tools.
#include <vector>

#include "mesh/contract/enumerator.h"
#include "mesh/route/router.h"

namespace mesh::route {
namespace {

using contract::Index;
using contract::kNone;
using contract::Point;
using contract::PointKind;

/// Follows the points whose successor does not depend on the payload.
class Preview {
 public:
  Preview(const contract::RouteTable& table, const Route& route) : table_(table) {
    for (const Frame& frame : route.frames) frames_.push_back(Exit(frame));
  }

  std::vector<std::string> From(Index at) {
    at = table_.points[at].kind == PointKind::kCall ? table_.points[at].next : kNone;
    for (Index steps = 0; at != kNone && steps < kMostSteps; ++steps) at = Next(table_.points[at], at);
    return std::move(names_);
  }

 private:
  /// People read no further, and a way without decisions ends of itself.
  static constexpr Index kMostSteps = 1000;

  /// What is left of a frame here: where control goes when its scope ends.
  struct Scope {
    bool call = false;
    Index exit = kNone;  ///< A call's point, the number of a finally's exit.
  };

  static Scope Exit(const Frame& frame) {
    if (const auto* call = std::get_if<CallFrame>(&frame)) return {true, call->point};
    if (const auto* final = std::get_if<FinallyFrame>(&frame)) return {false, final->exit};
    return {};
  }

  Index Next(const Point& point, Index at) {
    switch (point.kind) {
      case PointKind::kCall:
      case PointKind::kAsk:
      case PointKind::kFollow:
        names_.emplace_back(table_.actors[point.actor].name);
        return point.kind == PointKind::kCall ? point.next : kNone;
      case PointKind::kFlowCall: frames_.push_back({true, at}); return table_.flows[point.callee].entry;
      case PointKind::kReturn: {
        while (!frames_.empty() && !frames_.back().call) frames_.pop_back();
        const Index call = Pop();
        return call == kNone ? kNone : table_.points[call].next;
      }
      case PointKind::kUnwind:
        for (std::uint32_t i = 0; i < point.frames; ++i) Pop();
        return point.next;
      case PointKind::kFinallyEnter: frames_.push_back({false, point.exit}); return point.next;
      case PointKind::kFinallyExit: {
        const Index exit = Pop();
        return exit < point.targets.count ? Slice(table_.pool.indices, point.targets)[exit] : kNone;
      }
      case PointKind::kSet:
      case PointKind::kLoopStart:
      case PointKind::kTap: return point.next;
      case PointKind::kBranch:
      case PointKind::kMatch:
      case PointKind::kLoopRound:
      case PointKind::kCatch:
      case PointKind::kRaise:
      case PointKind::kReraise:
      case PointKind::kFollowNext:
      case PointKind::kFork:
      case PointKind::kEachFork:
      case PointKind::kJoin:
      case PointKind::kBranchEnd:
      case PointKind::kPark:
      case PointKind::kSagaEnter:
      case PointKind::kSagaExit:
      case PointKind::kUndo: return kNone;
    }
    contract::NoSuchEnumerator();
  }

  Index Pop() {
    if (frames_.empty()) return kNone;
    const Index exit = frames_.back().exit;
    frames_.pop_back();
    return exit;
  }

  const contract::RouteTable& table_;
  std::vector<Scope> frames_;
  std::vector<std::string> names_;
};

}  // namespace

std::vector<std::string> Router::NextStops(const Envelope& envelope) const {
  if (envelope.route.at == kNone) return {};
  return Preview(table_, envelope.route).From(envelope.route.at);
}

}  // namespace mesh::route
