// Random types as trees, and others that are much like them.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "mesh/contract/route_table.h"
#include "tests/property/random.h"

namespace meshc::property {

struct Member;

/// A type as a tree; a pool is made of it.
struct Tree {
  mesh::contract::TypeKind kind = mesh::contract::TypeKind::kInt;
  bool open = false;
  bool has_min = false;
  bool has_max = false;
  int min = 0;
  int max = 0;
  std::string pattern;
  std::vector<std::string> values;
  std::vector<Member> members;
  std::vector<Tree> element;
};

struct Member {
  std::string name;
  Tree type;
  bool has_default = false;
  std::string was = {};  ///< Empty: it has had no other name.
};

class TreeMaker {
 public:
  explicit TreeMaker(Random& random) : random_(random) {}

  /// At most `depth` levels below it.
  Tree Make(int depth);
  /// Another tree that is much like it.
  Tree Mutate(const Tree& tree, int depth);
  /// Other members that are much like them, and not always in their order.
  std::vector<Member> MutateMembers(std::vector<Member> members, int depth);
  /// A member of that name.
  Member MakeMember(std::string name, int depth) { return {std::move(name), Make(depth), random_.OneIn(3)}; }

 private:
  void Bound(Tree& tree);
  void Values(Tree& tree);
  void AddMember(Tree& tree, int depth);
  void Fill(Tree& tree, int depth);

  Random& random_;
};

}  // namespace meshc::property
