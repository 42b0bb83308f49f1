// How errors that leave a frame are told.
#pragma once

#include <string>
#include <vector>

#include "codegen/graph/frame_errors.h"

namespace meshc::codegen::graph {

/// `broken (3), timeout`: the errors that a clause names and that leave the frame, each with the number of
/// points that raise it, or a parent or child of it, if there are several.
std::string PrintCaught(const ir::Mesh& mesh, const std::vector<types::ErrorId>& caught,
                        const FrameErrors::Raisers& raisers);

std::vector<Raised> ToRaised(const ir::Mesh& mesh, const FrameErrors::Raisers& raisers);

}  // namespace meshc::codegen::graph
