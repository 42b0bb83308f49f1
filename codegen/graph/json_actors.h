// The actors of a picture as data: what they take and give, what bounds them, and where a deploy runs them.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "codegen/graph/render_json.h"

namespace meshc::codegen::graph {

/// Those that the picture shows, sorted by name.
nlohmann::ordered_json ActorsToJson(const Model& model, const JsonContext& context);

/// `{"file", "line", "column"}`, or null where lines are not told.
nlohmann::ordered_json PlaceToJson(source::SourceRange range, const JsonContext& context);

}  // namespace meshc::codegen::graph
