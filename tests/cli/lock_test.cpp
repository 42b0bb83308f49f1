// `meshc lock`, and what `compat` makes of a lock.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <utility>
#include <variant>

#include "codegen/route_table/route_table.h"
#include "mesh/route/table_digest.h"
#include "mesh/route/table_json.h"
#include "tests/support/memory_world.h"
#include "tests/support/orders_flow.h"

namespace meshc {
namespace {

using Words = std::vector<std::string>;

constexpr const char* kOldLock = test::kOrdersFlow;

/// `kOldLock` with an input that must be given.
std::string New() {
  std::string text = kOldLock;
  return text.replace(text.find("  in text"), 0, "  in phone: string;\n");
}

/// A folder in which `meshc lock` writes and the next command reads.
class Lock : public testing::Test {
 protected:
  Lock() { world_.files.Put("shop.flow", kOldLock); }

  test::Outcome Run(std::vector<std::string> arguments) {
    const auto outcome = world_.Run(arguments);
    for (const auto& [path, text] : std::exchange(world_.output.files, {})) world_.files.Put(path, text);
    return outcome;
  }

  std::string Read(const std::string& path) const {
    const auto found = world_.files.files().find(path);
    return found == world_.files.files().end() ? "" : found->second;
  }

  /// The lock with one text put for another.
  void Change(const std::string& from, const std::string& to) {
    std::string text = Read("mesh.lock");
    ASSERT_NE(text.find(from), std::string::npos) << text;
    world_.files.Put("mesh.lock", text.replace(text.find(from), from.size(), to));
  }

  std::string Table() const {
    for (const auto& [path, text] : world_.files.files()) {
      if (path.starts_with("mesh.lock.d/")) return path;
    }
    return "";
  }

  /// A lock of `kOldLock`, sources that break it, and an exception for that until 2026-12-31.
  void AcceptNew() {
    Run({"lock", "shop.flow"});
    world_.files.Put("shop.flow", New());
    const std::string err = Run({"compat", "shop.flow"}).err;
    const std::string fingerprint = err.substr(err.find("--accept ") + 9, 12);
    Run({"lock", "shop.flow", "--accept", fingerprint, "--until", "2026-12-31", "--because", "x"});
  }

  test::MemoryWorld world_;
};

TEST_F(Lock, WritesOneFactALineAndTheTableBeside) {
  EXPECT_EQ(Run({"lock", "shop.flow", "--name", "1.0"}).exit_code, 0);
  const std::string lock = Read("mesh.lock");
  EXPECT_TRUE(lock.starts_with("meshc-lock 1\nmesh shop.orders\nversion ")) << lock;
  EXPECT_NE(lock.find(" name \"1.0\" longest 30s\nseal "), std::string::npos) << lock;
  EXPECT_NE(lock.find("\ncall main/worker#1 -> worker\nentry main(text: string)\n"), std::string::npos)
      << lock;
  EXPECT_FALSE(Read(Table()).empty());
  EXPECT_EQ(Run({"lock", "--check", "shop.flow"}).exit_code, 0);
}

TEST_F(Lock, IsWhatCompatComparesWithUnlessToldOtherwise) {
  EXPECT_EQ(Run({"compat", "shop.flow"}).exit_code, 2);
  Run({"lock", "shop.flow"});
  EXPECT_EQ(Run({"compat", "shop.flow"}).exit_code, 0);
  world_.files.Put("shop.flow", New());
  const auto outcome = Run({"compat", "shop.flow"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.err.find("error[MC7006]"), std::string::npos) << outcome.err;
}

TEST_F(Lock, HoldsExceptionsUntilTheirDay) {
  Run({"lock", "shop.flow"});
  world_.files.Put("shop.flow", New());
  const std::string err = Run({"compat", "shop.flow"}).err;
  const std::string fingerprint = err.substr(err.find("--accept ") + 9, 12);
  EXPECT_EQ(
      Run({"lock", "shop.flow", "--accept", fingerprint, "--until", "2026-12-31", "--because", "a \"b\""})
          .exit_code,
      0);
  EXPECT_NE(Read("mesh.lock").find("accept " + fingerprint + " until 2026-12-31 because \"a \\\"b\\\"\"\n"),
            std::string::npos);
  EXPECT_EQ(Run({"compat", "shop.flow", "--today", "2026-12-31"}).exit_code, 0);
  const auto late = Run({"compat", "shop.flow", "--today", "2027-01-01"});
  EXPECT_EQ(late.exit_code, 1);
  EXPECT_NE(late.err.find("MC7061"), std::string::npos) << late.err;
  world_.files.Put("shop.flow", kOldLock);
  EXPECT_NE(Run({"compat", "shop.flow"}).err.find("MC7060"), std::string::npos);
}

TEST_F(Lock, CheckTellsWhichExceptionsHaveRunOut) {
  AcceptNew();
  EXPECT_EQ(Run({"lock", "--check", "shop.flow", "--today", "2026-12-31"}).err, "");
  EXPECT_NE(Run({"lock", "--check", "shop.flow", "--today", "2027-01-01"}).err.find("MC7061"),
            std::string::npos);
  const auto undated = Run({"lock", "--check", "shop.flow"});
  EXPECT_EQ(undated.exit_code, 0);
  EXPECT_NE(undated.err.find("note: no day is given (--today, SOURCE_DATE_EPOCH)"), std::string::npos)
      << undated.err;
}

TEST_F(Lock, CheckTellsWhichExceptionsMatchNothing) {
  const Words check = {"lock", "--check", "shop.flow", "--today", "2026-12-31"};
  AcceptNew();
  EXPECT_EQ(Run(check).err, "") << "between the lock and the sources";
  Run({"lock", "shop.flow"});
  EXPECT_EQ(Run(check).err, "") << "between two versions of the lock";
  Change("# what", "accept 0123456789ab until 2026-12-31 because \"x\"\n# what");
  const auto unused = Run(check);
  EXPECT_EQ(unused.exit_code, 0) << "a warning";
  EXPECT_NE(unused.err.find("warning[MC7060]: the exception 0123456789ab matches no finding"),
            std::string::npos)
      << unused.err;
  world_.files.Put("shop.flow", "mesh shop.orders;\nflow main on Nothing { }\n");
  EXPECT_EQ(Run(check).err.find("MC7060"), std::string::npos) << "nobody knows what those sources break";
}

TEST_F(Lock, TakesTheDayOfItsEnvironmentOrRefusesIt) {
  Run({"lock", "shop.flow"});
  ASSERT_EQ(setenv("SOURCE_DATE_EPOCH", "abc", 1), 0);
  for (const Words& words : {Words{"lock", "--check", "shop.flow"}, Words{"compat", "shop.flow"}}) {
    const auto outcome = Run(words);
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_NE(outcome.err.find("SOURCE_DATE_EPOCH is `abc`"), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(Run({"lock", "--check", "shop.flow", "--today", "2026-12-31"}).exit_code, 0);
  ASSERT_EQ(setenv("SOURCE_DATE_EPOCH", "1767225600", 1), 0);
  EXPECT_EQ(Run({"lock", "--check", "shop.flow"}).exit_code, 0);
  ASSERT_EQ(unsetenv("SOURCE_DATE_EPOCH"), 0);
}

TEST_F(Lock, MakesAVersionThatIsLockedAgainTheNewestOne) {
  Run({"lock", "shop.flow", "--name", "1.0"});
  const std::string first = Read("mesh.lock");
  EXPECT_EQ(Run({"lock", "shop.flow"}).exit_code, 0);
  EXPECT_EQ(Read("mesh.lock"), first);
  world_.files.Put("shop.flow", New());
  Run({"lock", "shop.flow", "--name", "2.0"});
  EXPECT_NE(Read("mesh.lock").find("entry main(phone: string, text: string)"), std::string::npos);
  world_.files.Put("shop.flow", kOldLock);
  EXPECT_EQ(Run({"lock", "shop.flow", "--name", "3.0"}).exit_code, 0);
  const std::string back = Read("mesh.lock");
  EXPECT_LT(back.find("name \"2.0\""), back.find("name \"1.0\" name \"3.0\"")) << back;
  EXPECT_EQ(back.find("phone"), std::string::npos) << "its facts are those of the version that runs";
  EXPECT_EQ(Run({"lock", "--check", "shop.flow"}).exit_code, 0);
  EXPECT_EQ(Run({"diff", "shop.flow"}).out,
            "against 3.0, the newest of 2 versions in mesh.lock\nno difference in topology\n");
}

TEST_F(Lock, IsOfOneMesh) {
  Run({"lock", "shop.flow"});
  const std::string before = Read("mesh.lock");
  std::string text = kOldLock;
  world_.files.Put("shop.flow", text.replace(text.find("shop.orders"), 11, "shop.buying"));
  const auto outcome = Run({"lock", "shop.flow", "--format", "json"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.out.find("the lock is of the mesh `shop.orders`, not of `shop.buying`"),
            std::string::npos)
      << outcome.out;
  EXPECT_EQ(Read("mesh.lock"), before);
}

TEST_F(Lock, NeedsItsFileAndANameThatCanBePrinted) {
  Run({"lock", "shop.flow"});
  const std::string before = Read("mesh.lock");
  EXPECT_EQ(Run({"lock", "--check", "nothing.flow"}).exit_code, 2);
  EXPECT_EQ(Run({"lock", "shop.flow", "--name", "1\n2"}).exit_code, 2);
  EXPECT_EQ(Read("mesh.lock"), before);
}

/// A thousand actors, each of which gives a field of its own.
std::string ManyActors() {
  std::string fields;
  std::string actors;
  std::string calls;
  for (int i = 0; i < 1000; ++i) {
    fields += fmt::format("  out part{}: string;\n", i);
    actors += fmt::format("processor worker{}(text: string) -> (part{}: string);\n", i, i);
    calls += fmt::format("  worker{};\n", i);
  }
  return "mesh shop.many;\nenvelope Job {\n  in text: string;\n" + fields + "}\n" + actors +
         "flow main on Job {\n" + calls + "}\n";
}

TEST_F(Lock, StaysSmallForAThousandActors) {
  world_.files.Put("shop.flow", ManyActors());
  ASSERT_EQ(Run({"lock", "shop.flow"}).exit_code, 0);
  EXPECT_LE(Read("mesh.lock").size(), 200'000U);
}

TEST_F(Lock, RefusesATableWhosePatternNoLongerIsOne) {
  std::string text = kOldLock;
  world_.files.Put("shop.flow",
                   text.replace(text.find("in text: string"), 15, "in text: string(pattern \"a+\")"));
  ASSERT_EQ(Run({"lock", "shop.flow"}).exit_code, 0);
  const std::string path = Table();
  auto table = std::get<mesh::route::TableData>(mesh::route::ReadTableJson(Read(path)));
  for (auto& type : table.pool.types) {
    if (type.pattern == "a+") type.pattern = "a(+";
  }
  table.digest = mesh::route::TableDigest(table.View());
  world_.files.Put("old.json", codegen::PrintRoutes(table.View(), {}));
  const auto outcome = Run({"compat", "shop.flow", "--against", "old.json"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.err.find("error[MC7041]: `old.json` is no version of a mesh: the pattern \"a(+\""),
            std::string::npos)
      << outcome.err;
}

/// The locked table with its actor under another name, as a table of its own.
std::string WithActor(const std::string& text, std::string_view name) {
  auto table = std::get<mesh::route::TableData>(mesh::route::ReadTableJson(text));
  table.actors.front().name = table.pool.Text(std::string(name));
  table.digest = mesh::route::TableDigest(table.View());
  return codegen::PrintRoutes(table.View(), {});
}

TEST_F(Lock, LetsNoNameBeMarkup) {
  Run({"lock", "shop.flow"});
  world_.files.Put("old.json", WithActor(Read(Table()), "<img src=x>|``**@all"));
  const auto report = Run({"compat", "shop.flow", "--against", "old.json", "--format", "markdown"});
  EXPECT_EQ(report.exit_code, 1) << report.err;
  EXPECT_NE(report.out.find("| ```<img src=x>\\|``**@all``` | nobody |"), std::string::npos) << report.out;
  const auto difference = Run({"diff", "shop.flow", "--against", "old.json", "--format", "markdown"});
  EXPECT_NE(difference.out.find("| removed | actor | ```<img src=x>\\|``**@all``` |"), std::string::npos)
      << difference.out;
  const auto page = Run({"diff", "shop.flow", "--against", "old.json", "--format", "html"});
  EXPECT_EQ(page.exit_code, 0) << page.err;
  EXPECT_EQ(page.out.find("<img"), std::string::npos);
}

TEST_F(Lock, LetsNoNameBeALine) {
  Run({"lock", "shop.flow"});
  world_.files.Put("old.json", WithActor(Read(Table()), "a\n::error::b"));
  const auto outcome = Run({"compat", "shop.flow", "--against", "old.json", "--output", "github=-"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.out.find("\n::error::b"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.err.find("error[MC7041]"), std::string::npos) << outcome.err;
}

TEST_F(Lock, DiffSaysWhichVersionOfSeveralItComparesWith) {
  Run({"lock", "shop.flow", "--name", "1.0"});
  EXPECT_EQ(Run({"diff", "shop.flow"}).out, "no difference in topology\n");
  world_.files.Put("shop.flow", New());
  Run({"lock", "shop.flow", "--name", "2.0"});
  EXPECT_EQ(Run({"diff", "shop.flow"}).out,
            "against 2.0, the newest of 2 versions in mesh.lock\nno difference in topology\n");
}

TEST_F(Lock, DiffAgainstNoVersionIsAllThatThereIs) {
  Run({"lock", "shop.flow"});
  Run({"lock", "shop.flow", "--drop", std::filesystem::path(Table()).stem().string()});
  for (const char* format : {"text", "markdown", "json", "dot", "svg", "html"}) {
    const auto outcome = Run({"diff", "shop.flow", "--format", format});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("worker"), std::string::npos) << format << outcome.out;
  }
}

TEST_F(Lock, DiffShowsGitNoErrorInAPart) {
  world_.files.Put("types.flow", "record Item { name: string; }\n");
  world_.files.Put("/tmp/old.flow", "record Item { id: string; }\n");
  const auto outcome = Run(
      {"diff", "--git-driver", "types.flow", "/tmp/old.flow", "aa", "100644", "types.flow", "bb", "100644"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(outcome.out.starts_with("meshc diff types.flow\n* a part, which has no `mesh` line"))
      << outcome.out;
}

TEST_F(Lock, DropsADrainedVersion) {
  Run({"lock", "shop.flow"});
  const std::string digest = Read("mesh.lock").substr(Read("mesh.lock").find("version ") + 8, 16);
  EXPECT_EQ(Run({"lock", "shop.flow", "--drop", "0123456789abcdef"}).exit_code, 2);
  EXPECT_EQ(Run({"lock", "shop.flow", "--drop", digest}).exit_code, 0);
  EXPECT_EQ(Read("mesh.lock").find("\nversion "), std::string::npos);
}

struct Damage {
  const char* name;
  const char* from;
  const char* to;
  const char* code;
};

class Damaged : public Lock, public testing::WithParamInterface<Damage> {};

TEST_P(Damaged, IsOneClearError) {
  Run({"lock", "shop.flow"});
  Change(GetParam().from, GetParam().to);
  const std::string before = Read("mesh.lock");
  for (const char* command : {"lock", "compat"}) {
    const auto outcome = Run({command, "shop.flow"});
    EXPECT_EQ(outcome.exit_code, 1) << command << outcome.err;
    EXPECT_NE(outcome.err.find(GetParam().code), std::string::npos) << command << outcome.err;
    EXPECT_EQ(Read("mesh.lock"), before);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Locks, Damaged,
    testing::Values(
        Damage{"Newer", "meshc-lock 1", "meshc-lock 2", "MC7051"},
        Damage{"Merged", "mesh shop.orders\n", "mesh shop.orders\n<<<<<<< HEAD\n", "MC7050"},
        Damage{"NoTable", "version ", "version 0123456789abcdef longest 1s\nversion ", "MC7052"},
        Damage{"Spliced", "call main/worker#1 -> worker\n", "call main/worker#2 -> worker\n", "MC7053"},
        Damage{"Lacking", "call main/worker#1 -> worker\n", "", "MC7053"},
        Damage{"OfAnotherSystem", "mesh shop.orders\n", "mesh shop.orders\r\n", "this line ends in CR LF"},
        Damage{"BadDay", "# what", "accept 0123456789ab until 2026-02-30 because \"x\"\n# what", "MC7050"},
        Damage{"BadName", "longest 30s", "name \"\\u001b[2J\" longest 30s", "MC7050"},
        Damage{"OfAnotherMesh", "mesh shop.orders", "mesh shop.buying", "MC7052"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_F(Lock, FindsAChangedTable) {
  Run({"lock", "shop.flow"});
  std::string table = Read(Table());
  table.replace(table.find("\"timeout_ns\":30000000000"), 24, "\"timeout_ns\":30000000001");
  world_.files.Put(Table(), table);
  EXPECT_NE(Run({"lock", "--check", "shop.flow"}).err.find("MC7052"), std::string::npos);
}

TEST_F(Lock, FindsALineThatWasCutOff) {
  Run({"lock", "shop.flow"});
  std::string lock = Read("mesh.lock");
  lock.resize(lock.size() - 5);
  world_.files.Put("mesh.lock", lock);
  EXPECT_NE(Run({"lock", "--check", "shop.flow"}).err.find("MC7050"), std::string::npos);
}

TEST_F(Lock, KeepsLinesOfKindsThatItDoesNotKnow) {
  Run({"lock", "shop.flow"});
  Change("entry main", "lease worker 5m\nentry main");
  const auto outcome = Run({"lock", "shop.flow"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("MC7054"), std::string::npos);
  EXPECT_NE(Read("mesh.lock").find("\nlease worker 5m\n"), std::string::npos);
}

TEST_F(Lock, CompileWritesTheTableOfEachVersionThatItHolds) {
  Run({"lock", "shop.flow"});
  const std::string digest = std::filesystem::path(Table()).stem().string();
  Run({"compile", "shop.flow", "-o", "gen"});
  EXPECT_EQ(Read("gen/routes/released/" + digest + ".cpp"), "") << "it is the tree's own";
  world_.files.Put("shop.flow", New());
  EXPECT_EQ(Run({"compile", "shop.flow", "-o", "next", "--depfile", "next.d"}).exit_code, 0);
  const std::string released = Read("next/routes/released/" + digest + ".cpp");
  EXPECT_NE(released.find(".digest = \"" + digest + "\""), std::string::npos) << released;
  EXPECT_NE(Read("next.d").find("mesh.lock"), std::string::npos);
  EXPECT_EQ(Read("next/routes/released/" + digest + ".cpp"), Read("gen/routes/route_table.cpp"));
}

TEST_F(Lock, CompileTakesNoTableThatWasChanged) {
  Run({"lock", "shop.flow"});
  world_.files.Put(Table(), "{}");
  world_.files.Put("shop.flow", New());
  EXPECT_EQ(Run({"compile", "shop.flow", "-o", "gen"}).exit_code, 1);
  EXPECT_EQ(Read("gen/mesh-manifest.json"), "");
}

}  // namespace
}  // namespace meshc
