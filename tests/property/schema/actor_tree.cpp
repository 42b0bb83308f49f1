#include "tests/property/schema/actor_tree.h"

#include <utility>

namespace meshc::property {
namespace {

using mesh::contract::ActorKind;
using mesh::contract::TypeKind;

constexpr int kDepth = 2;

std::vector<Member> Members(TreeMaker& maker, Random& random, const char* prefix, int most) {
  std::vector<Member> members;
  for (int i = random.Below(most + 1); i > 0; --i)
    members.push_back(maker.MakeMember(prefix + std::to_string(members.size()), kDepth));
  return members;
}

/// Of types of which there is one that is easily written.
bool HasConstant(const Tree& tree) {
  return tree.kind == TypeKind::kBool || tree.kind == TypeKind::kInt || tree.kind == TypeKind::kEnum;
}

std::vector<std::string> Choices(Random& random) {
  std::vector<std::string> choices{"c0"};
  for (const char* choice : {"c1", "c2", "c3"}) {
    if (random.OneIn(2)) choices.emplace_back(choice);
  }
  return choices;
}

std::vector<ErrorTree> Raises(TreeMaker& maker, Random& random) {
  std::vector<ErrorTree> raises;
  for (const char* name : {"e0", "e1"}) {
    if (random.OneIn(2)) raises.push_back({name, random.OneIn(2), Members(maker, random, "d", 2)});
  }
  return raises;
}

}  // namespace

ActorTree MakeActor(Random& random) {
  static constexpr ActorKind kinds[] = {ActorKind::kProcessor, ActorKind::kProcessor,
                                        ActorKind::kChoiceRouter, ActorKind::kPlanRouter};
  TreeMaker maker(random);
  ActorTree tree;
  tree.kind = kinds[random.Below(4)];
  tree.params = Members(maker, random, "p", 3);
  for (const Member& param : tree.params) {
    const bool may_default = param.has_default && HasConstant(param.type);
    tree.bound.push_back(may_default && random.OneIn(3)               ? Bound::kDefault
                         : HasConstant(param.type) && random.OneIn(4) ? Bound::kConstant
                                                                      : Bound::kField);
  }
  if (tree.kind == ActorKind::kProcessor)
    tree.results = Members(maker, random, "r", 3);
  else
    tree.choices = Choices(random);
  for (Member& result : tree.results) result.has_default = false;
  tree.max_steps = 1 + static_cast<std::uint32_t>(random.Below(3));
  tree.raises = Raises(maker, random);
  return tree;
}

ActorTree MutateActor(const ActorTree& tree, Random& random) {
  TreeMaker maker(random);
  if (random.OneIn(12)) return MakeActor(random);
  ActorTree other = tree;
  other.removed = random.OneIn(20);
  const auto change = [&](std::vector<Member>& members, const char* prefix) {
    if (random.OneIn(2)) members = maker.MutateMembers(std::move(members), kDepth);
    if (!members.empty() && random.OneIn(5)) members.pop_back();
    if (random.OneIn(5))
      members.push_back(maker.MakeMember(prefix + std::to_string(members.size() + 4), kDepth));
  };
  change(other.params, "p");
  if (other.kind == ActorKind::kProcessor) change(other.results, "r");
  for (Member& result : other.results) result.has_default = false;
  if (other.kind != ActorKind::kProcessor && random.OneIn(2)) other.choices = Choices(random);
  if (random.OneIn(3)) other.max_steps = 1 + static_cast<std::uint32_t>(random.Below(3));
  for (ErrorTree& error : other.raises) {
    change(error.detail, "d");
    if (random.OneIn(6)) error.has_detail = !error.has_detail;
  }
  if (random.OneIn(5)) other.raises = Raises(maker, random);
  return other;
}

}  // namespace meshc::property
