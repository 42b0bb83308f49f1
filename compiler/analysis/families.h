// Flows that share an envelope by calls, and what they know when they are entered.
#pragma once

#include <llvm/ADT/IntEqClasses.h>

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

}  // namespace meshc::analysis
