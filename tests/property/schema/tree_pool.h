// Trees as the types of a table.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/compatibility/promises_data.h"
#include "mesh/compatibility/side.h"
#include "mesh/route/table_data.h"
#include "tests/property/schema/random_tree.h"

namespace meshc::property {

/// Adds trees to the pool of a table that outlives it.
class TreeWriter {
  using Index = mesh::contract::Index;
  using Type = mesh::contract::Type;
  using TypeKind = mesh::contract::TypeKind;

 public:
  TreeWriter(mesh::route::TableData& data, mesh::compatibility::PromisesData& promises)
      : data_(data), promises_(promises) {}

  std::string_view Text(std::string text) { return data_.pool.Text(std::move(text)); }

  Index Add(const Tree& tree) {
    Type type{.kind = tree.kind};
    const bool sized = tree.kind == TypeKind::kString || tree.kind == TypeKind::kList;
    if (tree.kind == TypeKind::kInt || tree.kind == TypeKind::kFloat || sized) {
      type.has_min = tree.has_min, type.has_max = tree.has_max;
      type.min = tree.has_min ? tree.min : 0, type.max = tree.has_max ? tree.max : 0;
      type.float_min = static_cast<double>(type.min),
      type.float_max = static_cast<double>(type.max) + 0.5;  // No int.
    }
    if (tree.kind == TypeKind::kString) type.pattern = Text(tree.pattern);
    if (tree.kind == TypeKind::kEnum) AddValues(tree, type);
    if (!tree.element.empty()) type.element = Add(tree.element[0]);
    if (tree.kind == TypeKind::kRecord || tree.kind == TypeKind::kUnion) AddMembers(tree, type);
    if (!type.members.count && tree.kind == TypeKind::kRecord) type.name = Text(Name());
    data_.pool.types.push_back(type);
    return static_cast<Index>(data_.pool.types.size() - 1);
  }

  void AddValues(const Tree& tree, Type& type) {
    type.open = tree.open;
    type.name = Text(Name());
    type.values = {static_cast<Index>(data_.pool.strings.size()), static_cast<Index>(tree.values.size())};
    for (const std::string& value : tree.values) data_.pool.strings.push_back(Text(value));
  }

  void AddMembers(const Tree& tree, Type& type) {
    type.name = Text(Name());
    type.members = AddMembers(tree.members);
  }

  mesh::contract::Span AddMembers(const std::vector<Member>& trees) {
    std::vector<mesh::contract::Member> members;
    for (const Member& member : trees) {
      const Index of = Add(member.type);
      members.push_back({.name = Text(member.name), .type = of});
      if (member.has_default) members.back().default_value = AddDefault(of);
    }
    const auto first = static_cast<Index>(data_.pool.members.size());
    data_.pool.members.insert(data_.pool.members.end(), members.begin(), members.end());
    for (Index i = 0; i < trees.size(); ++i) {
      if (!trees[i].was.empty())
        promises_.former.push_back({mesh::contract::Named::kMember, first + i, Text(trees[i].was)});
    }
    return {first, static_cast<Index>(trees.size())};
  }

  /// Only of types that have a simple one.
  Index AddDefault(Index type) {
    const Type& of = data_.pool.types[type];
    mesh::contract::Constant constant;
    if (of.kind == TypeKind::kBool) {
      constant.kind = mesh::contract::ConstantKind::kBool;
    } else if (of.kind == TypeKind::kInt) {
      constant.kind = mesh::contract::ConstantKind::kInt;
      constant.integer = of.has_min ? of.min : of.has_max ? of.max : 0;
    } else if (of.kind == TypeKind::kEnum) {
      constant.kind = mesh::contract::ConstantKind::kString;
      constant.text = data_.pool.strings[of.values.first];
    } else {
      return mesh::contract::kNone;
    }
    data_.pool.constants.push_back(constant);
    return static_cast<Index>(data_.pool.constants.size() - 1);
  }

  std::string Name() { return "T" + std::to_string(names_++); }

 private:
  int names_ = 0;
  mesh::route::TableData& data_;
  mesh::compatibility::PromisesData& promises_;
};

/// A tree as a table with nothing but its types. Stays where it is.
class Pool {
 public:
  explicit Pool(const Tree& tree)
      : root_(TreeWriter(data_, promises_).Add(tree)), view_(data_.View()), side_(view_, promises_.View()) {}

  mesh::contract::Index root() const { return root_; }
  const mesh::compatibility::Side& side() const { return side_; }

 private:
  mesh::route::TableData data_;
  mesh::compatibility::PromisesData promises_;
  mesh::contract::Index root_;
  mesh::contract::RouteTable view_;
  mesh::compatibility::Side side_;
};

}  // namespace meshc::property
