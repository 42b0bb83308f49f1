// The routes directory of a host: a library or a `routes.json` for each version whose envelopes may be on
// their way, and a file `current` that names the one for new envelopes. Files are renamed in; nothing is
// overwritten or unloaded.
#pragma once

#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/compatibility/version_data.h"
#include "mesh/contract/promises.h"
#include "mesh/program/settled_tables.h"

namespace mesh::program {

/// Thread rule: one thread at a time. Versions that it has given are valid as long as it is.
class RoutesDirectory {
 public:
  /// `mesh`: whose versions are looked for; tables of others are problems. `settled`: what the host says of
  /// calls; null: nothing.
  RoutesDirectory(std::filesystem::path folder, std::string mesh,
                  std::shared_ptr<SettledTables> settled = nullptr)
      : folder_(std::move(folder)), mesh_(std::move(mesh)), settled_(std::move(settled)) {}

  struct Added {
    std::string file;  ///< Its name in the directory.
    contract::Version version;
  };
  /// What has come since the last look.
  struct Changes {
    std::vector<Added> added;           ///< In the order of their names, each version once.
    std::vector<std::string> problems;  ///< For people; each is said once for as long as it lasts.
    std::string current;  ///< The digest for new envelopes, as it stands now; empty: none is named.
  };
  Changes Look();

  const std::filesystem::path& folder() const { return folder_; }

 private:
  /// What a file is told by: one that is replaced has another.
  using Stamp = std::pair<std::filesystem::file_time_type, std::uintmax_t>;

  std::map<std::string, Stamp> Find(Changes& changes);
  void Load(const std::string& file, Changes& changes);
  void LoadLibrary(const std::string& file, Changes& changes);
  void LoadText(const std::string& file, Changes& changes);
  std::string OfAnotherMesh(const contract::RouteTable& table) const;
  void Take(const std::string& file, const contract::Version& version, Changes& changes);
  /// Of what may last.
  void Complain(std::string problem, Changes& changes);
  std::string ReadCurrent(Changes& changes);

  const std::filesystem::path folder_;
  const std::string mesh_;
  const std::shared_ptr<SettledTables> settled_;
  std::map<std::string, Stamp> seen_;
  std::set<std::string> digests_;
  std::set<std::string> taken_;  ///< Libraries that have given a table.
  /// What was read as text; it does not move.
  struct Kept {
    compatibility::VersionData data;
    contract::RouteTable table;
  };
  std::deque<Kept> kept_;
  std::set<std::string> told_;      ///< What was wrong when it looked last.
  std::set<std::string> standing_;  ///< What is wrong this time.
};

}  // namespace mesh::program
