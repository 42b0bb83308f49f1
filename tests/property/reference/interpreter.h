// Runs a flow by walking its AST, straight from sections 4, 5, 9 and 10 of the language.
//
// What is copied in the language is copied here: a branch is a copy of a Line. One .cpp per family
// of statements.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "compiler/sema/typed_program.h"
#include "mesh/value/value.h"
#include "tests/property/behaviour.h"
#include "tests/property/reference/join_rule.h"
#include "tests/property/reference/line.h"
#include "tests/property/reference/observation.h"

namespace meshc::property {

class Interpreter {
 public:
  /// All of them outlive it. `program` has no errors.
  Interpreter(const sema::TypedProgram& program, Behaviour& behaviour, const Signals& signals)
      : program_(program), declarations_(program.declarations), behaviour_(behaviour), signals_(signals) {}

  struct Run {
    Line line;
    Ending ending;
    std::vector<std::string> visits;     ///< As of PrintVisit.
    std::vector<types::ActorId> actors;  ///< Who was visited, in the same order.
    std::uint32_t hops = 0;              ///< First deliveries, and one to the sink.
  };
  /// `fields` are the payload at entry, defaults filled in. Runs once.
  Run Execute(types::FlowId flow, mesh::ValueList fields);

 private:
  // run_flow.cpp
  Ending RunFlow(Line& line, types::FlowId flow);
  Ending RunBlock(Line& line, const syntax::Block& block);
  Ending RunGuarded(Line& line, const syntax::Block& body, const syntax::Guards& guards);
  Ending Handle(Line& line, Ending ending, const syntax::Guards& guards);
  Ending Raise(Line& line, const syntax::RaiseStatement& s);
  /// An error arises: it may free the line of its deadline.
  static Ending Arise(Line& line, Ending ending);
  bool Catches(types::ErrorId clause, const std::string& name) const;
  types::ErrorId Find(const std::string& name) const;

  // run_statement.cpp
  Ending RunStatement(Line& line, const syntax::Statement& s);
  Ending RunKind(Line& line, const syntax::Statement& s);
  Ending RunChain(Line& line, const syntax::ChainStatement& s);
  Ending RunIf(Line& line, const syntax::IfStatement& s);
  Ending RunMatch(Line& line, const syntax::MatchStatement& s);
  Ending RunRoute(Line& line, const syntax::RouteStatement& s);
  Ending RunAwait(Line& line, const syntax::AwaitStatement& s);
  mesh::Value Eval(const Line& line, const syntax::Expression& e, bool may_lack = false) const;

  // run_loop.cpp
  Ending RunWhile(Line& line, const syntax::WhileStatement& s);
  Ending RunRepeat(Line& line, const syntax::RepeatStatement& s);
  Ending RunLoop(Line& line, const syntax::LoopStatement& s);
  Ending Exhausted(Line& line, bool has_else, const syntax::Block& else_body);
  bool RunRound(Line& line, const syntax::Block& body, Ending& ending);

  // run_set.cpp
  Ending RunSet(Line& line, const syntax::SetStatement& s);
  bool Fits(types::TypeId type, const mesh::Value& value) const;
  bool FitsField(const Line& line, std::uint32_t field, const mesh::Value& value) const;
  /// By the field's mode; an absent value leaves the older one.
  void Write(Line& line, std::uint32_t field, const mesh::Value& value) const;
  const types::Field& FieldOf(const Line& line, std::uint32_t field) const;
  mesh::ValueList FreshFields(types::EnvelopeId envelope) const;

  // run_visit.cpp
  using Answered = std::variant<Outcome, Ending>;
  Ending RunStep(Line& line, const sema::CallFacts& facts);
  Ending TakeResults(Line& line, const sema::CallFacts& facts, const mesh::ValueList& results);
  Answered Ask(Line& line, const sema::CallFacts& facts, mesh::ValueList& arguments);
  Answered Visit(Line& line, types::ActorId actor, const mesh::ValueList& arguments, std::int64_t timeout_ns,
                 const std::optional<types::Retry>& retry);
  Answered Attempt(Line& line, types::ActorId actor, const mesh::ValueList& arguments,
                   std::int64_t timeout_ns);
  bool MayRetry(const types::Retry& retry, const ReferenceError& error) const;

  // run_call.cpp
  mesh::Value ValueOf(const Line& line, const sema::ParamSource& source, bool may_lack) const;
  mesh::ValueList Arguments(const Line& line, const sema::CallFacts& facts) const;
  mesh::Value Given(const types::Member& param, mesh::Value value) const;
  Ending RunFlowCall(Line& line, const sema::CallFacts& facts);
  Ending RunOwnEnvelope(Line& line, const sema::CallFacts& facts);
  Ending RunFollow(Line& line, const syntax::FollowStatement& s);
  bool IsSoundPlan(const Line& line, const types::Actor& router, const sema::FollowFacts& facts,
                   const std::vector<std::string>& plan) const;
  bool WritesOnce(const Line& line, const sema::CallFacts& facts) const;

  // run_join.cpp
  struct Child {
    Line line;
    Ending ending;
    bool optional = false;
  };
  static Line Fork(const Line& parent, std::int64_t start_ns);
  static Ending Join(Line& parent, const JoinRule& rule, const std::vector<Child>& children,
                     std::vector<const Child*>& counted);
  void Merge(Line& parent, const std::vector<const Child*>& counted) const;
  Ending RunParallel(Line& line, const syntax::ParallelStatement& s);
  Ending RunEach(Line& line, const syntax::EachStatement& s);
  void Collect(Line& line, const sema::EachFacts& facts, const std::vector<const Child*>& counted) const;

  // run_saga.cpp
  Ending RunSaga(Line& line, const syntax::SagaStatement& s);
  void Remember(Line& line, const sema::CallFacts& facts, const mesh::ValueList& arguments,
                const mesh::ValueList& results) const;
  mesh::Value UndoSource(const Line& line, const sema::CallFacts& facts, const std::string& name,
                         const mesh::ValueList& arguments, const mesh::ValueList& results) const;
  void Undo(Line& line, std::size_t mark);
  void RunTap(const Line& line, const syntax::TapStatement& s);

  const sema::TypedProgram& program_;
  const types::Declarations& declarations_;
  Behaviour& behaviour_;
  const Signals& signals_;
  std::map<std::string, std::size_t> signals_taken_;
  std::vector<std::string> visits_;
  std::vector<types::ActorId> actors_;
  std::uint32_t hops_ = 0;  ///< First deliveries so far.
};

/// One run as the differential test observes it.
Observation RunReference(const sema::TypedProgram& program, types::FlowId flow, mesh::ValueList fields,
                         Behaviour& behaviour, const Signals& signals);

}  // namespace meshc::property
