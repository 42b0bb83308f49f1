#include "compiler/budget/flow_order.h"

#include "compiler/budget/statements.h"

namespace meshc::budget {
namespace {

using types::FlowId;

std::vector<FlowId> CalleesOf(const sema::TypedProgram& program, FlowId flow) {
  std::vector<FlowId> callees;
  ForEachStatement(*program.flows[flow].declaration, [&](const syntax::Statement& statement, bool) {
    ForEachCall(program, statement, [&](const sema::CallFacts& call, source::SourceRange) {
      if (call.flow.has_value()) callees.push_back(call.flow);
    });
  });
  return callees;
}

/// Depth first, with a stack of its own: flows may call each other in long chains.
class OrderSearch {
 public:
  explicit OrderSearch(const sema::TypedProgram& program) : program_(program), seen_(program.flows.size()) {}

  std::vector<FlowId> Run() && {
    for (const FlowId flow : program_.flows.ids()) {
      if (program_.flows[flow].health == sema::Health::kSound) Visit(flow);
    }
    return std::move(order_);
  }

 private:
  struct Frame {
    FlowId flow;
    std::vector<FlowId> callees;
    std::size_t next = 0;
  };

  void Enter(FlowId flow) {
    if (seen_[flow.index]) return;
    seen_[flow.index] = true;
    open_.push_back({flow, CalleesOf(program_, flow)});
  }

  void Visit(FlowId flow) {
    Enter(flow);
    while (!open_.empty()) {
      Frame& top = open_.back();
      if (top.next < top.callees.size()) {
        Enter(top.callees[top.next++]);
      } else {
        order_.push_back(top.flow);
        open_.pop_back();
      }
    }
  }

  const sema::TypedProgram& program_;
  std::vector<bool> seen_;
  std::vector<Frame> open_;
  std::vector<FlowId> order_;
};

}  // namespace

std::vector<FlowId> CalleesFirst(const sema::TypedProgram& program) { return OrderSearch(program).Run(); }

}  // namespace meshc::budget
