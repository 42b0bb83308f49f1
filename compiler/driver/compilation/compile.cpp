#include "compiler/driver/compilation/compile.h"

#include <filesystem>

#include "codegen/route_table/route_table.h"
#include "compiler/driver/compilation/backends.h"
#include "compiler/driver/compilation/check_backends.h"
#include "compiler/driver/compilation/recorded_reads.h"
#include "compiler/pipeline/run_stages.h"

namespace meshc::driver {
namespace {

/// The sources under names that do not depend on where the root file lies.
source::SourceManager NameFromRoot(const Compilation& c) {
  const auto folder = std::filesystem::path(c.path).parent_path().lexically_normal();
  return c.sources.Renamed([&](std::string_view name) {
    if (!c.read_digests.contains(std::string(name))) return std::string(name);
    return std::filesystem::path(name)
        .lexically_normal()
        .lexically_relative(folder.empty() ? "." : folder)
        .string();
  });
}

}  // namespace

std::unique_ptr<Compilation> Compile(const CompileRequest& request, const source::FileSystem& files) {
  auto c = std::make_unique<Compilation>();
  const pipeline::StagesRequest stages{request.path, request.imports, request.last, request.root, nullptr};
  if (request.last < Stage::kArtifacts) {
    pipeline::RunStages(stages, files, *c);
    return c;
  }
  const RecordedReads recorded(files);
  pipeline::RunStages(stages, recorded, *c);
  c->read_digests = recorded.digests();
  return c;
}

void Generate(const CompileRequest& request, std::span<const mesh::contract::Version> released,
              Compilation& c) {
  if (!c.table) return;
  const auto sources = NameFromRoot(c);
  const auto scenarios = codegen::BuildScenarios(*c.mesh, *c.table, sources);
  const auto promises = codegen::BuildPromises(*c.mesh, *c.table);
  const BackendInput input{*c.mesh, *c.facts,       *c.table,      promises, scenarios,
                           sources, request.actors, request.chart, released};
  for (const Backend& backend : Backends()) {
    if (IsWanted(request.only, backend.name)) c.artifacts.push_back({backend.name, backend.generate(input)});
  }
  c.clock.Done("generate");
}

}  // namespace meshc::driver
