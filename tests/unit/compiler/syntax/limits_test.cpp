// Hostile and broken input: a verdict quickly, never a crash.
#include <gtest/gtest.h>

#include <random>

#include "parsed_text.h"
#include "text_files.h"

namespace meshc::syntax {
namespace {

using Findings = std::vector<std::string>;

std::string Times(std::string_view text, int count) {
  std::string out;
  for (int i = 0; i < count; ++i) out += text;
  return out;
}

// The flow's own brace is a level.
std::string Blocks(int count) {
  return "flow f on E {" + Times("if a == 1 {\n", count) + Times("}", count) + "}";
}

TEST(Nesting, OneThousandLevelsParse) {
  const ParsedText parsed(Blocks(999));
  EXPECT_TRUE(parsed.Findings().empty()) << parsed.Rendered();
  EXPECT_NE(parsed.Tree().find(std::string(2000, ' ')), std::string::npos);
  EXPECT_TRUE(ParseBody("set a = " + Times("(", 999) + "1" + Times(")", 999) + ";").Findings().empty());
  EXPECT_TRUE(ParseBody("set a = " + Times("[", 998) + "-1" + Times("]", 998) + ";").Findings().empty());
  EXPECT_TRUE(ParseBody("set a = " + Times("!", 999) + "b;").Findings().empty());
}

TEST(Nesting, OneMoreIsOneErrorAtTheLimitAndNothingIsParsed) {
  const ParsedText parsed(Blocks(1000));
  EXPECT_EQ(parsed.Findings(), Findings{"MC1020@1000"});
  EXPECT_TRUE(parsed.file().declarations.empty());
}

TEST(Nesting, PrefixesAndRightSidesAreLevels) {
  EXPECT_EQ(ParseBody("set a = " + Times("!", 1000) + "b;").Findings(), Findings{"MC1020@1"});
  EXPECT_EQ(ParseBody("set a = " + Times("- ", 1000) + "b;").Findings(), Findings{"MC1020@1"});
  EXPECT_EQ(ParseBody("set a = b" + Times(" ?? b", 1000) + ";").Findings(), Findings{"MC1020@1"});
  EXPECT_EQ(ParseBody("set a = " + Times("b ? c : ", 1000) + "d;").Findings(), Findings{"MC1020@1"});
  EXPECT_TRUE(ParseBody("set a = b" + Times(" ?? b", 999) + ";").Findings().empty());
}

TEST(Nesting, FlatChainsAreNoLevels) {
  for (const char* link : {" + b", " - -b", " && !b", ".b", "[b]", " == 1 && b ?? c"}) {
    const ParsedText parsed = ParseBody("set a = b" + Times(link, 100'000) + ";");
    EXPECT_TRUE(parsed.Findings().empty()) << link;
    EXPECT_GT(parsed.Tree().size(), 100'000U) << link;
  }
}

TEST(Nesting, SequencesAreNoLevels) {
  EXPECT_TRUE(ParseBody("if a { }" + Times(" else if !b && c ?? d { }", 3000)).Findings().empty());
  EXPECT_TRUE(ParseBody(Times("if a ?? b { } ", 3000)).Findings().empty());
  EXPECT_TRUE(ParseBody("q" + Times(" -> b.q", 3000) + ";").Findings().empty());
  EXPECT_TRUE(ParseBody("set a = [1" + Times(", -1 ?? 2", 3000) + "];").Findings().empty());
  EXPECT_TRUE(ParsedText("record R {" + Times("a: int?; ", 3000) + "}").Findings().empty());
}

TEST(Limits, UnclosedBlocksAreOneMistake) {
  for (const int count : {900, 4000, 100'000}) {
    const ParsedText parsed("flow f on E {\n" + Times("loop max 3 {\n", count));
    EXPECT_EQ(parsed.Findings().size(), 1U) << count;
  }
  EXPECT_EQ(ParsedText(Blocks(100'000)).Findings().size(), 1U);
}

TEST(Limits, UnclosedAnnotationsGiveAVerdict) {
  EXPECT_FALSE(ParsedText("@").Findings().empty());
  EXPECT_FALSE(ParsedText("enum A { a } @").Findings().empty());
  EXPECT_FALSE(ParsedText("@a(@b(@").Findings().empty());
  EXPECT_FALSE(ParsedText("flow f on E { " + Times("@a ", 50000)).Findings().empty());
}

TEST(Limits, ErrorsAreCappedWithANote) {
  const ParsedText lines = ParseBody(Times("set = 1;\n", 5000));
  EXPECT_EQ(lines.Findings().size(), 101U);
  EXPECT_TRUE(lines.Findings().back().starts_with("MC1025"));
  EXPECT_EQ(ParseBody(Times("set = 1; ", 50000)).Findings().size(), 1U);
  EXPECT_LE(ParsedText(Times("1. ", 100000)).Findings().size(), 102U);
  EXPECT_LE(ParsedText(Times("}", 100000)).Findings().size(), 102U);
}

TEST(Limits, TooManyTokensInOneDeclarationAreRefused) {
  const ParsedText parsed("enum K {" + Times("a,b,c,d,e,", 400'001) + "}\nprocessor q();");
  EXPECT_EQ(parsed.Findings(), Findings{"MC1024@1"});
  EXPECT_TRUE(parsed.HasNode("Processor q"));
}

// Their statements are parsed one by one, so no tree is large.
TEST(Limits, BlocksMayBeAsLargeAsTheFile) {
  const ParsedText parsed = ParseBody(Times("if a { b; } else { }\n", 30'000) + "c;");
  EXPECT_TRUE(parsed.Findings().empty()) << parsed.Rendered();
  EXPECT_TRUE(parsed.HasNode("Call c"));
  const ParsedText nested =
      ParseBody(Times("loop max 2 {", 900) + Times("a;", 30'000) + Times("}", 900) + "c;");
  EXPECT_TRUE(nested.Findings().empty()) << nested.Rendered();
  EXPECT_TRUE(nested.HasNode("Call a"));
  EXPECT_TRUE(nested.HasNode("Call c"));
}

TEST(Limits, AMistakeInALargeBlockCostsItsStatement) {
  const ParsedText parsed =
      ParseBody(Times("a;\n", 20'000) + "set = 1;\nb;\n) c;\n= d;\n" + Times("a;\n", 20'000) + "e;");
  EXPECT_FALSE(parsed.Findings().empty());
  EXPECT_LE(parsed.Findings().size(), 4U) << parsed.Rendered();
  EXPECT_TRUE(parsed.HasNode("Call b"));
  EXPECT_TRUE(parsed.HasNode("Call e"));
}

// True if `text` ends in the middle of a declaration of `whole`, and not where it might end.
bool EndsInside(const ParsedText& whole, const std::string& text) {
  const std::size_t last = text.find_last_not_of(" \n");
  if (last == std::string::npos || text[last] == ';' || text[last] == '}') return false;
  for (const Declaration* declaration : whole.file().declarations) {
    if (declaration->range.begin < text.size() && text.size() < declaration->range.end) return true;
  }
  return false;
}

TEST(Limits, AFileCutOffAnywhereGetsAVerdict) {
  std::mt19937 random(7);
  for (const std::string& text : Corpus()) {
    ASSERT_GT(text.size(), 400U);
    const ParsedText whole(text);
    for (int i = 0; i < 100; ++i) {
      const std::string cut = text.substr(0, random() % text.size());
      const ParsedText parsed(cut);
      EXPECT_TRUE(parsed.diagnostics().HasErrors() || !EndsInside(whole, cut)) << cut;
      EXPECT_LE(parsed.Findings().size(), 3U) << cut.size() << "\n" << parsed.Rendered();
      parsed.Tree();
    }
  }
}

TEST(Limits, AnyBytesGetAVerdict) {
  std::mt19937 random(11);
  for (const std::string& text : Corpus()) {
    for (int i = 0; i < 60; ++i) {
      std::string broken = text.substr(random() % text.size(), 400);
      for (int edit = 0; edit < 8; ++edit)
        broken[random() % broken.size()] = static_cast<char>(random() % 256);
      ParsedText(broken).Tree();
    }
  }
}

TEST(Limits, ShuffledTokensGetAVerdict) {
  const std::vector<std::string> words = {
      "flow",  "f",  "on", "{",    "}",        "(",      ")",       "[",       "]",    ";",   ",",
      ":",     "=>", "->", "if",   "set",      "match",  "=",       "==",      "??",   "?",   "1",
      "\"s\"", "in", "as", "a",    "@",        "record", "enum",    "router",  "else", "try", "!",
      "-",     ".",  "..", "stub", "scenario", "expect", "timeout", "optional"};
  std::mt19937 random(13);
  for (int i = 0; i < 400; ++i) {
    std::string text = "flow f on E {\n";
    for (int word = 0; word < 60; ++word)
      text += words[random() % words.size()] + (word % 9 == 0 ? "\n" : " ");
    ParsedText(text).Tree();
  }
}

}  // namespace
}  // namespace meshc::syntax
