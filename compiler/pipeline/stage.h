// The values that a compilation goes through, in order, by the names that --print and
// --stop-after know.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace meshc::pipeline {

enum class Stage : std::uint8_t {
  kFiles,
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

inline constexpr std::array<StageRow, 9> kStages{{
    {Stage::kFiles, "files"},
    {Stage::kAst, "ast"},
    {Stage::kSymbols, "symbols"},
    {Stage::kTypes, "types"},
    {Stage::kMesh, "mesh"},
    {Stage::kFacts, "facts"},
    {Stage::kTable, "table"},
    {Stage::kScenarios, "scenarios"},
    {Stage::kArtifacts, "artifacts"},
}};

constexpr std::optional<Stage> FindStage(std::string_view name) {
  for (const StageRow& row : kStages) {
    if (row.name == name) return row.stage;
  }
  return std::nullopt;
}

}  // namespace meshc::pipeline
