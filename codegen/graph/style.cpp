#include "codegen/graph/style.h"
#include "compiler/support/enumerator.h"

namespace meshc::codegen::graph {

NodeStyle StyleOf(NodeKind kind) {
  switch (kind) {
    case NodeKind::kStart: return {"circle", "filled", "#1f2933", "#1f2933"};
    case NodeKind::kSuccess: return {"box", "rounded,filled", "#d9f2e3", "#2f9e62"};
    case NodeKind::kFailure: return {"box", "rounded,filled", "#fbdede", "#d64545"};
    case NodeKind::kProcessor: return {"box", "filled", "#ffffff", "#52667a"};
    case NodeKind::kRouter: return {"box", "filled", "#e6effb", "#2f6fb8"};
    case NodeKind::kDecision: return {"diamond", "filled", "#fff6d6", "#c99a0c"};
    case NodeKind::kAction: return {"note", "filled", "#f5f5f5", "#9aa5b1"};
    case NodeKind::kFlowCall: return {"box3d", "filled", "#efe9fb", "#7a5bc2"};
    case NodeKind::kFreshCall: return {"box3d", "filled,dashed", "#efe9fb", "#7a5bc2"};
    case NodeKind::kFork: return {"trapezium", "filled", "#e0f4f3", "#1f8a85"};
    case NodeKind::kJoin: return {"invtrapezium", "filled", "#e0f4f3", "#1f8a85"};
    case NodeKind::kPark: return {"octagon", "filled", "#fdeede", "#c9721d"};
    case NodeKind::kTap: return {"box", "rounded,filled", "#eef1f4", "#66788a"};
    case NodeKind::kPart: return {"folder", "filled", "#fafbfc", "#52667a"};
    case NodeKind::kFinally: return {"circle", "filled", "#52667a", "#52667a"};
  }
  NoSuchEnumerator();
}

EdgeStyle StyleOf(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::kNext: return {"#3e4c59", "solid", "plain"};
    case EdgeKind::kBack: return {"#2f6fb8", "bold", "thick"};
    case EdgeKind::kOptional: return {"#1f8a85", "dashed", "green dashed"};
    case EdgeKind::kTap: return {"#66788a", "dashed", "grey dashed"};
    case EdgeKind::kError: return {"#d64545", "solid", "red"};
    case EdgeKind::kAnyError: return {"#d64545", "dashed", "red dashed"};
    case EdgeKind::kUndo: return {"#c9721d", "dotted", "orange dotted"};
    case EdgeKind::kUnknown: return {"#a21caf", "bold", "purple thick"};
  }
  NoSuchEnumerator();
}

RegionStyle StyleOf(RegionKind kind) {
  switch (kind) {
    case RegionKind::kFlow: return {"rounded,filled", "#fafbfc", "#b8c4ce"};
    case RegionKind::kLoop: return {"rounded,filled,dashed", "#eef5fd", "#2f6fb8"};
    case RegionKind::kTry: return {"rounded,filled,dashed", "#fdf7f7", "#e08a8a"};
    case RegionKind::kSaga: return {"rounded,filled,dashed", "#fdf8f0", "#c9721d"};
    case RegionKind::kFinally: return {"rounded,filled,dashed", "#f1f4f6", "#52667a"};
  }
  NoSuchEnumerator();
}

}  // namespace meshc::codegen::graph
