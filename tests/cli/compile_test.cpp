#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/notes_flow.h"

namespace meshc::test {
namespace {

using Json = nlohmann::json;

Outcome Compile(MemoryWorld& world, const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"compile", "notes.flow", "-o", "out"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return world.Run(arguments);
}

/// `kNotes` with a second actor.
std::string WithScorer() {
  return Replaced(Replaced(kNotes, "  answer;", "  answer;\n  audit;"), "flow keep",
                  "processor audit(reply: string);\n\nflow keep");
}

TEST(Compile, WritesEveryPartAndAManifestOfIt) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = Compile(world);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "");
  for (const std::string path :
       {"CMakeLists.txt", "routes/route_table.cpp", "routes/routes.json", "graph/keep.dot", "graph/keep.mmd",
        "graph/keep.json", "deploy/Dockerfile"}) {
    EXPECT_TRUE(world.output.files.contains("out/" + path)) << path;
  }
  EXPECT_TRUE(world.output.files.contains("actors/answer.cpp"));
  const Json manifest = Json::parse(world.output.files.at("out/mesh-manifest.json"));
  EXPECT_EQ(manifest["mesh"], "demo.notes");
  EXPECT_TRUE(manifest["sources"].contains("notes.flow"));
  EXPECT_EQ(manifest["files"]["../actors/answer.cpp"]["ownership"], "once");
  EXPECT_EQ(manifest["files"]["routes/routes.json"]["ownership"], "generated");
  EXPECT_EQ(manifest["files"].size() + 1, world.output.files.size()) << "every file but the manifest itself";
}

TEST(Compile, NeedsAFolderWhereOthersTakeStandardOutput) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = world.Run({"compile", "notes.flow", "-o", "-"});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.err.find("standard output takes no tree of files: name a folder"), std::string::npos)
      << outcome.err;
  EXPECT_TRUE(world.output.files.empty());
}

TEST(Compile, WritesNothingTheSecondTime) {
  MemoryWorld world = WorldWith(kNotes);
  Compile(world);
  world.output.written.clear();
  EXPECT_EQ(Compile(world).exit_code, 0);
  EXPECT_TRUE(world.output.written.empty());
}

TEST(Compile, WritesOnlyWhatChanged) {
  MemoryWorld world = WorldWith(kNotes);
  Compile(world);
  world.output.files.erase("out/routes/routes.json");
  Compile(world);
  EXPECT_EQ(world.output.written, std::vector<std::string>{"out/routes/routes.json"});
}

TEST(Compile, NeverTouchesAHandler) {
  MemoryWorld world = WorldWith(kNotes);
  world.output.files["actors/answer.cpp"] = "mine";
  for (const std::vector<std::string>& more : {std::vector<std::string>{}, {"--force"}}) {
    EXPECT_EQ(Compile(world, more).exit_code, 0);
    EXPECT_EQ(world.output.files.at("actors/answer.cpp"), "mine");
  }
}

/// Compiles over `path`, which holds something of somebody else, and then with `--force`.
void ExpectRefused(MemoryWorld& world, const std::string& path) {
  const auto before = world.output.files;
  const auto outcome = Compile(world);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.err.find("error[MC6010]: `" + path + "`"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("--force"), std::string::npos) << outcome.err;
  EXPECT_EQ(world.output.files, before);
  EXPECT_EQ(Compile(world, {"--force"}).exit_code, 0);
  EXPECT_NE(world.output.files.at(path), before.at(path));
}

TEST(Compile, RefusesToOverwriteAFileThatItDidNotWrite) {
  MemoryWorld world = WorldWith(kNotes);
  world.output.files["out/CMakeLists.txt"] = "# somebody else's project";
  ExpectRefused(world, "out/CMakeLists.txt");
}

TEST(Compile, RefusesToOverwriteAFileThatWasEdited) {
  MemoryWorld world = WorldWith(kNotes);
  Compile(world);
  world.output.files["out/CMakeLists.txt"] += "# edited";
  ExpectRefused(world, "out/CMakeLists.txt");
}

TEST(Compile, RefusesToOverwriteAManifestOfSomethingElse) {
  MemoryWorld world = WorldWith(kNotes);
  world.output.files["out/mesh-manifest.json"] = "{}";
  ExpectRefused(world, "out/mesh-manifest.json");
}

TEST(Compile, ReportsWhatItRefusesAsAFindingForMachines) {
  MemoryWorld world = WorldWith(kNotes);
  world.output.files["out/CMakeLists.txt"] = "mine";
  const auto outcome = Compile(world, {"--output", "json=findings.json"});
  EXPECT_EQ(Json::parse(world.output.files.at("findings.json"))[0]["code"], "MC6010");
}

/// `kNotes` with comments and docs wherever they may stand, which name themselves by `word`.
std::string Commented(const std::string& word) {
  const std::string doc = "/// " + word + "\n";
  std::string text = "// " + word + "\n\n" + std::string(kNotes);
  for (const char* declaration : {"envelope Note", "  in text", "processor answer", "flow keep", "scenario "})
    text = Replaced(text, declaration, doc + declaration);
  return Replaced(text, "(text: string)", "(\n" + doc + "text: string) /* " + word + " */");
}

/// Everything but what people read, the chart's descriptions included, and the manifest, which has digests
/// of all that.
std::map<std::string, std::string> Compiled(const std::string& flow) {
  MemoryWorld world = WorldWith(flow);
  EXPECT_EQ(Compile(world).exit_code, 0);
  std::map<std::string, std::string> files;
  for (const auto& [path, text] : world.output.files) {
    const bool read = path.starts_with("out/graph/") || path.starts_with("out/schema/") ||
                      path.starts_with("out/deploy/") || path.starts_with("actors/") ||
                      path.ends_with(".dox") || path.ends_with("manifest.json");
    if (!read) files[path] = text;
  }
  return files;
}

TEST(Compile, WritesNothingThatIsCompiledOrLoadedForACommentOrADoc) {
  const auto plain = Compiled(kNotes);
  EXPECT_TRUE(plain.contains("out/include/demo_notes/actors/answer.h"));
  EXPECT_TRUE(plain.contains("out/routes/scenarios.json"));
  EXPECT_EQ(Compiled(Commented("first")), plain);
}

TEST(Compile, WritesDocsForThoseWhoReadThem) {
  MemoryWorld world = WorldWith(Commented("wording"));
  ASSERT_EQ(Compile(world).exit_code, 0);
  for (const std::string path : {"out/include/demo_notes/docs.dox", "actors/answer.cpp",
                                 "out/schema/answer.input.schema.json", "out/graph/keep.dot"}) {
    EXPECT_NE(world.output.files.at(path).find("wording"), std::string::npos) << path;
  }
  world.files.Put("notes.flow", Commented("phrasing"));
  world.output.written.clear();
  ASSERT_EQ(Compile(world).exit_code, 0);
  for (const std::string& path : world.output.written) {
    EXPECT_FALSE(path.ends_with(".h") || path.ends_with(".cpp") || path.ends_with(".txt")) << path;
  }
}

TEST(Compile, WritesHandlersToTheFolderThatIsNamed) {
  MemoryWorld world = WorldWith(kNotes);
  ASSERT_EQ(Compile(world, {"--actors", "handlers/notes"}).exit_code, 0);
  EXPECT_TRUE(world.output.files.contains("handlers/notes/answer.cpp"));
  EXPECT_FALSE(world.output.files.contains("actors/answer.cpp"));
  EXPECT_NE(world.output.files.at("out/CMakeLists.txt").find("{CMAKE_CURRENT_SOURCE_DIR}/../handlers/notes"),
            std::string::npos);
}

TEST(Compile, SaysWhereHandlersHaveToGoIfTheirFolderMoves) {
  MemoryWorld world = WorldWith(kNotes);
  ASSERT_EQ(Compile(world).exit_code, 0);
  const auto outcome = Compile(world, {"--actors", "handlers"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.err,
            "warning[MC6012]: the handler in `actors/answer.cpp` is looked for in `handlers/answer.cpp` now, "
            "where none was written: move it there, or give the `--actors` of before\n\n1 warning\n");
  EXPECT_FALSE(world.output.files.contains("handlers/answer.cpp"));
}

/// `kNotes` without its scenario.
std::string FlowOfNotes() {
  const std::string text = kNotes;
  return text.substr(0, text.find("scenario"));
}

/// The same with another name of its actor, behind `annotation`.
std::string WithActor(const std::string& name, const std::string& annotation = "") {
  return Replaced(Replaced(FlowOfNotes(), "processor answer", annotation + "processor " + name), "  answer;",
                  "  " + name + ";");
}

TEST(Compile, MovesTheHandlerOfARenamedActorInItsReport) {
  MemoryWorld world = WorldWith(kNotes);
  ASSERT_EQ(Compile(world).exit_code, 0);
  world.files.Put("notes.flow", WithActor("reply_writer", "@was(\"answer\") "));
  const std::string rename =
      "warning[MC6012]: the handler in `actors/answer.cpp` is looked for in `actors/reply_writer.cpp` now, "
      "where none was written: move it there\n";
  EXPECT_EQ(Compile(world).err.substr(0, rename.size()), rename);
  EXPECT_FALSE(world.output.files.contains("actors/reply_writer.cpp")) << "beside the old one";
  // The same where the output folder was thrown away meanwhile.
  std::erase_if(world.output.files, [](const auto& file) { return file.first.starts_with("out/"); });
  EXPECT_EQ(Compile(world).err.substr(0, rename.size()), rename);
  EXPECT_FALSE(world.output.files.contains("actors/reply_writer.cpp"));

  auto moved = world.output.files.extract("actors/answer.cpp");
  moved.key() = "actors/reply_writer.cpp";
  world.output.files.insert(std::move(moved));
  const auto outcome = Compile(world);
  EXPECT_NE(outcome.err.find("includes `demo_notes/actors/answer.h`, which is gone: write "
                             "`demo_notes/actors/reply_writer.h`"),
            std::string::npos)
      << outcome.err;
}

TEST(Compile, TellsTheHandlersOfARenamedMeshWhatToInclude) {
  MemoryWorld world = WorldWith(kNotes);
  ASSERT_EQ(Compile(world).exit_code, 0);
  const auto handler = world.output.files.at("actors/answer.cpp");
  world.files.Put("notes.flow", Replaced(kNotes, "mesh demo.notes;", "mesh demo.memos;"));
  const auto outcome = Compile(world);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(
      outcome.err.find("`actors/answer.cpp` includes `demo_notes/actors/answer.h`, which is gone: write "
                       "`demo_memos/actors/answer.h`"),
      std::string::npos)
      << outcome.err;
  EXPECT_EQ(world.output.files.at("actors/answer.cpp"), handler);
}

/// Of the files that the last commit wrote, those that a build looks at.
std::vector<std::string> WrittenForTheBuild(const MemoryWorld& world) {
  std::vector<std::string> built;
  for (const std::string& path : world.output.written) {
    if (path.ends_with(".h") || path.ends_with(".cpp") || path.ends_with(".txt")) built.push_back(path);
  }
  return built;
}

TEST(Compile, ACommentInTheFlowCompilesNothing) {
  MemoryWorld world = WorldWith(kNotes);
  Compile(world);
  world.files.Put("notes.flow",
                  "// Notes.\n\n" + Replaced(kNotes, "  answer;", "  // At last.\n\n  answer;"));
  Compile(world);
  EXPECT_EQ(WrittenForTheBuild(world), std::vector<std::string>());
}

TEST(Compile, ANewMemberCompilesOnlyWhatUsesItsType) {
  const std::string types = "record Tone { name: string; }\nrecord Other { name: string; }\n";
  const std::string flow = Replaced(
      Replaced(kNotes, "(text: string) -> (reply: string);",
               "(text: string, tone: Tone?) -> (reply: string);\nprocessor audit(other: Other?);\n" + types),
      "  answer;", "  answer;\n  audit;");
  MemoryWorld world =
      WorldWith(Replaced(flow, "  out reply", "  in tone: Tone?;\n  in other: Other?;\n  out reply"));
  ASSERT_EQ(Compile(world).exit_code, 0);
  world.files.Put("notes.flow", Replaced(std::get<std::string>(world.files.Read("notes.flow")),
                                         "record Tone {", "record Tone { loud: bool?;"));
  ASSERT_EQ(Compile(world).exit_code, 0);
  // The header of `answer` knows the digest of its contract, and so do the host and the route table.
  EXPECT_EQ(
      WrittenForTheBuild(world),
      (std::vector<std::string>{"out/include/demo_notes/actors/answer.h", "out/include/demo_notes/routes.h",
                                "out/include/demo_notes/types/Tone.h", "out/src/demo_notes/codec.cpp",
                                "out/src/demo_notes/json.cpp", "out/src/demo_notes/types.cpp",
                                "out/routes/route_table.cpp"}));
}

TEST(Compile, NamesOfAllLengthsHaveFiles) {
  const std::string longest(250, 'a');
  MemoryWorld world = WorldWith(Replaced(WithActor(longest), "flow keep", "flow " + longest + "_flow"));
  ASSERT_EQ(Compile(world).exit_code, 0);
  for (const auto& [path, text] : world.output.files) {
    EXPECT_LE(path.size() - path.rfind('/') - 1, 230U) << path;
  }
}

TEST(Compile, LeavesTheOldTreeAfterAnError) {
  MemoryWorld world = WorldWith(kNotes);
  Compile(world);
  const auto before = world.output.files;
  world.files.Put("notes.flow", Replaced(kNotes, "  answer;", "  answr;"));
  EXPECT_EQ(Compile(world).exit_code, 1);
  EXPECT_EQ(world.output.files, before);
}

TEST(Compile, WarningsThatAreErrorsWriteNothing) {
  MemoryWorld world = WorldWith(std::string(kNotes) + "record Unused { a: int; }\n");
  EXPECT_EQ(Compile(world, {"-Werror"}).exit_code, 1);
  EXPECT_TRUE(world.output.files.empty());
}

TEST(Compile, IsTwoIfTheTreeCannotBeWritten) {
  MemoryWorld world = WorldWith(kNotes);
  world.output.forbidden = "out/routes";
  EXPECT_EQ(Compile(world).exit_code, 2);
  EXPECT_TRUE(world.output.files.empty());
}

TEST(Compile, ReportsOrphansAndRemovesWhatIsItsOwn) {
  MemoryWorld world = WorldWith(WithScorer());
  ASSERT_EQ(Compile(world).exit_code, 0);
  const std::size_t with_audit = world.output.files.size();
  world.files.Put("notes.flow", kNotes);
  const auto outcome = Compile(world);
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_NE(outcome.err.find("nothing in the mesh needs `actors/audit.cpp` any more"), std::string::npos)
      << outcome.err;
  EXPECT_TRUE(world.output.files.contains("actors/audit.cpp"));
  EXPECT_LT(world.output.files.size(), with_audit) << "generated files of the actor are gone";
  EXPECT_NE(Compile(world).err.find("actors/audit.cpp"), std::string::npos) << "reported until it is settled";
  EXPECT_NE(Compile(world, {"--format", "json"}).out.find("\"code\": \"MC6012\""), std::string::npos);
  EXPECT_EQ(Compile(world, {"-Wno-handler-file"}).err, "");
}

TEST(Compile, AsksWhetherAnActorWasRenamed) {
  MemoryWorld world = WorldWith(WithScorer());
  ASSERT_EQ(Compile(world).exit_code, 0);
  const std::string step = Replaced(WithScorer(), "  audit;", "  review;");
  world.files.Put("notes.flow", Replaced(step, "processor audit", "processor review"));
  const std::string told = Compile(world).err;
  EXPECT_NE(told.find("if `review` is its actor's new name, write `@was(\"audit\")` before that"), told.npos)
      << told;
}

TEST(Compile, KeepsHandlersOutOfTheOutputFolder) {
  MemoryWorld world = WorldWith(kNotes);
  const std::string told = Compile(world, {"--actors", "out"}).err;
  EXPECT_NE(told.find("`out` is where the handlers stand"), told.npos) << told;
}

TEST(Compile, OnlyWritesThePartsThatAreNamed) {
  MemoryWorld world = WorldWith(kNotes);
  ASSERT_EQ(Compile(world, {"--only", "routes,graph"}).exit_code, 0);
  EXPECT_TRUE(world.output.files.contains("out/routes/routes.json"));
  EXPECT_TRUE(world.output.files.contains("out/graph/keep.dot"));
  EXPECT_FALSE(world.output.files.contains("out/CMakeLists.txt"));
  ASSERT_EQ(Compile(world).exit_code, 0);
  const auto all = world.output.files;
  ASSERT_EQ(Compile(world, {"--only", "routes"}).exit_code, 0);
  EXPECT_EQ(world.output.files, all) << "the rest of the manifest stays";
}

TEST(Compile, FrozenWritesNothingAndTellsWhatWouldChange) {
  MemoryWorld world = WorldWith(kNotes);
  const auto outcome = Compile(world, {"--frozen"});
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.err.find("error[MC6011]: `out/CMakeLists.txt` is out of date: it would be written"),
            std::string::npos)
      << outcome.err;
  const auto sarif = Compile(world, {"--frozen", "--format", "sarif"});
  EXPECT_EQ(sarif.exit_code, 1);
  EXPECT_NE(sarif.out.find("\"ruleId\": \"MC6011\""), std::string::npos);
  EXPECT_TRUE(world.output.files.empty());
  Compile(world);
  EXPECT_EQ(Compile(world, {"--frozen"}).exit_code, 0);
  world.files.Put("notes.flow", WithScorer());
  Compile(world);
  world.files.Put("notes.flow", kNotes);
  const std::string removed = Compile(world, {"--frozen"}).err;
  EXPECT_NE(removed.find("is out of date: it would be removed"), std::string::npos) << removed;
}

TEST(Compile, WritesADependencyFile) {
  MemoryWorld world = WorldWith("mesh demo.notes;\nimport \"types of.flow\";\n" +
                                std::string(kNotes).substr(std::string(kNotes).find('\n')));
  world.files.Put("types of.flow", "record Extra { a: int; }\n");
  ASSERT_EQ(Compile(world, {"--depfile", "notes.d"}).exit_code, 0);
  EXPECT_EQ(world.output.files.at("notes.d"), "out/mesh-manifest.json: notes.flow types\\ of.flow\n");
}

TEST(Compile, DoesNotDependOnTheFolder) {
  MemoryWorld here = WorldWith(kNotes);
  MemoryWorld there;
  there.files.Put("/some/where/notes.flow", kNotes);
  ASSERT_EQ(here.Run({"compile", "notes.flow", "-o", "out"}).exit_code, 0);
  ASSERT_EQ(there.Run({"compile", "/some/where/notes.flow", "-o", "/some/where/out"}).exit_code, 0);
  ASSERT_EQ(here.output.files.size(), there.output.files.size());
  for (const auto& [path, text] : here.output.files)
    EXPECT_EQ(text, there.output.files.at("/some/where/" + path)) << path;
}

}  // namespace
}  // namespace meshc::test
