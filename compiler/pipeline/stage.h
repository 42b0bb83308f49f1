// The values that a compilation goes through, in order, by the names that --print and
// --stop-after know.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace meshc::pipeline {

enum class Stage : std::uint8_t {
  kFiles,
  kTokens,
  kAst,
  kSymbols,
  kTypes,
  kMesh,
  kFacts,
  kTable,
  kScenarios,
  kArtifacts
};

struct StageRow {
  Stage stage;
  std::string_view name;
};

inline constexpr std::array<StageRow, 10> kStages{{
    {Stage::kFiles, "files"},
    {Stage::kTokens, "tokens"},
    {Stage::kAst, "ast"},
    {Stage::kSymbols, "symbols"},
    {Stage::kTypes, "types"},
    {Stage::kMesh, "mesh"},
    {Stage::kFacts, "facts"},
    {Stage::kTable, "table"},
    {Stage::kScenarios, "scenarios"},
    {Stage::kArtifacts, "artifacts"},
}};

}  // namespace meshc::pipeline
