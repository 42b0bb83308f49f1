// Two builds of one mesh on one SQLite file: tables come in beside each other while hosts run, new envelopes
// enter where `current` says, and each build's handlers serve the other's envelopes by name.
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <utility>

#include <sys/stat.h>

#include "built_project.h"
#include "child_process.h"
#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr const char* kInput = R"({"first": 3, "second": 40, "way": {"post": 7}})";

class Versions : public testing::Test {
 protected:
  void SetUp() override {
    for (const BuiltProject* version : {&older_, &newer_}) ASSERT_EQ(version->problem(), "");
    old_ = Digest("old");
    new_ = Digest("new");
  }

  const BuiltProject& Version(const std::string& name) const { return name == "old" ? older_ : newer_; }
  std::string Digest(const std::string& name) const {
    std::string digest = RunProgram({Version(name).host(), "--table"}).out;
    digest.pop_back();
    return digest;
  }

  /// Under another name first, as everything that is put into a routes directory.
  void PutInto(const std::string& name, const std::string& from) const {
    fs::create_directories(run_ / "routes");
    fs::copy_file(from, run_ / "coming");
    fs::rename(run_ / "coming", run_ / ("routes/" + name));
  }
  /// As the build of the newer version has them, which holds the released one, too.
  void Install(const std::string& digest) const {
    const std::string name = "libtest_versions_" + digest + "_routes.so";
    PutInto(name, (newer_.build() / "routes" / name).string());
  }
  void SwitchTo(const std::string& digest) const {
    WriteFile(run_ / "coming", digest + "\n");
    fs::rename(run_ / "coming", run_ / "routes/current");
  }

  std::vector<std::string> Command(const std::string& build, const std::vector<std::string>& options) const {
    std::vector<std::string> command = {Version(build).host(), "--routes", run_ / "routes", "--transport",
                                        "sqlite:" + (run_ / "mesh.db") + "?sync=normal"};
    command.insert(command.end(), options.begin(), options.end());
    return command;
  }
  ChildProcess Serve(const std::string& build) const {
    return {Command(build, {"--serve"}), {.errors = run_ / "errors"}};
  }
  /// Enters one envelope where `current` says; its result.
  Json Enter(const std::string& build) const {
    WriteFile(run_ / "input", std::string(kInput) + "\n");
    ChildProcess entrance(Command(build, {"--actor", "none", "--input", run_ / "input"}),
                          {.output = run_ / "results", .errors = run_ / "errors"});
    EXPECT_EQ(entrance.Wait(), 0) << ReadFile(run_ / "errors");
    return Json::parse(ReadFile(run_ / "results"));
  }
  static void ExpectRight(const Json& result) {
    EXPECT_EQ(result.at("outcome"), "succeeded") << result;
    const Json& payload = result.at("payload");
    EXPECT_EQ(payload.at("low"), 3);
    EXPECT_EQ(payload.at("high"), 40);
    EXPECT_EQ(payload.at("way_back"), (Json{{"post", 7}}));
    EXPECT_EQ(payload.at("size"), "small");
  }

  const BuiltProject older_{"versions_old"};
  const BuiltProject newer_{"versions_new"};
  std::string old_;  ///< The digest of the older version.
  std::string new_;
  const ScratchFolder run_{"versions_run"};
};

TEST_F(Versions, TheTreeHoldsATableForEachReleasedVersion) {
  EXPECT_NE(old_, new_);
  const fs::path routes = newer_.build() / "routes";
  EXPECT_TRUE(fs::exists(routes / ("libtest_versions_" + old_ + "_routes.so")));
  EXPECT_TRUE(fs::exists(routes / ("libtest_versions_" + new_ + "_routes.so")));
  EXPECT_EQ(ReadFile(routes / "current"), new_ + "\n");
  EXPECT_EQ(RunProgram({older_.host(), "--routes", routes.string(), "--table"}).out, new_ + "\n");
}

TEST_F(Versions, AHostThatRunsTakesNewTablesInAndNewHandlersServeOldEnvelopes) {
  Install(old_);
  SwitchTo(old_);
  ChildProcess host = Serve("old");
  ExpectRight(Enter("old"));
  // Nobody restarts the host: it finds the table, and its handlers serve what enters on it.
  Install(new_);
  SwitchTo(new_);
  ExpectRight(Enter("old"));
  host.Signal(SIGTERM);
  EXPECT_EQ(host.Wait(), 0) << ReadFile(run_ / "errors");
  // A roll-back of the table, with the new handlers in place.
  ChildProcess newer = Serve("new");
  SwitchTo(old_);
  ExpectRight(Enter("new"));
}

TEST_F(Versions, AnEntranceThatRunsGoesOnOnTheNewTable) {
  Install(old_);
  SwitchTo(old_);
  ChildProcess host = Serve("old");
  const std::string pipe = run_ / "pipe";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  ChildProcess entrance(Command("old", {"--actor", "none", "--envelope", "--input", pipe}),
                        {.output = run_ / "results", .errors = run_ / "told"});
  std::ofstream input(pipe);
  const auto enter = [&input](const char* id) {
    input << Json{{"id", id}, {"route", {{"flow", "order"}}}, {"payload", Json::parse(kInput)}} << std::endl;
  };
  const auto wait_for = [&](const char* file, const std::string& text) {
    while (ReadFile(run_ / file).find(text) == std::string::npos) ASSERT_FALSE(entrance.HasEnded(10));
  };
  enter("first");
  wait_for("results", "\n");
  Install(new_);
  SwitchTo(new_);
  wait_for("told", "new envelopes enter on table " + new_);
  enter("second");
  input.close();
  EXPECT_EQ(entrance.Wait(), 0) << ReadFile(run_ / "told");
  std::istringstream results(ReadFile(run_ / "results"));
  for (const auto& [id, table] : {std::pair("first", old_), std::pair("second", new_)}) {
    std::string line;
    std::getline(results, line);
    const Json ended = Json::parse(line);
    EXPECT_EQ(ended.at("id"), id);
    EXPECT_EQ(ended.at("route").at("table"), table);
    EXPECT_EQ(ended.at("status").at("phase"), "succeeded");
    EXPECT_EQ(ended.at("payload").at("size"), "small");
  }
}

TEST_F(Versions, ACurrentThatNamesNoTableIsRefused) {
  Install(old_);
  SwitchTo("0000000000000000");
  const ProgramRun run = RunProgram(Command("old", {"--serve"}));
  EXPECT_EQ(run.exit_code, 2);
  EXPECT_NE(run.err.find("the table 0000000000000000 is not there"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace meshc::test
