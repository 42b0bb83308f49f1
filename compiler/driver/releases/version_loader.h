// Reads what `--against` names: sources, locks, tables, folders, commits.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "compiler/driver/command_line/options.h"
#include "compiler/driver/compilation/compile.h"
#include "compiler/driver/world/world.h"
#include "compiler/versions/lock_file.h"
#include "compiler/versions/places.h"
#include "compiler/versions/report.h"
#include "mesh/compatibility/version_data.h"

namespace meshc::driver {

/// One version, however it was given.
struct LoadedVersion : mesh::compatibility::VersionData {
  std::string name;
  std::unique_ptr<Compilation> source;  ///< Null: it was no source.
  std::optional<std::int64_t> longest_ns;
  versions::Places places;

  /// Valid while the version stays where it is.
  versions::Version View() const {
    versions::Version view;
    view.name = name, view.longest_ns = longest_ns;
    views_ = table.View();
    view.table = &views_, view.promises = promises.View();
    return view;
  }

 private:
  mutable mesh::contract::RouteTable views_;
};

/// What came of all that was named.
struct LoadedVersions {
  std::vector<std::unique_ptr<LoadedVersion>> versions;
  std::vector<versions::Exception> exceptions;
  bool usage = false;  ///< Something cannot be read, which has been said.
};

/// The `mesh` line of the root file, as long as its tree is there.
source::SourceRange MeshLineOf(const Compilation& compilation);

/// Frees what nothing asks for that compares versions: of two, one is compiled behind the other.
void ForgetTrees(Compilation& compilation);

/// The version of a compilation that has a table; takes it over, without its trees.
std::unique_ptr<LoadedVersion> TakeVersion(std::string name, std::unique_ptr<Compilation> compilation);

/// The version of a `routes.json`, or of a table beside a lock.
std::unique_ptr<LoadedVersion> TakeVersion(std::string name, mesh::compatibility::VersionData data);

/// Loads each of `against`. What cannot be read is said on `world.err`; what is malformed or does not compile
/// is a finding in `current`. `options` gives the file whose former versions are meant.
LoadedVersions LoadVersions(const CommonOptions& options, const std::vector<std::string>& against,
                            Compilation& current, World& world);

/// `mesh.lock` in the folder of a file.
std::string LockBeside(const std::string& file);

/// The longest time that an envelope may be under way; none: there is no bound.
std::optional<std::int64_t> LongestOf(const Compilation& compilation);

}  // namespace meshc::driver
