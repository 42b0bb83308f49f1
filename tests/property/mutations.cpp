// Breaks programs that are right, one to four tokens at a time: whatever comes out, `check --report` and
// `check --fix` end in a verdict.
//
//   mutations_test [--seed FIRST] [--count N]
//
// Fails where meshc ends by itself (exit code 3), printing the program. A crash ends the test; the seed that
// was begun last is in the file `mutations_seed` of the build folder.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/driver/commands/mend_files.h"
#include "tests/property/random.h"
#include "tests/support/memory_world.h"
#include "tests/support/places.h"

namespace meshc::property {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> FlowFiles() {
  std::vector<std::string> files;
  for (const char* folder : {"examples", "stdlib", "tests/file", "tests/property/programs"}) {
    for (const auto& entry : fs::recursive_directory_iterator(test::SourceFolder() / folder)) {
      const bool is_large = entry.is_regular_file() && entry.file_size() > 16 * 1024;
      if (entry.path().extension() == ".flow" && !is_large) files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool IsWord(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Words, signs, and the blanks between them: put together they are the text.
std::vector<std::string> Pieces(const std::string& text) {
  std::vector<std::string> pieces;
  for (const char c : text) {
    const bool goes_on = !pieces.empty() && IsWord(c) && IsWord(pieces.back().back());
    if (goes_on)
      pieces.back() += c;
    else
      pieces.emplace_back(1, c);
  }
  return pieces;
}

std::string Mutated(const std::string& text, Random& random) {
  std::vector<std::string> pieces = Pieces(text);
  for (int edits = 1 + random.Below(4); edits > 0 && pieces.size() > 1; --edits) {
    const auto pick = [&] { return static_cast<std::size_t>(random.Below(static_cast<int>(pieces.size()))); };
    const std::size_t at = pick();
    const std::string other = pieces[pick()];
    switch (random.Below(3)) {
      case 0: pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(at)); break;
      case 1: pieces[at] = other; break;
      default: pieces[at] = other + " " + pieces[at];
    }
  }
  return fmt::format("{}", fmt::join(pieces, ""));
}

/// Runs one command on the program at `path`, which nothing is written to.
int Run(std::vector<std::string> command, const std::string& path, const source::FileSystem& files) {
  command.push_back(path);
  test::MemoryOutputTree output;
  test::RecordedProcesses processes;
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  test::MemoryRunFiles run_files(files, output);
  driver::World world{in, out, err, files, output, processes, run_files, false};
  return driver::Main(command, world);
}

bool EndsInAVerdict(const std::string& path, std::uint64_t seed) {
  Random random(seed);
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::string mutated = Mutated(text, random);
  driver::OverlayFiles files(source::DiskFileSystem());
  files.Put(path, mutated);
  for (const char* option : {"--report", "--fix"}) {
    const int exit_code = Run({"check", option}, path, files);
    if (exit_code == 0 || exit_code == 1) continue;
    fmt::print("{}\n--- seed {}: check {} of {} ends with {}\n", mutated, seed, option, path, exit_code);
    return false;
  }
  return true;
}

int RunAll(std::uint64_t seed, int count) {
  const std::vector<std::string> files = FlowFiles();
  for (int done = 0; done < count; ++done, ++seed) {
    std::ofstream(test::BuildFolder() / "mutations_seed") << seed << "\n";
    if (!EndsInAVerdict(files[seed % files.size()], seed)) return 1;
  }
  fmt::print("{} broken programs end in a verdict\n", count);
  return 0;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  CLI::App app("Breaks programs and looks that meshc does not break");
  std::uint64_t seed = 1;
  int count = 1000;
  app.add_option("--seed", seed, "First seed");
  app.add_option("--count", count, "Programs to break");
  CLI11_PARSE(app, argc, argv);
  return meshc::property::RunAll(seed, count);
}
