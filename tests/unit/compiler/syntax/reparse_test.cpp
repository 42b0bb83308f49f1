#include "compiler/syntax/reparse.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "compiler/diagnostics/render.h"
#include "text_files.h"

namespace meshc::syntax {
namespace {

/// What a parse gave, as text.
struct Parsed {
  std::string tree;
  std::string findings;
  SyntaxId id_count = 0;
  friend bool operator==(const Parsed&, const Parsed&) = default;
};

template <typename Parse>
Parsed ParseBy(const Parse& parse, const std::string& text) {
  source::SourceManager sources;
  const source::FileId id = sources.Add("test.flow", text);
  diagnostics::Diagnostics diagnostics;
  const File file = parse(sources, id, diagnostics);
  diagnostics::SortBySource(diagnostics.all());
  return {PrintTree(file, sources), diagnostics::RenderText(diagnostics.all(), sources, false),
          file.id_count};
}

Parsed Fresh(const std::string& text) {
  return ParseBy([](auto& sources, auto id, auto& sink) { return ParseFile(sources, id, sink); }, text);
}

Parsed Again(Reparser& parser, const std::string& text) {
  return ParseBy([&](auto& sources, auto id, auto& sink) { return parser.Parse(sources, id, sink); }, text);
}

void ExpectAsFresh(Reparser& parser, const std::string& text) {
  // Asked before the text is parsed, too.
  ASSERT_TRUE(parser.Tokens(text) == ReadTokens(text)) << text;
  const Parsed fresh = Fresh(text);
  const Parsed again = Again(parser, text);
  ASSERT_EQ(again.findings, fresh.findings) << text;
  ASSERT_EQ(again.tree, fresh.tree) << text;
  ASSERT_EQ(again.id_count, fresh.id_count) << text;
  ASSERT_TRUE(parser.Tokens(text) == ReadTokens(text)) << text;
}

TEST(Reparser, GivesWhatAFreshParseGivesAfterAnyEdit) {
  // What people type, and what makes a text lose its shape for a moment.
  const std::vector<std::string> pieces = {" ",
                                           "x",
                                           "\n",
                                           "{",
                                           "}",
                                           "(",
                                           ")",
                                           ";",
                                           "\"",
                                           "/*",
                                           "*/",
                                           "/// ",
                                           "//",
                                           "-- ",
                                           "\"\"\"",
                                           "optional ",
                                           "expect ",
                                           "5.",
                                           "1e",
                                           "..",
                                           "'",
                                           "#",
                                           "flow f on E {}\n",
                                           "visits",
                                           "struct S { a: int; }\n",
                                           "const x = 1;\n",
                                           "\nprocesor p(",
                                           "if {",
                                           "/* a",
                                           "for (i = 0; i < 3; i++) {",
                                           "}\n",
                                           "\xC3\xA9"};
  std::mt19937 random(1);
  const auto below = [&](std::size_t bound) { return random() % (bound + 1); };
  std::vector<std::string> texts = Corpus();
  // In a long one most edits leave most declarations alone.
  texts.push_back(std::accumulate(texts.begin(), texts.end(), std::string()));
  for (const std::string& original : texts) {
    Reparser parser;
    std::string text = original;
    ExpectAsFresh(parser, text);
    for (int edit = 0; edit < 150; ++edit) {
      const std::size_t at = below(text.size());
      const std::string before = text;
      if (below(2) == 0)
        text.erase(at, below(8));
      else
        text.insert(at, pieces[below(pieces.size() - 1)]);
      ASSERT_NO_FATAL_FAILURE(ExpectAsFresh(parser, text));
      // Most are taken back, or soon no declaration would be whole.
      if (below(3) == 0) continue;
      text = before;
      ASSERT_NO_FATAL_FAILURE(ExpectAsFresh(parser, text));
    }
  }
}

/// What is read anew goes on behind the declaration that the edit touches: into the next one, whose brackets
/// have partners already.
TEST(Reparser, KnowsTheBracketsBehindWhatAnEditMakesAComment) {
  const std::string head = "mesh m;\nenum Mood { low, mid, high }\n";
  const std::string tail =
      "record Pair { a: int; b: int = 7; }\nunion Shape { circle: int; name: string; }\n"
      "record Inner { y: int?; }\n";
  Reparser parser;
  for (const char* const between : {"", "/", "//", "/", ""})
    ASSERT_NO_FATAL_FAILURE(ExpectAsFresh(parser, head + between + tail));
}

TEST(Reparser, KeepsTheNodesOfWhatDidNotChange) {
  const std::string head = "mesh m;\nrecord A { a: int; }\n";
  const std::string tail = "record C { c: string; }\n";
  Reparser parser;
  source::SourceManager first;
  source::SourceManager second;
  diagnostics::Diagnostics none;
  const auto id = first.Add("test.flow", head + "record B { b: int; }\n" + tail);
  second.Add("test.flow", head + "record B { bb: int; }\n" + tail);
  const File before = parser.Parse(first, id, none);
  const SourceRange place = before.declarations[2]->name.range;
  const File after = parser.Parse(second, id, none);
  ASSERT_EQ(after.declarations.size(), 3U);
  EXPECT_EQ(after.declarations[0], before.declarations[0]);
  EXPECT_NE(after.declarations[1], before.declarations[1]);
  EXPECT_EQ(after.declarations[2], before.declarations[2]);
  EXPECT_EQ(after.declarations[2]->name.range.begin, place.begin + 1);
}

/// Trees that are printed show no places of what annotations say.
TEST(Reparser, MovesWhatAnnotationsSayWithTheirDeclaration) {
  const std::string tail = "@allow(MC0004, \"why\")\nrecord C { @sensitive c: string; }\n";
  Reparser parser;
  source::SourceManager first;
  source::SourceManager second;
  diagnostics::Diagnostics none;
  const auto id = first.Add("test.flow", "mesh m;\nrecord B { b: int = 1; }\n" + tail);
  second.Add("test.flow", "mesh m;\nrecord B { bb: int = 1 + 1; }\n" + tail);
  const auto said = [](const File& file) {
    EXPECT_EQ(file.declarations.size(), 2U);
    return file.declarations[1]->leading.annotations[0].arguments;
  };
  parser.Parse(first, id, none);
  const File again = parser.Parse(second, id, none);
  const File fresh = ParseFile(second, id, none);
  ASSERT_EQ(said(again).size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(said(again)[i]->range, said(fresh)[i]->range);
    EXPECT_EQ(said(again)[i]->id, said(fresh)[i]->id);
  }
}

}  // namespace
}  // namespace meshc::syntax
