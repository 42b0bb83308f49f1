// Follows a flow from its start along all ways at once, and adds up the worst that they may take.
//
// `here_` is the worst cost of arriving at the statement at hand; it is none where nothing arrives.
// Jumps and errors leave the statements around for `ways_`, which whoever guards, repeats or joins
// them takes up. Costs count from the start of the innermost loop, branch, `each`, saga or flow,
// whose costs are multiplied, joined or undone as a whole.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/budget/ways.h"
#include "compiler/sema/typed_program.h"
#include "compiler/types/arising_errors.h"

namespace meshc::budget {

using Actors = Store<types::ActorId, types::Actor>;
using KnownFlows = std::vector<FlowCosts>;  ///< By FlowId.

class FlowWalk {
 public:
  /// `actors`: the program's, or what a deploy makes of them. `known` has the costs of all flows that the
  /// walked one calls.
  FlowWalk(const sema::TypedProgram& program, const Actors& actors, const types::ArisingErrors& arising,
           const KnownFlows& known)
      : program_(program), actors_(actors), arising_(arising), known_(known) {}

  /// Once per walk. The paths of the result are among `paths()`.
  FlowCosts Run(types::FlowId flow);
  const Paths& paths() const { return paths_; }

 private:
  using Body = llvm::function_ref<void()>;

  // flow_walk.cpp
  void Walk(const syntax::Block& block);
  void Walk(const syntax::Statement& statement);
  void Add(const Cost& cost) { here_ = Then(paths_, *here_, cost); }
  void Jump(std::optional<Cost>& way, const std::string& word);
  void Raise(types::BuiltinError error) { ways_->Raise(types::IdOf(error), *here_); }
  void Raise(const syntax::RaiseStatement& raise);
  /// What arises at `place`, a call, a statement or a condition, arises here.
  void RaiseAt(source::SourceRange place);
  bool MayRaiseAt(source::SourceRange place, types::BuiltinError error) const;
  /// An expression is evaluated here. Null: none.
  void Evaluate(const syntax::Expression* expression);
  /// Runs `body` as if the flow began there. Hands back its end; its other ways go to `ways`.
  std::optional<Cost> Apart(Ways& ways, Body body);

  // walk_call.cpp
  void Chain(const syntax::ChainStatement& chain);
  void Call(const syntax::Call& call);
  /// `name`: the callee's; `place`: where errors arise.
  void Call(const sema::CallFacts& facts, source::SourceRange name, source::SourceRange place);
  void CallActor(const sema::CallFacts& facts, source::SourceRange range);
  void CallFlow(const sema::CallFacts& facts, source::SourceRange range);
  Load LoadOf(const types::Actor& actor, const Visit& visit, source::SourceRange range);
  Cost WithinSla(const Cost& inside, std::int64_t sla_ns) const;
  void Follow(const syntax::FollowStatement& follow);
  void Tap(const syntax::TapStatement& tap);

  // walk_choice.cpp
  void If(const syntax::IfStatement& statement);
  void Match(const syntax::MatchStatement& match);
  void Route(const syntax::RouteStatement& route);
  /// One way on from `before`; where it ends is kept in `joined`. `mark` shows it in a path.
  void Arm(const Cost& before, const std::string& mark, std::optional<Cost>& joined, Body body);

  // walk_loop.cpp
  struct Loop {
    std::int64_t max = 0;
    const syntax::Block& body;
    const syntax::Block* else_body = nullptr;  ///< Null: none.
    const syntax::Expression* test = nullptr;  ///< Null: it ends by jumps alone.
    bool tests_first = false;
  };
  void Repeat(const Loop& loop);
  void EndRounds(const Loop& loop, const Cost& all, std::optional<Cost>& ended);
  /// From here to the start of the last round of `max`. `round` is none if no round comes to its end.
  Cost BeforeLast(const std::optional<Cost>& round, std::int64_t max);
  /// Returns and errors in the last round.
  void PassLast(const Ways& ways, const std::optional<Cost>& round, std::int64_t max);

  // walk_guard.cpp
  void Guard(const syntax::Block& body, const syntax::Guards& guards);
  void GuardByClauses(const syntax::Block& body, llvm::ArrayRef<syntax::OnClause> clauses);
  void Clause(const syntax::OnClause& clause, const Ways& caught, std::optional<Cost>& ended);
  void Finally(const syntax::Block& body, const Ways& pending);

  // walk_join.cpp
  struct Children {
    Cost all;
    const Ways& failures;  ///< Errors of those that may fail the join.
    const syntax::WaitClause& wait;
    const syntax::DurationClause& timeout;
    std::string word;
    source::SourceRange keyword;
  };
  void Parallel(const syntax::ParallelStatement& statement);
  void Each(const syntax::EachStatement& statement);
  static Cost Child(std::optional<Cost> ended, const Ways& ways);
  void NoteEndless(const syntax::EachStatement& statement, const Cost& all);
  static Amount WavesOf(const syntax::EachStatement& statement, Amount length);
  void Join(const Children& children);

  // walk_saga.cpp, walk_await.cpp
  void Saga(const syntax::SagaStatement& saga);
  void Await(const syntax::AwaitStatement& await);

  const sema::TypedProgram& program_;
  const Actors& actors_;
  const types::ArisingErrors& arising_;
  const KnownFlows& known_;
  Paths paths_;
  std::optional<Cost> here_ = Cost{};
  Ways* ways_ = nullptr;
  const Ways* caught_ = nullptr;  ///< What the innermost clause has caught: `raised`.
  bool in_child_ = false;         ///< In a branch or an `each`, where no clock stands still.
  Endless endless_;
  bool outlasts_deadline_ = false;
};

}  // namespace meshc::budget
