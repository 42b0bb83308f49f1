// Fields that statements write, and the statements that must not write the same: branches of one
// `parallel`, steps of one plan.
//
// Whether a field has been written before is a question of control flow, which `analysis` answers.
// Branches and listed steps are known here, with better places to point at.
#pragma once

#include <llvm/ADT/MapVector.h>

#include <vector>

#include "compiler/sema/context.h"

namespace meshc::sema {

class WriteChecker {
 public:
  explicit WriteChecker(Context& context) : context_(context), flows_(context.program.flows.size()) {}
  /// Checks one flow, after all that it calls.
  void Check(FlowId flow);

 private:
  struct Write {
    SourceRange range;
    SourceRange inside;  ///< In the flow that is called at `range`; nowhere: it is no call of a flow.
  };
  /// The first write of each slot, in source order. Logs are left out: everybody may append.
  using Writes = llvm::MapVector<std::uint32_t, Write>;

  // write_checker.cpp
  void AddSlot(std::uint32_t slot, SourceRange range, Writes& writes);
  static void Merge(const Writes& from, Writes& into);
  void Add(const syntax::Block& block, Writes& writes);
  void Add(const syntax::Guards& guards, Writes& writes);
  void Add(const syntax::Statement* statement, Writes& writes);
  void AddArms(const syntax::Statement& statement, Writes& writes);
  void AddLoop(const syntax::Statement& statement, Writes& writes);
  void AddSet(const syntax::SetStatement& set, Writes& writes);
  void AddAwait(const syntax::AwaitStatement& await, Writes& writes);
  void AddEach(const syntax::EachStatement& each, Writes& writes);
  void AddCall(const CallFacts& facts, SourceRange range, Writes& writes);

  // write_conflicts.cpp
  void AddParallel(const syntax::ParallelStatement& parallel, Writes& writes);
  void ReportBranches(std::uint32_t slot, const Write& first, const Write& second);
  void AddFollow(const syntax::FollowStatement& follow, Writes& writes);

  const types::Field& FieldAt(std::uint32_t slot) const;

  Context& context_;
  EnvelopeId envelope_;        ///< Of the flow that is being checked.
  std::vector<Writes> flows_;  ///< By FlowId, for calls on the caller's envelope.
};

}  // namespace meshc::sema
