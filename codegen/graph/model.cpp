#include "codegen/graph/model.h"
#include "compiler/support/enumerator.h"

namespace meshc::codegen::graph {

bool IsInside(const std::vector<Region>& regions, Index region, Index outer) {
  while (region != kNone && region != outer) region = regions[region].parent;
  return region == outer;
}

std::string_view Name(NodeKind kind) {
  switch (kind) {
    case NodeKind::kStart: return "start";
    case NodeKind::kSuccess: return "success";
    case NodeKind::kFailure: return "failure";
    case NodeKind::kProcessor: return "processor";
    case NodeKind::kRouter: return "router";
    case NodeKind::kDecision: return "decision";
    case NodeKind::kAction: return "action";
    case NodeKind::kFlowCall: return "flow_call";
    case NodeKind::kFreshCall: return "fresh_call";
    case NodeKind::kFork: return "fork";
    case NodeKind::kJoin: return "join";
    case NodeKind::kPark: return "park";
    case NodeKind::kTap: return "tap";
    case NodeKind::kPart: return "part";
    case NodeKind::kFinally: return "finally";
  }
  NoSuchEnumerator();
}

std::string_view Name(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::kNext: return "next";
    case EdgeKind::kBack: return "back";
    case EdgeKind::kOptional: return "optional";
    case EdgeKind::kTap: return "tap";
    case EdgeKind::kError: return "error";
    case EdgeKind::kAnyError: return "any_error";
    case EdgeKind::kUndo: return "undo";
    case EdgeKind::kUnknown: return "unknown";
  }
  NoSuchEnumerator();
}

std::string_view Name(RegionKind kind) {
  switch (kind) {
    case RegionKind::kFlow: return "flow";
    case RegionKind::kLoop: return "loop";
    case RegionKind::kTry: return "try";
    case RegionKind::kSaga: return "saga";
    case RegionKind::kFinally: return "finally";
  }
  NoSuchEnumerator();
}

}  // namespace meshc::codegen::graph
