// `meshc new`: a project that compiles, tests and runs at once.
#include <fmt/format.h>

#include <filesystem>
#include <ostream>

#include "codegen/common/naming.h"
#include "codegen/common/printer.h"
#include "compiler/driver/commands/commands.h"
#include "compiler/driver/commands/project_name.h"
#include "compiler/driver/findings/complain.h"
#include "compiler/driver/findings/findings.h"
#include "compiler/driver/world/deliver.h"

namespace meshc::driver {

/// A file of `templates/project`, by its name there.
std::string_view ProjectFile(std::string_view path);

namespace {

constexpr std::string_view kNextSteps = R"(
  cd {{folder}}
  meshc check {{name}}.flow
  meshc test {{name}}.flow
  meshc run {{name}}.flow --stub --input messages.jsonl
  meshc graph {{name}}.flow -o {{name}}.svg

and with the actors themselves, whose handlers are yours to write in actors/:

  meshc compile {{name}}.flow -o out
  cmake -S out -B out/build
  cmake --build out/build
  meshc run {{name}}.flow -o out --input messages.jsonl
)";

std::string Fill(std::string_view path, const codegen::Holes& holes) {
  return codegen::RenderText(path, ProjectFile(path), holes);
}

Changes FilesOf(const std::filesystem::path& folder, const std::string& name) {
  const codegen::Holes holes = codegen::Holes()
                                   .Set("name", name)
                                   .Set("folder", codegen::MeshIdentifier(name))
                                   .Set("space", codegen::MeshNamespace(name));
  const auto write = [&](const std::string& file, std::string content) {
    return FileWrite{(folder / file).generic_string(), std::move(content)};
  };
  return {{write(name + ".flow", Fill("project.flow.mustache", holes)),
           write("README.md", Fill("README.md.mustache", holes)),
           write("actors/triage.cpp", Fill("actors/triage.cpp.mustache", holes)),
           write("actors/writer.cpp", Fill("actors/writer.cpp.mustache", holes)),
           write("actors/handover.cpp", Fill("actors/handover.cpp.mustache", holes)),
           write("messages.jsonl", std::string(ProjectFile("messages.jsonl"))),
           write(".gitignore", std::string(ProjectFile("gitignore")))},
          {}};
}

}  // namespace

int RunCommand(const NewOptions& options, World& world) {
  const std::string name = ProjectName(options.folder);
  if (name.empty()) {
    return Complain(
        fmt::format("`{}` names no mesh: the folder's own name must hold a letter", options.folder), world);
  }
  if (world.output.IsTaken(options.folder)) {
    return Complain(
        fmt::format("`{}` exists and is not an empty folder; nothing was written", options.folder), world);
  }
  if (const int failed = Deliver(FilesOf(options.folder, name), world)) return failed;
  const codegen::Holes holes = codegen::Holes().Set("folder", options.folder).Set("name", name);
  const bool text = options.common.format == FindingFormat::kText;
  auto& next = text ? world.out : world.err;
  next << fmt::format("{} holds the mesh {} now. Next:\n", options.folder, name)
       << codegen::RenderText("next steps", kNextSteps, holes);
  return Report(options.common, {}, StdoutUse::kFree, world);
}

}  // namespace meshc::driver
