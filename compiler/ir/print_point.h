// One point as text, for Print.
#pragma once

#include <string>

#include "compiler/ir/mesh.h"

namespace meshc::ir {

/// What the point does and where it leads, without its name: `call a(x: f) -> f; then #4`.
std::string PrintPoint(const Mesh& mesh, const Point& point);

}  // namespace meshc::ir
