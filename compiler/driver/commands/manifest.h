// mesh-manifest.json: what a compile wrote, so that the next one knows what is its own.
#pragma once

#include <map>
#include <string>

#include "codegen/common/artifact.h"

namespace meshc::driver {

struct ManifestFile {
  std::string backend;
  std::string digest;  ///< SHA-256 of what meshc wrote, or would write.
  codegen::Ownership ownership = codegen::Ownership::kGenerated;
};

/// Paths are relative, with `/`: files' to the output folder, sources' to the root file's.
struct Manifest {
  std::string mesh;
  std::string table;                           ///< Digest of the route table.
  std::map<std::string, std::string> sources;  ///< SHA-256 by path.
  std::map<std::string, ManifestFile> files;
};

std::string PrintManifest(const Manifest& manifest);

/// A manifest that cannot be read counts as empty: then nothing there is meshc's own.
Manifest ParseManifest(const std::string& text);

}  // namespace meshc::driver
