// Writes one random flow. One .cpp per family of statements.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/property/program/draft.h"
#include "tests/property/program/place.h"

namespace meshc::property {

class FlowWriter {
 public:
  /// `item_base`: number of the first `item` field that its `each` bodies may write; flows that call
  /// each other must not share them.
  FlowWriter(Draft& draft, std::string name, const EnvelopeForm& envelope, int item_base);
  /// Adds the flow's declaration to the draft, and the flow to those that may be called.
  void Write();

 private:
  // write_flow.cpp
  Place Top() const;
  Code Block(const Place& place, const std::string& prefix = {});
  /// Adds to `place` what is present from here on.
  Code Statement(Place& place);
  static std::string Indent(int depth);
  std::string NewVariable(const char* letter);
  bool AtTopOfMain(const Place& place) const { return is_main_ && place.depth == 0; }
  /// Notes that this flow writes `fields`.
  void Note(const VarSet& fields) { form_.writes.Add(fields); }
  int Below(int bound) { return random_.Below(bound); }
  bool OneIn(int chances) { return random_.OneIn(chances); }

  // write_step.cpp
  Code Step(Place& place);
  Code SagaStep(const Place& place);
  Code CallUndoable(const Place& place);
  std::string UndoableArguments(const Undoable& callee, const Place& place);
  Code Chosen(const std::vector<StepForm>& forms, const Place& place);
  std::string Option();
  Code Tap(Place& place);
  std::string TappedCall(const Place& place);

  // write_call.cpp
  Code FlowCall(Place& place);
  std::string CallOfCall();
  bool MayCall(const FlowForm& callee, const Place& place, bool own_envelope) const;
  std::string Bindings(const FlowForm& callee, const Place& place);
  std::string ResultTargets(const FlowForm& callee, const Place& place);
  std::string TakeTarget(OutField::Kind kind, Place& left);
  std::string TargetOf(OutField::Kind kind, const Place& place);

  // write_set.cpp
  Code Set(Place& place);
  std::string SetVar(Var field, const Place& place);
  std::string SetLog(const Place& place);
  std::string Operand(const Place& place);

  // write_jump.cpp
  Code Jump(Place& place);
  Code Raise(Place& place);

  // write_choice.cpp
  Code If(Place& place);
  Code Match(Place& place);
  Code MatchUnion(const Place& place);
  Code Route(Place& place);

  // write_loop.cpp
  Code Loop(Place& place);
  Code While(const Place& place, const Code& body);
  Code Repeat(const Place& place, const Code& body);
  Code Unconditional(const Place& place, const Code& body);
  Code Else(const Place& place, const Code& body);

  // write_try.cpp
  Code Try(Place& place);
  Code Clauses(const Place& place, int count);
  Code Finally(const Place& place, Code guarded);
  std::vector<std::string> ClauseNames(int count);

  // write_join.cpp
  struct JoinOptions {
    std::string text;
    int needed = 0;  ///< Successes; 0: all.
  };
  JoinOptions Join(const Place& place, int branches);
  Code Parallel(Place& place);
  Code Branch(Place branch, const std::string& plain);
  std::vector<VarSet> Shares(const VarSet& writable, int count);
  Code Each(Place& place);
  std::string ElementName(const Place& place);
  std::string Collects(Place& place, const std::string& item);

  // write_follow.cpp
  Code Follow(Place& place);
  void DeclarePlan();
  std::string FollowOnce(const Place& place);

  // write_wait.cpp
  Code Saga(Place& place);
  Code Await(Place& place);
  std::string AwaitInto(const std::string& field, bool text);
  std::string WritePlain(const std::string& field, const Place& place);

  Draft& draft_;
  Random& random_;
  Expressions& expressions_;
  FlowForm form_;
  bool is_main_;
  int item_base_;
  int budget_ = 0;      ///< Statements left to nest in.
  int plain_used_ = 0;  ///< Fields `q` written so far.
  bool once_used_ = false;
  bool gathered_used_ = false;
};

}  // namespace meshc::property
