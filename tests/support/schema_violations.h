// Documents judged by JSON Schemas.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace meshc::test {

/// A line per violation; empty: `document` is valid.
std::string SchemaViolations(const nlohmann::json& schema, const nlohmann::json& document);

}  // namespace meshc::test
