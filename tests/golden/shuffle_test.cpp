// The order of top-level declarations means nothing: whole trees are the same whatever it is, but for
// what names places of the source. The random programs of tests/property/shuffle.cpp go on from here.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "compiler/syntax/file.h"
#include "tests/support/placeless_tree.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;

/// A file cut between its declarations.
struct Cut {
  std::string head;                 ///< Up to the `mesh` line, and that.
  std::vector<std::string> pieces;  ///< Each a declaration with the comments before it.
  std::string tail;

  std::string Text() const {
    std::string text = head;
    for (const std::string& piece : pieces) text += piece + "\n";
    return text + tail;
  }
};

Cut CutFile(const std::string& text) {
  source::SourceManager sources;
  diagnostics::Diagnostics diagnostics;
  const syntax::File file = syntax::ParseFile(sources, sources.Add("a.flow", text), diagnostics);
  EXPECT_FALSE(diagnostics.HasErrors());
  Cut cut;
  std::size_t end = file.mesh.empty() ? 0 : text.find(';', file.mesh_range.end) + 1;
  cut.head = text.substr(0, end);
  for (const auto* declaration : file.declarations) {
    cut.pieces.push_back(text.substr(end, declaration->range.end - end));
    end = declaration->range.end;
  }
  cut.tail = text.substr(end);
  return cut;
}

/// All flow files of a folder; the root is the one with a `mesh` line.
struct Project {
  std::string root;
  std::map<std::string, Cut> files;

  source::MemoryFileSystem Files() const {
    source::MemoryFileSystem written;
    for (const auto& [name, cut] : files) written.Put(name, cut.Text());
    return written;
  }
};

Project Load(const fs::path& folder) {
  Project project;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".flow") continue;
    const std::string name = entry.path().filename().string();
    const auto text = std::get<std::string>(source::DiskFileSystem().Read(entry.path().string()));
    project.files[name] = CutFile(text);
    if (!project.files[name].head.empty()) project.root = name;
  }
  return project;
}

std::vector<fs::path> Folders() {
  const fs::path root = SourceFolder();
  std::vector<fs::path> folders = {root / "tests/golden/greeting", root / "tests/hosts/statements"};
  for (const auto& entry : fs::directory_iterator(root / "examples")) {
    // Recipes for CI stand beside the projects.
    if (entry.is_directory() && !Load(entry.path()).files.empty()) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end());
  return folders;
}

PlacelessTree Compile(const Project& project) {
  std::string errors;
  PlacelessTree tree = CompilePlaceless(project.Files(), project.root, errors);
  EXPECT_EQ(errors, "");
  return tree;
}

class Shuffle : public testing::TestWithParam<fs::path> {};

TEST_P(Shuffle, TheOrderOfDeclarationsDoesNotShow) {
  Project project = Load(GetParam());
  ASSERT_NE(project.root, "");
  const PlacelessTree original = Compile(project);
  ASSERT_TRUE(original.contains("routes/routes.json"));
  std::mt19937 random(7);
  for (int round = 0; round < 6; ++round) {
    for (auto& [name, cut] : project.files) std::shuffle(cut.pieces.begin(), cut.pieces.end(), random);
    ASSERT_EQ(FirstDifference(original, Compile(project)), "") << project.files[project.root].Text();
  }
}

INSTANTIATE_TEST_SUITE_P(All, Shuffle, testing::ValuesIn(Folders()),
                         [](const auto& tested) { return tested.param.filename().string(); });

}  // namespace
}  // namespace meshc::test
