#include "mesh/route/point_kinds.h"

#include "mesh/contract/enumerator.h"

namespace mesh::route {

std::string_view KindName(const contract::Point& point) {
  using contract::PointKind;
  switch (point.kind) {
    case PointKind::kCall: return "a call";
    case PointKind::kAsk: return "a question to a router";
    case PointKind::kFollow:
    case PointKind::kFollowNext: return "`follow`";
    case PointKind::kFlowCall: return "a flow call on an envelope of its own";
    case PointKind::kReturn: return "a return";
    case PointKind::kSet: return "`set`";
    case PointKind::kBranch: return "a branch";
    case PointKind::kMatch: return "`match`";
    case PointKind::kLoopStart: return "the start of a loop";
    case PointKind::kLoopRound: return "a round of a loop";
    case PointKind::kUnwind: return "a jump";
    case PointKind::kFinallyEnter: return "the way into a `finally`";
    case PointKind::kFinallyExit: return "the way out of a `finally`";
    case PointKind::kCatch: return "a clause";
    case PointKind::kRaise: return "`raise`";
    case PointKind::kReraise: return "`raise` without an error";
    case PointKind::kFork: return "`parallel`";
    case PointKind::kEachFork: return "`each`";
    case PointKind::kJoin: return "a join";
    case PointKind::kBranchEnd: return "the end of a branch";
    case PointKind::kPark: return "`await`";
    case PointKind::kTap: return "`tap`";
    case PointKind::kSagaEnter:
    case PointKind::kSagaExit: return "`saga`";
    case PointKind::kUndo: return "`undo`";
  }
  contract::NoSuchEnumerator();
}

}  // namespace mesh::route
