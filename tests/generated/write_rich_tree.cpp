// Writes the C++ and route table trees of the hand-built mesh `type.rich` into a folder.
#include <filesystem>
#include <fstream>
#include <iostream>

#include "codegen/cpp/cpp.h"
#include "codegen/route_table/route_table.h"
#include "tests/support/rich_mesh.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_rich_tree FOLDER\n";
    return 2;
  }
  using namespace meshc;
  const test::RichMesh rich = test::MakeRichMesh();
  const auto table = codegen::BuildTable(rich.mesh, rich.facts);
  auto artifacts = codegen::GenerateCpp(rich.mesh, rich.facts, rich.sources, {.table_digest = table.digest});
  artifacts.merge(codegen::RenderRoutes(table, codegen::BuildPromises(rich.mesh, table).View(),
                                        codegen::BuildScenarios(rich.mesh, table, rich.sources)));
  for (const auto& [path, artifact] : artifacts) {
    const auto file = std::filesystem::path(argv[1]) / path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << artifact.content;
  }
  return 0;
}
