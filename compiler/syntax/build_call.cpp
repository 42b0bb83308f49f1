#include "compiler/support/affix.h"
#include "compiler/syntax/build.h"

namespace meshc::syntax {
namespace {

llvm::ArrayRef<BindingArgument> BuildBindings(Build& build, FlowParser::BindingListContext* tree) {
  llvm::SmallVector<BindingArgument, 8> arguments;
  for (auto* item : tree->items) {
    if (IsBroken(item)) continue;
    BindingArgument& argument = arguments.emplace_back();
    argument.range = build.RangeOf(item);
    argument.param = BuildName(build, item->id);
    argument.value = BuildExpression(build, item->value);
  }
  return build.Keep(arguments);
}

ResultTarget BuildTarget(Build& build, SourceRange range, FlowParser::AnyNameContext* result,
                         FlowParser::AnyNameContext* field) {
  ResultTarget target;
  target.range = range;
  target.result = BuildName(build, result);
  target.field = BuildName(build, field);
  target.dropped = target.field.text == "_";
  return target;
}

llvm::ArrayRef<ResultTarget> BuildTargets(Build& build, FlowParser::CallOptionContext* tree) {
  llvm::SmallVector<ResultTarget, 4> targets;
  if (tree->field != nullptr)
    targets.push_back(BuildTarget(build, build.RangeOf(tree->field), nullptr, tree->field));
  if (tree->targets != nullptr) {
    for (auto* item : tree->targets->items) {
      if (!IsBroken(item))
        targets.push_back(BuildTarget(build, build.RangeOf(item), item->result, item->field));
    }
  }
  return build.Keep(targets);
}

void AddOption(Build& build, FlowParser::CallOptionContext* tree, Call& call) {
  if (tree->timeout != nullptr) {
    if (call.timeout.present) ReportDuplicate(build, build.RangeOf(tree), "timeout");
    call.timeout = BuildTimeout(build, tree->timeout);
  } else if (tree->retry != nullptr) {
    if (call.retry.present) ReportDuplicate(build, build.RangeOf(tree), "retry");
    call.retry = BuildRetry(build, tree->retry);
  } else {
    if (call.has_as) ReportDuplicate(build, build.RangeOf(tree), "as");
    call.has_as = true;
    call.results = BuildTargets(build, tree);
  }
}

}  // namespace

Call BuildCall(Build& build, FlowParser::CallContext* tree) {
  Call call;
  call.id = build.next_id++;
  if (IsBroken(tree)) return call;
  call.range = build.RangeOf(tree);
  call.callee = BuildQualifiedName(build, tree->callee);
  call.has_arguments = tree->arguments != nullptr;
  if (call.has_arguments) call.arguments = BuildBindings(build, tree->arguments);
  for (auto* option : tree->options) {
    if (!IsBroken(option)) AddOption(build, option, call);
  }
  return call;
}

/// `draft = "";` lacks its `set`, which is reported: it is no call.
bool IsAssignment(const Build& build, SourceRange chain) {
  constexpr std::uint32_t kSign = 2;
  const std::string_view rest = build.reporter.text().substr(chain.end);
  const llvm::StringRef sign = llvm::StringRef(rest.data(), rest.size()).ltrim().take_front(kSign);
  return sign == "+=" || sign == "-=" || sign == "*=" ||
         (StartsWith(sign, "=") && sign != "=>" && sign != "==");
}

const Statement* BuildChain(Build& build, FlowParser::ChainStatementContext* tree) {
  if (IsAssignment(build, build.RangeOf(tree))) return build.NewWithId<InvalidStatement>(build.RangeOf(tree));
  auto* chain = build.NewWithId<ChainStatement>(build.RangeOf(tree));
  llvm::SmallVector<Call, 4> calls;
  calls.push_back(BuildCall(build, tree->first));
  for (auto* call : tree->rest) calls.push_back(BuildCall(build, call));
  chain->calls = build.Keep(calls);
  return chain;
}

const Statement* BuildTap(Build& build, FlowParser::TapStatementContext* tree) {
  auto* tap = build.NewWithId<TapStatement>(build.RangeOf(tree));
  tap->call = BuildCall(build, tree->step);
  return tap;
}

const Statement* BuildFollow(Build& build, FlowParser::FollowStatementContext* tree) {
  auto* follow = build.NewWithId<FollowStatement>(build.RangeOf(tree));
  follow->router = BuildCall(build, tree->router);
  return follow;
}

}  // namespace meshc::syntax
