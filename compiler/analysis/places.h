// Numbers for everything whose presence is a question: fields, members and tags below them.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

#include <string>
#include <utility>
#include <vector>

#include "compiler/ir/mesh.h"

namespace meshc::analysis {

using PlaceId = Id<struct PlaceTag>;

/// The places that one family of flows (flows that call each other on one envelope) speaks of.
/// A place is a field, `each` variable or caught error, or a record member or union tag below one.
/// A tag of an optional type has two: the tag, and below it the value that a union with the tag may lack.
class Places {
 public:
  Places(const ir::Mesh& mesh, types::EnvelopeId envelope) : mesh_(mesh), envelope_(envelope) {}

  /// Numbers all paths in `root` and its operands.
  void AddExpression(ir::ExpressionId root);
  PlaceId AddField(std::uint32_t slot) { return Intern({}, slot); }
  PlaceId AddTarget(const ir::Target& target);

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  types::EnvelopeId envelope() const { return envelope_; }

  /// The place of the value that a path expression names; none: it is no path of fields, members and
  /// tags.
  PlaceId Find(ir::ExpressionId path) const;
  /// The place of the tag that a kTag expression names, whether or not it has a value; may be none.
  PlaceId FindTag(ir::ExpressionId path) const;
  PlaceId FindField(std::uint32_t slot) const { return Lookup({}, slot); }
  PlaceId FindVariable(std::uint32_t index) const { return Lookup({}, index | kVariableRoot); }
  /// Slots and places of the fields, by slot.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> Fields() const;
  PlaceId FindTarget(const ir::Target& target) const;
  PlaceId FindTag(PlaceId base, std::uint32_t tag) const { return Lookup(base, tag | kTagLink); }

  PlaceId Parent(PlaceId place) const { return nodes_[place.index].parent; }
  /// All places below `place`, itself left out.
  llvm::SmallVector<PlaceId, 4> Below(PlaceId place) const;
  /// Every place below a caught error: known for one clause only.
  llvm::ArrayRef<PlaceId> caught() const { return caught_; }

 private:
  static constexpr std::uint32_t kTagLink = 0x80000000U;
  static constexpr std::uint32_t kValueLink = 0x40000000U;  ///< From an optional tag to its value.
  static constexpr std::uint32_t kVariableRoot = 0x80000000U;
  static constexpr std::uint32_t kCaughtRoot = 0x40000000U;
  struct Node {
    PlaceId parent;
    bool is_caught = false;
    llvm::SmallVector<PlaceId, 2> children;
  };
  PlaceId Intern(PlaceId parent, std::uint32_t link);
  PlaceId Lookup(PlaceId parent, std::uint32_t link) const;
  /// The link of a path expression to its operand, or its root; none: no path.
  static std::uint32_t LinkOf(const ir::Expression& expression);
  bool IsOptionalTag(const ir::Expression& expression) const;
  void AddPath(ir::ExpressionId path);

  const ir::Mesh& mesh_;
  types::EnvelopeId envelope_;
  std::vector<Node> nodes_;
  std::vector<PlaceId> caught_;
  llvm::DenseMap<std::pair<std::uint32_t, std::uint32_t>, PlaceId> index_;
  llvm::DenseMap<std::uint32_t, PlaceId> of_expression_;
};

}  // namespace meshc::analysis
