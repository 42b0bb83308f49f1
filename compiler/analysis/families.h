// Flows that share an envelope by calls, and what they know when they are entered.
#pragma once

#include <llvm/ADT/IntEqClasses.h>
#include <llvm/ADT/STLFunctionalExtras.h>

#include <memory>
#include <vector>

#include "compiler/analysis/known.h"
#include "compiler/analysis/places.h"

namespace meshc::analysis {

/// Flows that call each other on the same envelope speak of the same places; other flows do not,
/// so sets of places stay as small as the flows are.
class Families {
 public:
  explicit Families(const ir::Mesh& mesh);

  const Places& PlacesOf(types::FlowId flow) const { return *places_[family_[flow.index]]; }
  /// The most places that a family has.
  std::uint32_t LargestCount() const;
  /// What is known when an envelope enters the mesh at `flow`.
  Known AtEntry(SetPool& sets, types::FlowId flow) const;
  /// True if the field has a value when the envelope enters the mesh.
  static bool IsGiven(const types::Declarations& declarations, const types::Field& field);

 private:
  void AddPoint(const ir::Point& point, Places& places) const;

  const ir::Mesh& mesh_;
  llvm::IntEqClasses family_;                    ///< By flow: the number of its family.
  std::vector<std::unique_ptr<Places>> places_;  ///< By family.
};

/// The bindings of a visit or of a call on an own envelope; null for other points.
const std::vector<ir::Binding>* BindingsOf(const ir::Point& point);
/// The type of the param, or of the field of a callee, that such a binding gives a value.
types::TypeId TypeOfBound(const ir::Mesh& mesh, const ir::Point& point, const ir::Binding& binding);

/// Calls `visit` on every expression that a point evaluates, but for its undo.
void ForEachExpression(const ir::Point& point, llvm::function_ref<void(ir::ExpressionId)> visit);

/// Calls `visit` on every target that a point writes.
void ForEachTarget(const ir::Point& point, llvm::function_ref<void(const ir::Target&)> visit);

}  // namespace meshc::analysis
