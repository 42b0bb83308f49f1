// Each fix that a finding offers, applied through the protocol, takes that finding away.
//
//   fixes_test [--every N]
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "compiler/source/memory_file_system.h"
#include "tests/property/editing/editor.h"
#include "tests/property/editing/run_every.h"
#include "tests/support/places.h"

namespace meshc::property {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPath = "/a.flow";

/// Small programs of the file tests: together they make every finding. Those that import files stand for
/// themselves alone here, as good as others.
std::vector<fs::path> Programs() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(test::SourceFolder() / "tests/file")) {
    const bool is_large = entry.is_regular_file() && entry.file_size() > 16 * 1024;
    if (entry.path().extension() == ".flow" && !is_large) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

int CountOf(const Json& findings, const Json& finding) {
  const auto same = [&](const Json& other) {
    return other["code"] == finding["code"] && other["message"] == finding["message"];
  };
  return static_cast<int>(std::count_if(findings.begin(), findings.end(), same));
}

struct Tally {
  int fixes = 0;
  int wrong = 0;
};

void Look(const fs::path& path, int every, Tally& tally) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const source::MemoryFileSystem disk;
  Editor editor(disk);
  editor.Open(kPath, text);
  const Json findings = editor.Findings(kPath);
  for (const Json& finding : findings) {
    Json params = editor.At(kPath);
    params["range"] = finding["range"];
    params["context"] = {{"diagnostics", {finding}}, {"only", {"quickfix"}}};
    for (const Json& action : editor.Ask("textDocument/codeAction", params)) {
      if (!action.contains("diagnostics") || action["diagnostics"][0] != finding) continue;
      if (++tally.fixes % every != 0) continue;
      editor.Replace(kPath, 0, editor.Text(kPath).size(), editor.With(action["edit"]).at(kPath));
      const Json after = editor.Findings(kPath);
      if (CountOf(after, finding) >= CountOf(findings, finding)) {
        ++tally.wrong;
        fmt::print("{}: `{}` leaves {}\n{}\n", path.string(), action["title"].get<std::string>(),
                   finding["message"].get<std::string>(), editor.Text(kPath));
      }
      editor.Replace(kPath, 0, editor.Text(kPath).size(), text);
    }
  }
}

int Run(int every) {
  Tally tally;
  for (const fs::path& path : Programs()) {
    // One that is no UTF-8 cannot be sent by an editor.
    if (path.filename().string().find("utf8") == std::string::npos) Look(path, every, tally);
  }
  fmt::print("{} fixes, {} of them leave their finding\n", tally.fixes / every, tally.wrong);
  return tally.fixes > 0 && tally.wrong == 0 ? 0 : 1;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  return meshc::property::RunEvery(argc, argv, "Applies the fixes of findings one by one", 1,
                                   meshc::property::Run);
}
