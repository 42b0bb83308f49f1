#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "compiler/diagnostics/diagnostics.h"

#include "tests/cli/notes_flow.h"

namespace meshc::test {
namespace {

TEST(Usage, HelpAndVersionGoToStandardOutput) {
  MemoryWorld world;
  const auto help = world.Run({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_NE(help.out.find("compile"), std::string::npos);
  EXPECT_EQ(help.err, "");
  const auto version = world.Run({"--version"});
  EXPECT_EQ(version.exit_code, 0);
  EXPECT_TRUE(version.out.starts_with("meshc ")) << version.out;
  EXPECT_EQ(world.Run({"check", "--help"}).exit_code, 0);
}

TEST(Usage, WrongUsageIsTwoAndSaysWhatThereIs) {
  MemoryWorld world = WorldWith(kNotes);
  const auto expect_usage = [&](const std::vector<std::string>& arguments, const std::string& said) {
    const auto outcome = world.Run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.out << outcome.err;
    EXPECT_NE(outcome.err.find(said), std::string::npos) << outcome.err;
    EXPECT_EQ(outcome.out, "");
  };
  expect_usage({},
               "check, compile, graph, test, run, fmt, explain, new, compat, diff, lock, lsp, roots, signal, "
               "cancel, queues, "
               "inspect, parked, failed, replay");
  expect_usage({"chekc"}, "did you mean `check`?");
  expect_usage({"fmt"}, "FILE");
  expect_usage({"check"}, "FILE");
  expect_usage({"check", "--no-such", "notes.flow"}, "no option of `check` is called `--no-such`");
  expect_usage({"check", "--fromat", "json", "notes.flow"}, "did you mean `--format`?");
  expect_usage({"compile", "--onyl=cpp", "notes.flow"}, "did you mean `--only`?");
  expect_usage({"graph", "notes.flow", "-o", "picture.gif"}, "there are: .dot, .svg, .png, .mmd, .json");
  expect_usage(
      {"check", "--format", "xml", "notes.flow"},
      "`xml` is no format of findings; there are: text, json, sarif, github, gitlab, junit, markdown");
  expect_usage({"check", "--output", "xml=x", "notes.flow"},
               "text, json, sarif, github, gitlab, junit, markdown");
  expect_usage({"check", "--output", "json", "notes.flow"}, "FORMAT=FILE");
  expect_usage({"check", "--output", "json=x", "--output", "text=x", "notes.flow"}, "two outputs");
  for (const std::vector<std::string>& writes :
       {std::vector<std::string>{"check", "--output", "json=notes.flow", "notes.flow"},
        {"graph", "-o", "notes.flow", "--format", "dot", "notes.flow"},
        {"test", "--junit", "notes.flow", "notes.flow"},
        {"run", "--stub", "--rejects", "notes.flow", "notes.flow"},
        {"compile", "-o", "out", "--depfile", "notes.flow", "notes.flow"}})
    expect_usage(writes, "is the name of a source");
  expect_usage({"check", "--print", "lexemes", "notes.flow"}, "files, tokens, ast, symbols");
  expect_usage({"check", "-Wno-unknown-alow", "notes.flow"}, "did you mean `unknown-allow`?");
  expect_usage({"check", "-Wno-not-utf8", "notes.flow"}, "it cannot be silenced");
  expect_usage({"compile", "notes.flow"}, "-o");
  expect_usage({"compile", "-o", "out", "--only", "cpp,rust", "notes.flow"}, "`rust` is no back end");
  expect_usage({"run", "notes.flow"}, "--stub");
  expect_usage({"run", "--stub", "--host", "x", "notes.flow"}, "--host");
  expect_usage({"explain", "MC9999"}, "MC9999");
}

/// True if the help names the values and the default of an option: `a|b=a`, or `a|b [a]` from CLI11 2.4 on.
bool ShowsDefault(const std::string& help, const std::string& values, const std::string& value) {
  return help.find(values + "=" + value) != std::string::npos ||
         help.find(values + " [" + value + "]") != std::string::npos;
}

TEST(Usage, HelpTellsValuesDefaultsWarningsAndExitCodes) {
  MemoryWorld world;
  for (const std::string command : {"check", "compile", "graph", "test", "run"}) {
    const std::string help = world.Run({command, "--help"}).out;
    EXPECT_TRUE(ShowsDefault(help, "auto|always|never", "auto")) << help;
    EXPECT_NE(help.find("unused-field"), std::string::npos) << help;
    EXPECT_NE(help.find("Exit codes:"), std::string::npos) << help;
  }
  const std::string check = world.Run({"check", "--help"}).out;
  EXPECT_TRUE(ShowsDefault(check, "text|json|sarif|github|gitlab|junit|markdown", "text")) << check;
  EXPECT_NE(world.Run({"--help"}).out.find("Exit codes:"), std::string::npos);
}

TEST(Usage, AShortOptionTellsTheVersion) {
  MemoryWorld world;
  EXPECT_EQ(world.Run({"-V"}).out, world.Run({"--version"}).out);
}

TEST(Usage, EveryCommandTellsTheVersion) {
  MemoryWorld world;
  for (const char* command : {"check", "explain", "lsp", "lock", "signal"}) {
    const auto outcome = world.Run({command, "--version"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.out, world.Run({"--version"}).out);
  }
}

TEST(Usage, EveryCommandTakesTheCommonOptions) {
  using Words = std::vector<std::string>;
  for (Words words : {Words{"check", "notes.flow"}, Words{"fmt", "notes.flow"}, Words{"roots", "notes.flow"},
                      Words{"explain", "MC0001"}, Words{"new", "shop"},
                      Words{"queues", "--host", "h", "--transport", "sqlite:m.db"},
                      Words{"cancel", "e", "--host", "h", "--transport", "sqlite:m.db"}}) {
    MemoryWorld world = WorldWith(kNotes);
    words.insert(words.end(), {"-I", "lib", "--color", "never", "-Wno-unused-field", "-Werror", "--output",
                               "sarif=found.sarif"});
    const auto outcome = world.Run(words);
    EXPECT_LE(outcome.exit_code, 1) << words[0] << outcome.err;
    EXPECT_NE(world.output.files["found.sarif"].find("\"version\": \"2.1.0\""), std::string::npos)
        << words[0];
  }
}

TEST(Usage, AProjectForMachinesLeavesStandardOutputToTheFindings) {
  MemoryWorld world;
  const auto outcome = world.Run({"new", "shop", "--format", "json"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.out, "[]\n");
  EXPECT_NE(outcome.err.find("shop holds the mesh"), std::string::npos) << outcome.err;
}

TEST(Usage, AFileThatCannotBeReadIsTwo) {
  MemoryWorld world;
  for (const std::string command : {"check", "test"}) {
    const auto outcome = world.Run({command, "missing.flow"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_EQ(outcome.err, "meshc: cannot read `missing.flow`: there is no such file\n");
  }
}

TEST(Usage, ArgumentFilesAreRead) {
  MemoryWorld world = WorldWith(kNotes);
  world.files.Put("arguments", "check --print files\n  'notes.flow'\n");
  const auto outcome = world.Run({"@arguments"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("notes.flow ")) << outcome.out;
  EXPECT_EQ(world.Run({"check", "@missing"}).exit_code, 2);
}

/// Stands for any bug of meshc.
class BrokenFileSystem final : public source::FileSystem {
 public:
  std::variant<std::string, source::ReadError> Read(const std::string&) const override {
    throw std::logic_error("the bug");
  }
  bool Exists(const std::string&) const override { return true; }
  std::optional<std::vector<std::string>> FilesBelow(const std::string&, std::string_view) const override {
    return std::nullopt;
  }
};

TEST(InternalError, IsThreeAsksForAReportAndPrintsNothingElse) {
  const BrokenFileSystem files;
  MemoryOutputTree output;
  RecordedProcesses processes;
  std::istringstream in;
  std::ostringstream out;
  std::ostringstream err;
  MemoryRunFiles run_files(files, output);
  driver::World world{in, out, err, files, output, processes, run_files, false};
  EXPECT_EQ(driver::Main({"check", "--print", "ast", "notes.flow"}, world), 3);
  EXPECT_EQ(out.str(), "");
  EXPECT_NE(err.str().find("internal error: the bug"), std::string::npos) << err.str();
  EXPECT_NE(err.str().find("please report it"), std::string::npos) << err.str();
}

TEST(Explain, PrintsThePage) {
  MemoryWorld world;
  const auto outcome = world.Run({"explain", "mc0001"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(outcome.out.starts_with("# MC0001: ")) << outcome.out;
  EXPECT_EQ(world.Run({"explain", "not-utf8"}).out, outcome.out);
}

TEST(Explain, PrintsPageAfterPage) {
  MemoryWorld world;
  const std::string first = world.Run({"explain", "MC0001"}).out;
  const std::string second = world.Run({"explain", "MC0002"}).out;
  EXPECT_EQ(world.Run({"explain", "MC0001", "MC0002"}).out, first + "\n" + second);
  EXPECT_EQ(world.Run({"explain", "MC0001", "MC9999"}).exit_code, 2);
}

TEST(Explain, AnswersMachinesToo) {
  MemoryWorld world;
  const auto pages = nlohmann::json::parse(world.Run({"explain", "MC0001", "--format", "json"}).out);
  ASSERT_EQ(pages.size(), 1U);
  EXPECT_EQ(pages[0]["code"], "MC0001");
  EXPECT_EQ(pages[0]["page"], world.Run({"explain", "MC0001"}).out);
  const auto list = nlohmann::json::parse(world.Run({"explain", "--format", "json"}).out);
  EXPECT_EQ(list.size(), diagnostics::AllCodes().size());
  EXPECT_FALSE(list[0].contains("page"));
}

TEST(Explain, ListsAllCodes) {
  MemoryWorld world;
  const std::string list = world.Run({"explain"}).out;
  for (const diagnostics::CodeRow& row : diagnostics::AllCodes()) {
    EXPECT_NE(list.find(PrintCode(row.code) + "  "), std::string::npos) << row.flag;
  }
  EXPECT_EQ(static_cast<std::size_t>(std::count(list.begin(), list.end(), '\n')),
            diagnostics::AllCodes().size());
}

}  // namespace
}  // namespace meshc::test
