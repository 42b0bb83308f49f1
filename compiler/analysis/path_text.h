// The words of a path through a flow: `a > [else] > b`.
#pragma once

#include <string>

#include "compiler/ir/mesh.h"

namespace meshc::analysis {

/// What a point is called on a path; empty: it is not worth a word.
std::string StepText(const ir::Mesh& mesh, const ir::Point& point);

/// What the way from one point to the next is called: the label, the arm, the error; empty: nothing.
/// `error` is none for a step without one.
std::string WayText(const ir::Mesh& mesh, const ir::Point& from, ir::PointId to, types::ErrorId error);

/// The word of the construct that a point is part of: `while` of `f/while#1/test`.
std::string ConstructOf(const ir::Point& point);

}  // namespace meshc::analysis
