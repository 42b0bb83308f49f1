// Random actors as values, and others that are much like them.
#pragma once

#include <string>
#include <vector>

#include "mesh/contract/route_table.h"
#include "tests/property/random.h"
#include "tests/property/schema/random_tree.h"

namespace meshc::property {

/// How the one point of its mesh binds a param.
enum class Bound { kField, kDefault, kConstant };

struct ErrorTree {
  std::string name;
  bool has_detail = false;
  std::vector<Member> detail;
};

/// An actor `act`, what its point binds, and the errors of its mesh.
struct ActorTree {
  mesh::contract::ActorKind kind = mesh::contract::ActorKind::kProcessor;
  bool removed = false;  ///< The mesh has it no more.
  std::vector<Member> params;
  std::vector<Bound> bound;  ///< By param.
  std::vector<Member> results;
  std::vector<std::string> choices;  ///< Labels, or steps.
  std::uint32_t max_steps = 2;
  std::vector<ErrorTree> raises;
};

ActorTree MakeActor(Random& random);
/// `tree` keeps what is bound; the other one is for its handler.
ActorTree MutateActor(const ActorTree& tree, Random& random);

}  // namespace meshc::property
