// Where more is kept of an envelope than travels with it.
#pragma once

#include <cstdint>
#include <optional>

#include "compiler/ir/mesh.h"

namespace meshc::ir {

enum class Kept : std::uint8_t {
  kNothing,
  kBranches,  ///< Until the join.
  kCopy,      ///< That it lives.
  kWait,      ///< For a signal.
  kEffect,    ///< Which copy may cause it.
};

struct KeptPoint {
  PointId point;
  Kept kept = Kept::kNothing;
};
/// The first one in the order of the source; none: hosts get along without a store.
std::optional<KeptPoint> FindKept(const Mesh& mesh);

}  // namespace meshc::ir
