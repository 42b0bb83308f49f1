// What a decoder has read, against what was written for it.
#pragma once

#include <nlohmann/json.hpp>

#include "mesh/compatibility/side.h"

namespace meshc::property {

/// Members that were written are there again and equal; what defaults add does not count, nor does a `null`
/// that was left out.
bool Kept(const nlohmann::json& written, const nlohmann::json& again);

/// The document with the names that the reader's type has now.
nlohmann::json Renamed(nlohmann::json document, const mesh::compatibility::Side& reader,
                       mesh::contract::Index type);

}  // namespace meshc::property
