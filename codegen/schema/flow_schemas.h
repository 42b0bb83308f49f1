// A flow as somebody outside meets it: what it takes, what it gives, and what it may fail with.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/mesh.h"

namespace meshc::codegen {

/// The fields that are given, with those of its scenarios as examples, but for sensitive ones.
std::string FlowEntrySchema(const ir::Mesh& mesh, types::FlowId flow);
/// The payload of an envelope that has ended well.
std::string FlowResultSchema(const ir::Mesh& mesh, types::FlowId flow);
/// The error of one that has failed. `escapes`: those that may leave the flow; what every flow may fail with
/// is added.
std::string FlowErrorSchema(const ir::Mesh& mesh, types::FlowId flow,
                            const std::vector<types::ErrorId>& escapes);

}  // namespace meshc::codegen
