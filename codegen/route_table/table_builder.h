// Builds the table of one mesh. Each method fills one part of it; `Build` is the order.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "codegen/common/pool_builder.h"
#include "codegen/route_table/program_builder.h"
#include "compiler/analysis/analysis.h"
#include "compiler/ir/mesh.h"
#include "mesh/route/table_data.h"

namespace meshc::codegen {

/// Ids of the mesh are indices of the table: both are sorted by name.
class TableBuilder {
 public:
  TableBuilder(const ir::Mesh& mesh, const analysis::Facts& facts)
      : mesh_(mesh), facts_(facts), pool_(mesh.declarations), programs_(mesh, pool_) {}

  mesh::route::TableData Build();

 private:
  // build_declarations.cpp
  void AddEnvelopes();
  void AddErrors();
  void AddActors();
  void AddFlows();
  void AddLoops();
  contract::Actor BuildActor(types::ActorId id);
  contract::Index AddRetry(const std::optional<types::Retry>& retry,
                           const std::optional<types::Retry>& standard);

  // build_point.cpp
  void AddPoints();
  contract::Point BuildPoint(ir::PointId id);
  std::vector<contract::Index> FieldsReadAt(ir::PointId id) const;
  contract::Index AddHandler(const std::optional<ir::Handler>& handler);
  void Fill(contract::Point& point, const ir::Visit& visit);
  contract::Span AddBindings(const std::vector<ir::Binding>& bindings);
  contract::Span AddWrites(const std::vector<ir::ResultWrite>& writes);
  contract::Write BuildWrite(const ir::Target& target);
  contract::Span AddCases(const std::vector<contract::Case>& cases);
  contract::Span AddTargets(const std::vector<ir::PointId>& targets);
  static contract::Fork BuildFork(const ir::JoinPolicy& policy);
  contract::Index AddFork(const contract::Fork& fork);
  contract::Span AddLoopIndices(const std::vector<ir::LoopId>& loops);

  void FillBody(contract::Point& point, const ir::Call& body);
  void FillBody(contract::Point& point, const ir::Ask& body);
  void FillBody(contract::Point& point, const ir::Follow& body);
  void FillBody(contract::Point& point, const ir::FollowNext& body);
  void FillBody(contract::Point& point, const ir::FlowCall& body);
  void FillBody(contract::Point& point, const ir::Return& body);
  void FillBody(contract::Point& point, const ir::Set& body);
  void FillBody(contract::Point& point, const ir::Branch& body);
  void FillBody(contract::Point& point, const ir::Match& body);
  void FillBody(contract::Point& point, const ir::LoopStart& body);
  void FillBody(contract::Point& point, const ir::LoopRound& body);
  void FillBody(contract::Point& point, const ir::Unwind& body);
  void FillBody(contract::Point& point, const ir::FinallyEnter& body);
  void FillBody(contract::Point& point, const ir::FinallyExit& body);
  void FillBody(contract::Point& point, const ir::Catch& body);
  void FillBody(contract::Point& point, const ir::Raise& body);
  void FillBody(contract::Point& point, const ir::Reraise& body);
  void FillBody(contract::Point& point, const ir::Fork& body);
  void FillBody(contract::Point& point, const ir::EachFork& body);
  void FillBody(contract::Point& point, const ir::Join& body);
  void FillBody(contract::Point& point, const ir::BranchEnd& body);
  void FillBody(contract::Point& point, const ir::Park& body);
  void FillBody(contract::Point& point, const ir::Tap& body);
  void FillBody(contract::Point& point, const ir::SagaEnter& body);
  void FillBody(contract::Point& point, const ir::SagaExit& body);
  void FillBody(contract::Point& point, const ir::Undo& body);
  /// Throws: a program with errors has no table.
  void FillBody(contract::Point& point, const ir::Gap& body);

  const ir::Mesh& mesh_;
  const analysis::Facts& facts_;
  PoolBuilder pool_;
  ProgramBuilder programs_;
  mesh::route::TableData table_;
  std::map<std::vector<contract::Index>, contract::Index> handlers_;  ///< Equal ones are one entry.
};

}  // namespace meshc::codegen
