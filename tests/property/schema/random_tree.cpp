#include "tests/property/schema/random_tree.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace meshc::property {
namespace {

using mesh::contract::TypeKind;

/// What the language does not have: an optional of an optional.
void Settle(Tree& tree) {
  while (tree.kind == TypeKind::kOptional && tree.element[0].kind == TypeKind::kOptional) {
    const Tree inner = tree.element[0].element[0];
    tree.element[0] = inner;
  }
}

Tree Optional(Tree inner) {
  Tree tree;
  tree.kind = TypeKind::kOptional;
  tree.element.push_back(std::move(inner));
  Settle(tree);
  return tree;
}

/// A name that a member has, or had.
bool IsTaken(const std::vector<Member>& members, const std::string& name) {
  return std::ranges::any_of(members,
                             [&](const Member& each) { return each.name == name || each.was == name; });
}

}  // namespace

Tree TreeMaker::Make(int depth) {
  static constexpr TypeKind kinds[] = {TypeKind::kBool,   TypeKind::kInt,     TypeKind::kFloat,
                                       TypeKind::kString, TypeKind::kJson,    TypeKind::kEnum,
                                       TypeKind::kList,   TypeKind::kMap,     TypeKind::kRecord,
                                       TypeKind::kUnion,  TypeKind::kOptional};
  Tree tree;
  tree.kind = kinds[random_.Below(depth > 0 ? 11 : 6)];
  Fill(tree, depth);
  return tree;
}

Tree TreeMaker::Mutate(const Tree& tree, int depth) {
  if (random_.OneIn(6)) return Make(depth);
  Tree other = tree;
  if (random_.OneIn(3)) Bound(other);
  if (random_.OneIn(4)) other.open = !other.open;
  if (random_.OneIn(3)) {
    other.values.clear();
    Values(other);
  }
  if (random_.OneIn(4)) other.pattern = other.pattern.empty() ? "a*" : "";
  for (Tree& element : other.element) element = Mutate(element, depth - 1);
  other.members = MutateMembers(std::move(other.members), depth);
  if (other.kind == TypeKind::kUnion) {
    for (Member& tag : other.members) tag.has_default = false;
  }
  if (!other.members.empty() && random_.OneIn(4)) other.members.pop_back();
  if (random_.OneIn(4)) AddMember(other, depth);
  if (other.kind == TypeKind::kUnion && other.members.empty()) AddMember(other, depth);
  if (tree.kind != TypeKind::kOptional && random_.OneIn(6)) return Optional(std::move(other));
  Settle(other);
  return other;
}

std::vector<Member> TreeMaker::MutateMembers(std::vector<Member> members, int depth) {
  for (Member& member : members) {
    member.type = Mutate(member.type, depth - 1);
    if (random_.OneIn(4)) member.has_default = !member.has_default;
    if (random_.OneIn(8)) {
      // Now and then nobody says what it was called.
      member.was = random_.OneIn(4) ? "" : member.name;
      member.name = "r" + member.name;
    }
  }
  if (members.size() > 1 && random_.OneIn(3)) std::swap(members.front(), members.back());
  return members;
}

void TreeMaker::Bound(Tree& tree) {
  tree.has_min = random_.OneIn(2);
  tree.has_max = random_.OneIn(2);
  tree.min = random_.Below(4);
  tree.max = tree.min + random_.Below(4);
}

void TreeMaker::Values(Tree& tree) {
  for (const char* value : {"a", "bb", "ccc", "dddd"}) {
    if (random_.OneIn(2)) tree.values.emplace_back(value);
  }
  if (tree.values.empty()) tree.values.emplace_back("a");
}

void TreeMaker::AddMember(Tree& tree, int depth) {
  if (tree.kind != TypeKind::kRecord && tree.kind != TypeKind::kUnion) return;
  // Members may have changed places before one of them was removed.
  std::string name;
  for (std::size_t i = tree.members.size(); name.empty() || IsTaken(tree.members, name); ++i)
    name = "m" + std::to_string(i);
  tree.members.push_back({name, Make(depth - 1), random_.OneIn(3)});
  if (tree.kind == TypeKind::kUnion) tree.members.back().has_default = false;
}

void TreeMaker::Fill(Tree& tree, int depth) {
  Bound(tree);
  Values(tree);
  tree.open = random_.OneIn(4);
  if (tree.kind == TypeKind::kString && random_.OneIn(4)) tree.pattern = "a*";
  if (tree.kind == TypeKind::kList || tree.kind == TypeKind::kMap || tree.kind == TypeKind::kOptional)
    tree.element.push_back(Make(depth - 1));
  for (int i = 1 + random_.Below(3); i > 0; --i) AddMember(tree, depth);
  Settle(tree);
}

}  // namespace meshc::property
