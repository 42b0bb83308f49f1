#include "compiler/driver/commands/print_stage.h"

#include <fmt/format.h>

#include "compiler/support/digest.h"
#include "compiler/support/enumerator.h"
#include "compiler/syntax/tokens.h"
#include "mesh/deterministic/run_scenarios.h"
#include "mesh/route/table_json.h"

namespace meshc::driver {
namespace {

std::string PrintFiles(const Compilation& c) {
  std::string text;
  for (std::uint32_t i = 0; i < c.sources.FileCount(); ++i) {
    const source::FileId file{i};
    text += fmt::format("{} {} bytes\n", c.sources.Name(file), c.sources.Text(file).size());
  }
  return text;
}

std::string PrintTokens(const Compilation& c) {
  std::string text;
  for (std::uint32_t i = 0; i < c.sources.FileCount(); ++i) text += syntax::PrintTokens({i}, c.sources);
  return text;
}

std::string PrintTrees(const Compilation& c) {
  std::string text;
  for (const syntax::File& file : c.Files()) text += syntax::PrintTree(file, c.sources);
  return text;
}

/// After errors, what is left of it: statements that have one are gaps.
std::string PrintMesh(const Compilation& c) {
  if (c.mesh) return ir::Print(*c.mesh);
  return c.remains ? ir::Print(c.remains->mesh) : "";
}

std::string PrintFacts(const Compilation& c) {
  if (c.facts) return analysis::Print(*c.mesh, *c.facts);
  return c.remains ? analysis::Print(c.remains->mesh, c.remains->facts) : "";
}

std::string PrintTable(const Compilation& c) {
  return c.table ? mesh::route::WriteTableJson(c.table->View()) : "";
}

/// With lines, as hosts take them from here, and name them where a scenario fails.
std::string PrintScenarios(const Compilation& c) {
  using mesh::deterministic::Lines;
  return c.table ? mesh::deterministic::WriteScenarios(*c.scenarios, Lines::kWritten) : "";
}

std::string PrintArtifacts(const Compilation& c) {
  std::string text;
  for (const Generated& generated : c.artifacts) {
    for (const auto& [path, artifact] : generated.files) {
      const bool once = artifact.ownership == codegen::Ownership::kOnce;
      text += fmt::format("{} {} {} {}\n", generated.backend, once ? "once" : "generated",
                          Digest(artifact.content, 16), path);
    }
  }
  return text;
}

}  // namespace

std::string PrintStage(const Compilation& c, Stage stage) {
  switch (stage) {
    case Stage::kFiles: return PrintFiles(c);
    case Stage::kTokens: return PrintTokens(c);
    case Stage::kAst: return PrintTrees(c);
    case Stage::kSymbols: return c.program ? sema::PrintSymbols(*c.program) : "";
    case Stage::kTypes: return c.program ? sema::PrintTypes(*c.program, c.sources) : "";
    case Stage::kMesh: return PrintMesh(c);
    case Stage::kFacts: return PrintFacts(c);
    case Stage::kTable: return PrintTable(c);
    case Stage::kScenarios: return PrintScenarios(c);
    case Stage::kArtifacts: return PrintArtifacts(c);
  }
  NoSuchEnumerator();
}

}  // namespace meshc::driver
