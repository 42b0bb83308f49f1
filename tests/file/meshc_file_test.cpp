// Runs every .flow file below a folder as one test: what `meshc` says of it must equal the
// `.expected` file beside it. A .transcript file is a session with the language server (transcript.h).
//
//   meshc_file_test FOLDER [filter]            compare
//   meshc_file_test --update FOLDER [filter]   write the expectations anew
//
// The first folder of a test's path decides the command (kCommands); a first line `// RUN: ...`
// overrides it. Files that must fail are named `fail_*`, and only those. Files in a folder
// `imports` are no tests. A line `// --- NAME` begins another file, of that name in the same folder:
// versions to compare with.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

#include "compiler/driver/commands/mend_files.h"
#include "tests/file/transcript.h"
#include "tests/support/memory_world.h"

namespace {

namespace fs = std::filesystem;

struct Row {
  std::string_view folder;
  std::string_view command;
};

constexpr Row kCommands[] = {
    {"syntax", "check --stop-after ast --print ast"},
    {"sema", "check --stop-after types"},
    {"lower", "check --stop-after mesh --print mesh"},
    {"checks", "check"},
    {"analysis", "check"},
    {"mistakes", "check"},
    {"budget", "check --report"},
    {"codegen", "compile -o out"},
    {"driver", "check"},
    {"scenario", "test --trace"},
    {"compat", "compat --require full --against old.flow"},
    {"diff", "diff --against old.flow"},
};

std::string ReadFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::string> Words(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), std::istream_iterator<std::string>()};
}

/// None: the folder is unknown, which is a mistake of the test.
std::optional<std::vector<std::string>> CommandOf(const fs::path& relative, const std::string& text) {
  constexpr std::string_view run = "// RUN: ";
  if (text.starts_with(run)) return Words(text.substr(run.size(), text.find('\n') - run.size()));
  for (const Row& row : kCommands) {
    if (*relative.begin() == row.folder) return Words(std::string(row.command));
  }
  return std::nullopt;
}

/// The file and those that its text holds behind it.
meshc::driver::OverlayFiles SplitFiles(const std::string& name, const std::string& text) {
  constexpr std::string_view mark = "\n// --- ";
  meshc::driver::OverlayFiles files(meshc::source::DiskFileSystem());
  std::size_t end = text.find(mark);
  if (end == std::string::npos) return files;
  files.Put(name, text.substr(0, end + 1));
  while (end != std::string::npos) {
    const std::size_t line = text.find('\n', end + 1);
    const std::string other = text.substr(end + mark.size(), line - end - mark.size());
    end = text.find(mark, line);
    files.Put(other, text.substr(line + 1, end == std::string::npos ? end : end - line));
  }
  return files;
}

/// Runs one test in its own folder, so that no output holds a path of this machine.
std::pair<int, std::string> RunTest(const fs::path& path, std::vector<std::string> command) {
  const fs::path before = fs::current_path();
  fs::current_path(path.parent_path());
  command.push_back(path.filename().string());
  meshc::test::MemoryOutputTree output;
  meshc::test::RecordedProcesses processes;
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  const auto files = SplitFiles(path.filename().string(), ReadFile(path.filename()));
  meshc::test::MemoryRunFiles run_files(files, output);
  meshc::driver::World world{in, out, err, files, output, processes, run_files, false};
  const int exit_code = meshc::driver::Main(command, world);
  fs::current_path(before);

  std::string text = "exit " + std::to_string(exit_code) + "\n";
  if (!out.str().empty()) text += "--- stdout\n" + out.str();
  if (!err.str().empty()) text += "--- stderr\n" + err.str();
  return {exit_code, text};
}

/// The first line in which two texts differ, for a short report.
std::string Difference(const std::string& expected, const std::string& actual) {
  std::istringstream a(expected);
  std::istringstream b(actual);
  std::string left;
  std::string right;
  for (int line = 1;; ++line) {
    const bool more_left = static_cast<bool>(std::getline(a, left));
    const bool more_right = static_cast<bool>(std::getline(b, right));
    if (!more_left && !more_right) return "  (line ends differ)\n";
    if (more_left && more_right && left == right) continue;
    return "  line " + std::to_string(line) + "\n  - " + (more_left ? left : "(end)") + "\n  + " +
           (more_right ? right : "(end)") + "\n";
  }
}

struct Session {
  fs::path root;
  std::string filter;
  bool update = false;
  int run = 0;
  int failed = 0;

  void Fail(const fs::path& relative, const std::string& why) {
    ++failed;
    std::cout << "FAILED " << relative.string() << "\n"
              << why << "  to update: meshc_file_test --update tests/file " << relative.string() << "\n";
  }

  void Run(const fs::path& path) {
    const fs::path relative = path.lexically_relative(root);
    if (relative.string().find(filter) == std::string::npos) return;
    ++run;
    if (path.extension() == ".transcript") return RunSession(relative, path);
    const auto command = CommandOf(relative, ReadFile(path));
    if (!command) return Fail(relative, "  its folder is not in the table of commands\n");
    const auto [exit_code, actual] = RunTest(path, *command);
    const bool named_fail = path.filename().string().starts_with("fail_");
    if (named_fail != (exit_code != 0)) {
      return Fail(relative, named_fail ? "  is named fail_*, but there is no error\n"
                                       : "  has errors, so it must be named fail_*\n" + actual);
    }
    Compare(relative, fs::path(path).replace_extension(".expected"), actual);
  }

  void RunSession(const fs::path& relative, const fs::path& path) {
    try {
      Compare(relative, fs::path(path).replace_extension(".expected"),
              meshc::test::RunTranscript(ReadFile(path)));
    } catch (const std::exception& mistake) {
      Fail(relative, std::string("  ") + mistake.what() + "\n");
    }
  }

  void Compare(const fs::path& relative, const fs::path& expectation, const std::string& actual) {
    const std::string expected = ReadFile(expectation);
    if (actual == expected) return;
    if (!update) return Fail(relative, Difference(expected, actual));
    std::ofstream(expectation, std::ios::binary) << actual;
    std::cout << "updated " << relative.string() << "\n";
  }
};

std::vector<fs::path> FindTests(const fs::path& root) {
  std::vector<fs::path> tests;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const fs::path& path = entry.path();
    const bool flow = path.extension() == ".flow" && path.parent_path().filename() != "imports";
    if (flow || path.extension() == ".transcript") tests.push_back(path);
  }
  std::sort(tests.begin(), tests.end());
  return tests;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  Session session;
  session.update = std::erase(arguments, "--update") > 0;
  if (arguments.empty()) {
    std::cerr << "usage: meshc_file_test [--update] FOLDER [filter]\n";
    return 2;
  }
  session.root = fs::absolute(arguments[0]).lexically_normal();
  if (session.root.filename().empty()) session.root = session.root.parent_path();
  if (arguments.size() > 1) session.filter = arguments[1];
  for (const fs::path& path : FindTests(session.root)) session.Run(path);
  std::cout << session.run << " file tests, " << session.failed << " failed\n";
  return session.failed == 0 && session.run > 0 ? 0 : 1;
}
