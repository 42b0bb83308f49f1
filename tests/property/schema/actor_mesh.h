// A mesh with one point, which asks one actor.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "mesh/compatibility/promises_data.h"
#include "mesh/compatibility/side.h"
#include "mesh/route/router.h"
#include "mesh/route/table_data.h"
#include "tests/property/schema/actor_tree.h"

namespace meshc::property {

/// Stays where it is.
class ActorMesh {
  using Index = mesh::contract::Index;

 public:
  static constexpr Index kPoint = 0;

  explicit ActorMesh(const ActorTree& tree);

  const mesh::compatibility::Side& side() const { return *side_; }
  const mesh::route::Router& router() const { return *router_; }
  /// kNone: it was removed.
  Index actor() const { return actor_; }
  const mesh::contract::Actor& declared() const { return view_.actors[actor_]; }

  /// An envelope that waits at the point; `fields` by slot, an absent one where null is said.
  mesh::Envelope Waiting(mesh::ValueList fields) const;
  /// Slot of the field that is bound to each param; kNone: none is.
  const std::vector<Index>& slots() const { return slots_; }
  std::size_t fields() const { return data_.fields.size(); }

 private:
  void AddErrors(const ActorTree& tree, class TreeWriter& writer);
  void AddActor(const ActorTree& tree, TreeWriter& writer);
  void AddFlow(const ActorTree& tree, TreeWriter& writer);
  void AddPoints(const ActorTree& tree);
  mesh::contract::Binding Bind(const ActorTree& tree, Index param, TreeWriter& writer);
  Index AddProgram(mesh::contract::Instruction instruction, Index result);

  mesh::route::TableData data_;
  mesh::compatibility::PromisesData promises_;
  Index actor_ = mesh::contract::kNone;
  mesh::contract::Span bindings_;
  mesh::contract::Span writes_;
  std::vector<Index> slots_;
  mesh::contract::RouteTable view_;
  std::unique_ptr<mesh::compatibility::Side> side_;
  std::unique_ptr<mesh::route::Router> router_;
};

}  // namespace meshc::property
