// What `compile` writes, but for what tells where something stands in the source: two orders of the
// same declarations give the same of it.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "tests/support/memory_world.h"

namespace meshc::test {

/// Files by path. The scenarios are left out: they run in the order of the source.
using PlacelessTree = std::map<std::string, std::string>;

/// A manifest without the digests of sources, and of the files in `placed`, which name places.
inline std::string WithoutDigests(const std::string& manifest, const std::vector<std::string>& placed) {
  auto json = nlohmann::json::parse(manifest);
  for (auto& source : json.at("sources")) source = nullptr;
  for (const std::string& path : placed) json.at("files").at(path).erase("digest");
  return json.dump(1);
}

/// Compiles with all back ends. Empty: the program has errors, which `errors` then holds.
inline PlacelessTree CompilePlaceless(const source::MemoryFileSystem& files, const std::string& root,
                                      std::string& errors) {
  const std::string folder = "out/";
  MemoryWorld world;
  world.files = files;
  const Outcome outcome = world.Run({"compile", "-o", "out", root});
  errors = outcome.exit_code == 0 ? "" : outcome.err;
  if (!errors.empty()) return {};
  PlacelessTree tree;
  for (const auto& [path, text] : world.output.files) {
    const std::string name = path.starts_with(folder) ? path.substr(folder.size()) : "../" + path;
    tree[name] = text;
  }
  tree.erase("routes/scenarios.json");
  std::string& manifest = tree.at("mesh-manifest.json");
  manifest = WithoutDigests(manifest, {"routes/scenarios.json"});
  return tree;
}

/// `number: line of a | line of b` of the first line that differs.
inline std::string FirstLine(const std::string& a, const std::string& b) {
  std::istringstream lines(a);
  std::istringstream others(b);
  std::string line, other;
  for (int number = 1;; ++number) {
    const bool more = static_cast<bool>(std::getline(lines, line));
    const bool others_more = static_cast<bool>(std::getline(others, other));
    if (more && others_more && line == other) continue;
    return std::to_string(number) + ": " + (more ? line : "(end)") + " | " + (others_more ? other : "(end)");
  }
}

/// The first file that differs, and where; empty: none does.
inline std::string FirstDifference(const PlacelessTree& a, const PlacelessTree& b) {
  for (const auto& [path, text] : a) {
    const auto other = b.find(path);
    if (other == b.end()) return path + " is missing";
    if (other->second != text) return path + ":" + FirstLine(text, other->second);
  }
  return a.size() == b.size() ? "" : "there are more files";
}

}  // namespace meshc::test
