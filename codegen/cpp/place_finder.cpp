#include "codegen/cpp/place_finder.h"

#include <filesystem>

namespace meshc::codegen {
namespace {

/// The file that holds the first declaration which was not imported.
source::FileId RootFile(const ir::Mesh& mesh) {
  source::FileId root;
  const auto look = [&](const auto& store) {
    for (const auto& declared : store) {
      if (root.has_value()) return;
      if (!declared.origin.imported) root = declared.origin.range.file;
    }
  };
  look(mesh.flows);
  look(mesh.declarations.actors);
  look(mesh.declarations.envelopes);
  look(mesh.declarations.records);
  look(mesh.declarations.enums);
  look(mesh.declarations.unions);
  look(mesh.declarations.errors);
  return root;
}

}  // namespace

PlaceFinder::PlaceFinder(const ir::Mesh& mesh, const source::SourceManager& sources) : sources_(sources) {
  const source::FileId root = RootFile(mesh);
  if (!root.has_value()) return;
  root_folder_ = std::filesystem::path(sources.Name(root)).parent_path().generic_string();
}

std::string PlaceFinder::FileOf(const types::Origin& origin) const {
  if (!origin.range.has_value()) return {};
  const std::filesystem::path file(sources_.Name(origin.range.file));
  // Files of the standard library have names that are no paths; they stay as they are.
  const std::filesystem::path relative = file.lexically_relative(root_folder_);
  const bool found = !root_folder_.empty() && !relative.empty();
  return (found ? relative : file).generic_string();
}

}  // namespace meshc::codegen
