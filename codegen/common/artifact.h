// What back ends produce: files as values. Only the driver touches the disk.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace meshc::codegen {

/// Who owns a file after it was written.
enum class Ownership : std::uint8_t {
  kGenerated,  ///< Rewritten whenever its content changes.
  kOnce,       ///< The user's from then on: never touched again.
};

struct Artifact {
  std::string content;
  Ownership ownership = Ownership::kGenerated;
  std::string former = {};   ///< Where a `kOnce` file stood under its former name; empty: nowhere.
  std::string include = {};  ///< The generated header that a `kOnce` file includes.
};

/// By path relative to the output folder, with `/`; sorted. Files of the user may stand outside of it:
/// then their paths begin with `../`.
using ArtifactSet = std::map<std::string, Artifact>;

}  // namespace meshc::codegen
