#include <gtest/gtest.h>

#include "tests/unit/compiler/sema/checked.h"

namespace meshc::sema::test {
namespace {

const std::string kRoot = "envelope T { in x: string; } processor a(x: string); flow f on T { a; }";

TEST(Imports, NamesAreVisible) {
  EXPECT_EQ(
      CodesOfFiles({{"main.flow", "mesh t; import \"lib.flow\"; envelope T { in x: R; } flow f on T { a; }"},
                    {"lib.flow", "record R { y: int; } processor a(x: R);"}}),
      "");
}

TEST(Imports, MissingFilesAreOneMistake) {
  EXPECT_EQ(CodesOf("mesh t;\nimport \"nope.flow\";\nenvelope T { in x: R; } flow f on T { a; }"),
            "MC2002:2");
  EXPECT_EQ(CodesOf("mesh t;\nimport \"nope.flow\" as n;\nenvelope T { in x: n.R; } flow f on T { n.a; }"),
            "MC2002:2");
}

TEST(Imports, StandardLibraryIsNamedInTheError) {
  EXPECT_EQ(CodesOf("mesh t;\nimport std.no_such_file;\n" + kRoot), "MC2003:2");
  EXPECT_EQ(CodesOf("mesh t;\nimport no.dots;\n" + kRoot), "MC2003:2");
}

TEST(Imports, PathsAreRelativeToTheImportingFile) {
  EXPECT_EQ(CodesOfFiles({{"main.flow", "mesh t; import \"sub/one.flow\";" + kRoot},
                          {"sub/one.flow", "import \"two.flow\"; record R { x: S; }"},
                          {"sub/two.flow", "record S { x: int; }"}}),
            "");
}

TEST(Imports, AreNotTransitive) {
  EXPECT_EQ(CodesOfFiles({{"main.flow", "mesh t; import \"a.flow\";\nrecord Q { x: R; }" + kRoot},
                          {"a.flow", "import \"b.flow\"; record P { x: R; }"},
                          {"b.flow", "record R { x: int; }"}}),
            "MC2015:2");
}

TEST(Imports, OneNameFromTwoNeedsAnAlias) {
  const std::string library = "record R { x: int; }";
  EXPECT_EQ(CodesOfFiles({{"main.flow", "mesh t; import \"a.flow\";\nimport \"b.flow\";\n" + kRoot},
                          {"a.flow", library},
                          {"b.flow", library}}),
            "MC2006:2");
  const Checked aliased =
      CheckFiles({{"main.flow",
                   "mesh t; import \"a.flow\"; import \"b.flow\" as b; envelope T { in x: R; in y: b.R; }"
                   "processor p(x: R, y: b.R); flow f on T { p; }"},
                  {"a.flow", library},
                  {"b.flow", library}});
  EXPECT_FALSE(aliased.diagnostics.HasErrors());
  const auto& records = aliased.program.declarations.records;
  ASSERT_EQ(records.size(), 2U);
  EXPECT_NE(records[types::RecordId{0}].name, records[types::RecordId{1}].name);
}

TEST(Imports, AliasIsTheOnlyWayIn) {
  EXPECT_EQ(CodesOfFiles({{"main.flow", "mesh t; import \"a.flow\" as a;\nrecord Q { x: R; }" + kRoot},
                          {"a.flow", "record R { x: int; }"}}),
            "MC2015:2");
  EXPECT_EQ(CodesOfFiles({{"main.flow", "mesh t; import \"a.flow\" as a; import \"b.flow\" as\na;" + kRoot},
                          {"a.flow", "record R { x: int; }"},
                          {"b.flow", "record S { x: int; }"}}),
            "MC2007:2");
}

TEST(Imports, DeclarationsDoNotHideThem) {
  EXPECT_EQ(CodesOfFiles({{"main.flow", "mesh t; import \"a.flow\";\nrecord R { y: int; }" + kRoot},
                          {"a.flow", "record R { x: int; }"}}),
            "MC2009:2");
}

TEST(Imports, ActorsAreUniqueInTheMesh) {
  EXPECT_EQ(CodesOfFiles({{"main.flow", "mesh t; import \"a.flow\" as other;" + kRoot},
                          {"a.flow", "\nprocessor a();"}}),
            "MC2008:a.flow:2");
  EXPECT_EQ(CodesOfFiles({{"main.flow", "mesh t; import \"a.flow\" as other;" + kRoot},
                          {"a.flow", "error a recoverable;"}}),
            "");
}

TEST(Imports, EnumValuesThroughAnAlias) {
  EXPECT_EQ(CodesOfFiles(
                {{"main.flow",
                  "mesh t; import \"a.flow\" as lib; envelope T { in x: lib.Tone; } processor p();"
                  "flow f on T { if x == lib.Tone.calm { p; } match x { lib.Tone.calm => p; angry => p; } }"},
                 {"a.flow", "enum Tone { calm, angry }"}}),
            "");
}

TEST(Imports, OnlyTheRootsMeshLineCounts) {
  const auto checked = CheckFiles(
      {{"main.flow", "mesh t; import \"a.flow\";" + kRoot}, {"a.flow", "mesh other; record R { x: int; }"}});
  EXPECT_TRUE(checked.diagnostics.all().empty());
  EXPECT_EQ(checked.program.declarations.mesh, "t");
}

TEST(Imports, EmptyFilesAreReported) {
  EXPECT_EQ(CodesOfFiles({{"main.flow", "mesh t; import \"a.flow\";" + kRoot}, {"a.flow", ""}}),
            "MC0002:a.flow:1");
}

}  // namespace
}  // namespace meshc::sema::test
