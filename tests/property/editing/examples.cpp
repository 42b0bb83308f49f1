#include "tests/property/editing/examples.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "compiler/pipeline/run_stages.h"
#include "compiler/pipeline/settle.h"
#include "compiler/source/memory_file_system.h"
#include "tests/support/places.h"

namespace meshc::property {

namespace fs = std::filesystem;

std::vector<Texts> Examples() {
  std::map<fs::path, Texts> folders;
  for (const auto& entry : fs::recursive_directory_iterator(test::SourceFolder() / "examples")) {
    if (entry.path().extension() != ".flow") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string name = "/" + entry.path().lexically_relative(test::SourceFolder()).generic_string();
    folders[entry.path().parent_path()][name] = {std::istreambuf_iterator<char>(file), {}};
  }
  std::vector<Texts> examples;
  for (auto& [folder, texts] : folders) examples.push_back(std::move(texts));
  return examples;
}

std::unique_ptr<pipeline::Compilation> CheckTexts(const Texts& texts, const std::string& root) {
  const source::MemoryFileSystem files(texts);
  auto c = std::make_unique<pipeline::Compilation>();
  pipeline::RunStages({root, {}, pipeline::Stage::kFacts, sema::RootKind::kMeshOrLibrary}, files, *c);
  pipeline::Settle({}, *c);
  return c;
}

std::string RootOf(const Texts& texts) {
  for (const auto& [path, text] : texts) {
    if (text.starts_with("mesh ") || text.find("\nmesh ") != std::string::npos) return path;
  }
  return texts.begin()->first;
}

}  // namespace meshc::property
