// Statements that this version only parses: one notice each. What stands inside is checked as
// usual, so that real mistakes are found; names of variables and targets count as declared.
#include <llvm/Support/Casting.h>

#include "compiler/sema/build.h"
#include "compiler/sema/flow_checker.h"
#include "compiler/sema/unsupported.h"

namespace meshc::sema {
namespace {

SourceRange FirstWord(SourceRange statement, std::uint32_t length) {
  return {statement.file, statement.begin, statement.begin + length};
}

}  // namespace

void FlowChecker::CheckParallel(const syntax::ParallelStatement& statement) {
  ReportUnsupported(context_, FirstWord(statement.range, 8), "`parallel`");
  enclosures_.push_back(Enclosure::kParallel);
  for (const syntax::Branch& branch : statement.branches) {
    if (branch.body == nullptr) continue;
    const auto* chain = llvm::dyn_cast<syntax::ChainStatement>(branch.body);
    if (chain != nullptr)
      CheckChain(*chain, true);
    else
      CheckStatement(*branch.body);
  }
  enclosures_.pop_back();
}

void FlowChecker::CheckEach(const syntax::EachStatement& statement) {
  ReportUnsupported(context_, FirstWord(statement.range, 4), "`each`");
  const TypeId list =
      statement.list == nullptr ? types().invalid() : Expressions().CheckValue(*statement.list);
  const types::Type type = types()[list];
  const TypeId element = type.kind == types::TypeKind::kList ? type.element : types().invalid();
  if (type.kind != types::TypeKind::kList && type.kind != types::TypeKind::kInvalid) {
    context_.diagnostics.Report(diag::NotIndexable, statement.list->range, Show(context_, list))
        .AddHelp("`each` goes over a list");
  }
  Declare(statement.variable, false, element);
  enclosures_.push_back(Enclosure::kEach);
  CheckBlock(statement.body);
  enclosures_.pop_back();
  Forget(statement.variable);
  for (const syntax::CollectClause& collect : statement.collects) {
    FindTarget(collect.from);
    FindTarget(collect.into);
  }
}

void FlowChecker::CheckFollow(const syntax::FollowStatement& statement) {
  ReportUnsupported(context_, FirstWord(statement.range, 6), "`follow`");
  CheckCall(statement.router, CallPlace::kFollow);
}

void FlowChecker::CheckSaga(const syntax::SagaStatement& statement) {
  ReportUnsupported(context_, FirstWord(statement.range, 4), "`saga`");
  CheckBlock(statement.body);
}

void FlowChecker::CheckTap(const syntax::TapStatement& statement) {
  ReportUnsupported(context_, FirstWord(statement.range, 3), "`tap`");
  CheckCall(statement.call, CallPlace::kTap);
}

void FlowChecker::CheckAwait(const syntax::AwaitStatement& statement) {
  ReportUnsupported(context_, FirstWord(statement.range, 5), "`await`");
  if (statement.type != nullptr) ResolveType(context_, scope_.file, *statement.type);
  FindTarget(statement.field);
  ReadDuration(context_, statement.timeout);
  CheckBlock(statement.else_body);
}

}  // namespace meshc::sema
