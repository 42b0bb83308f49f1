// What digests depend on: meaning, and nothing else.
#include <gtest/gtest.h>

#include <string>

#include "codegen/route_table/route_table.h"
#include "compiler/analysis/analysis.h"
#include "compiler/diagnostics/render.h"
#include "compiler/loading/load_files.h"
#include "compiler/lower/lower.h"
#include "compiler/sema/typed_program.h"
#include "compiler/source/memory_file_system.h"

namespace meshc::codegen {
namespace {

struct Digests {
  std::string table;
  std::string actor;  ///< Of the first actor by name.

  friend bool operator==(const Digests&, const Digests&) = default;
};

Digests DigestsOf(const std::string& text) {
  const source::MemoryFileSystem files;
  diagnostics::Diagnostics diagnostics;
  source::SourceManager sources;
  const source::FileId root = sources.Add("digest.flow", "mesh digest;\n" + text);
  const sema::TypedProgram program =
      sema::Check(loading::LoadFiles(sources, root, files, {}, diagnostics), sources, files, diagnostics);
  EXPECT_FALSE(diagnostics.HasErrors()) << diagnostics::RenderText(diagnostics.all(), sources, false);
  if (diagnostics.HasErrors()) return {};
  const ir::Mesh mesh = lower::LowerFlows(program, sources);
  const auto table = BuildTable(mesh, analysis::Analyze(mesh, diagnostics));
  return {table.digest, std::string(table.actors.front().contract)};
}

/// A mesh around the clauses of its only actor.
std::string WithActor(const std::string& clauses, const std::string& call = "p;") {
  return "error up recoverable; error down: up; envelope E { in n: int; var m: int = 0; }\n"
         "processor p(n: int) -> (m: int) { " +
         clauses + " }\nflow f on E { " + call + " }";
}

TEST(Digest, IgnoresAStatedDefault) {
  EXPECT_EQ(DigestsOf(WithActor("raises up; retry 1;")), DigestsOf(WithActor("raises up;")));
  EXPECT_EQ(DigestsOf(WithActor("raises up;", "p retry 1;")), DigestsOf(WithActor("raises up;")));
}

TEST(Digest, CountsOneAttemptWhereMoreAreDeclared) {
  const Digests five = DigestsOf(WithActor("retry 5 on timeout;"));
  const Digests once = DigestsOf(WithActor("retry 5 on timeout;", "p retry 1;"));
  EXPECT_NE(once.table, five.table);
  EXPECT_EQ(once.actor, five.actor) << "retries are no part of what a handler is compiled against";
}

TEST(Digest, IgnoresARaiseThatAParentCovers) {
  EXPECT_EQ(DigestsOf(WithActor("raises up, down;")), DigestsOf(WithActor("raises up;")));
  EXPECT_NE(DigestsOf(WithActor("raises down;")).actor, DigestsOf(WithActor("raises up;")).actor);
}

TEST(Digest, CountsSensitiveMembersLikeFields) {
  const auto record = [](const std::string& annotation) {
    return DigestsOf("record R { " + annotation + " s: string; } envelope E { in r: R; }\n" +
                     "processor p(r: R); flow f on E { p; }");
  };
  EXPECT_NE(record("@sensitive").table, record("").table);
  EXPECT_NE(record("@sensitive").actor, record("").actor);
}

TEST(Digest, CountsTheBoundOfAPlan) {
  const auto plan = [](const std::string& bound) {
    return DigestsOf(
        "envelope E { in n: int; } processor step(n: int);\n"
        "router plan(n: int) -> steps { step, } max " +
        bound + "; flow f on E { follow plan; }");
  };
  EXPECT_NE(plan("2").actor, plan("3").actor);
}

TEST(Digest, IgnoresDocsOrderAndLayout) {
  EXPECT_EQ(DigestsOf("/// One.\nenvelope E { in n: int; }\nprocessor p(n: int); flow f on E { p; }"),
            DigestsOf("flow f on E { p; }\n\nprocessor p(n: int);\nenvelope E { in n: int; }"));
}

}  // namespace
}  // namespace meshc::codegen
