#include <fmt/format.h>

#include <filesystem>
#include <ostream>
#include <string_view>
#include <utility>

#include "compiler/driver/commands/commands.h"
#include "compiler/driver/commands/graph_overlay.h"
#include "compiler/driver/compilation/check_backends.h"
#include "compiler/driver/compilation/compile.h"
#include "compiler/driver/findings/complain.h"
#include "compiler/driver/findings/findings.h"
#include "compiler/driver/world/deliver.h"
#include "compiler/driver/world/exit_code.h"
#include "compiler/loading/library.h"

namespace meshc::driver {
namespace {

/// Parts stand beside their overview. Standard output takes the overview alone.
int Write(const std::string& path, codegen::GraphText drawn, World& world) {
  Changes changes;
  changes.writes.push_back({path, std::move(drawn.bytes)});
  const bool alone = path == kStandardOutput;
  for (std::size_t part = 0; part < drawn.parts.size() && !alone; ++part)
    changes.writes.push_back({codegen::PathOfPart(path, part), std::move(drawn.parts[part])});
  if (alone && !drawn.parts.empty()) {
    world.err << fmt::format(
        "meshc: note: this is an overview of {} diagrams, as Mermaid takes no larger ones; -o FILE writes "
        "them too\n",
        drawn.parts.size());
  }
  return Deliver(std::move(changes), world);
}

/// From the folder of `picture`, where both are seen from one folder; else by the name.
std::string PlaceFrom(const std::string& picture, std::string_view file) {
  const std::filesystem::path folder = std::filesystem::path(picture).lexically_normal().parent_path();
  const std::string place = std::filesystem::path(file)
                                .lexically_normal()
                                .lexically_relative(folder.empty() ? "." : folder)
                                .generic_string();
  return place.empty() ? std::string(file) : place;
}

}  // namespace

int RunCommand(const GraphOptions& options, World& world) {
  if (options.schema) return Deliver(options.path, std::string(codegen::GraphSchema()), world);
  // The digest of the table tells whether counts are of this version.
  const Stage last = options.overlay.empty() ? Stage::kFacts : Stage::kTable;
  const auto c = Compile({options.common.files.front(), options.common.imports, last}, world.files);
  if (const std::string refusal = RefuseDeploy(options.picture.deploy, *c); !refusal.empty())
    return Complain(refusal, world);
  codegen::GraphOptions picture = options.picture;
  picture.sources = &c->sources;
  picture.place_of = [&](source::FileId file) {
    // The library is in the compiler, and in no file.
    return loading::IsLibrary(c->sources, file) ? "" : PlaceFrom(options.path, c->sources.Name(file));
  };
  if (!options.overlay.empty() && c->table) {
    const std::string problem = ReadOverlay(options.overlay, world, *c, picture.counts);
    if (!problem.empty()) return Complain(problem, world);
  }
  Settle(options.common, *c);
  const int exit_code = Report(options.common, {c.get()}, StdoutUse::kData, world);
  if (exit_code != kClean) return exit_code;

  auto drawn = codegen::RenderGraph(*c->mesh, *c->facts, picture);
  if (const auto* failure = std::get_if<codegen::GraphFailure>(&drawn)) {
    world.err << "meshc: the graph could not be drawn: " << failure->reason << "\n";
    return kUsage;
  }
  return Write(options.path, std::get<codegen::GraphText>(std::move(drawn)), world);
}

}  // namespace meshc::driver
