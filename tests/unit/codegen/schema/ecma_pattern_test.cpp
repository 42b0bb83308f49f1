#include "codegen/schema/ecma_pattern.h"

#include <gtest/gtest.h>
#include <re2/re2.h>

#include <regex>

namespace meshc::codegen {
namespace {

std::string Translated(const char* pattern) { return ToEcmaPattern(pattern).value_or("none"); }

TEST(EcmaPattern, WritesWhatTheDialectsSpellDifferently) {
  EXPECT_EQ(Translated(R"([^@]+@[^@]+)"), R"([^@]+@[^@]+)");
  EXPECT_EQ(Translated(R"(\Aab\z)"), R"(^ab$(?!\n))");
  EXPECT_EQ(Translated(R"((?P<year>\d{4})-\D\w\W)"), R"(([0-9]{4})-[^0-9][0-9A-Za-z_][^0-9A-Za-z_])");
  EXPECT_EQ(Translated(R"(\pN\p{Greek}\P{Lu}\p{^Latin})"), R"(\p{N}\p{Script=Greek}\P{Lu}\P{Script=Latin})");
  EXPECT_EQ(Translated(R"([[:alpha:]_][[:word:]]*)"), R"([A-Za-z_][0-9A-Za-z_]*)");
  EXPECT_EQ(Translated(R"(\Qa.b\E+)"), R"(a\.b+)");
  EXPECT_EQ(Translated(R"(\x{1F600}\x41\x{e9})"), "😀\\x41\\u00E9");
  EXPECT_EQ(Translated(R"([]a-c]\-\@\_{x}a{2,3}])"), R"([\]a-c]-@_\{x\}a{2,3}\])");
  EXPECT_EQ(Translated(R"([\s,])"), R"([\t\n\f\r ,])");
  EXPECT_EQ(Translated(R"(a{,3}b{x}c{}d{2})"), R"(a\{,3\}b\{x\}c\{\}d{2})");
  EXPECT_EQ(Translated(R"([\w\-.]\s.)"), "[0-9A-Za-z_\\-\\.][\\t\\n\\f\\r ][^\\n]");
}

TEST(EcmaPattern, IsNoneWhereThereIsNoSuchThing) {
  for (const char* pattern : {"(?i)abc", "a(?s:.)", R"(\C)", "[[:^alpha:]]", R"(^*a)", R"(a\b{2})"}) {
    EXPECT_TRUE(re2::RE2(pattern).ok()) << pattern;
    EXPECT_EQ(Translated(pattern), "none") << pattern;
  }
}

/// The library's dialect is ECMA-262 without `u`: enough for what ASCII says. Others are read by
/// tests/validators.
TEST(EcmaPattern, MatchesTheSameTexts) {
  constexpr const char* kPatterns[] = {
      R"([^@]+@[^@]+)", R"(\d{2,4}-[[:upper:]]+)", R"(a.c)",         R"(\s*x\s*)",        R"([]x]{2})",
      R"(\Qa.c\E)",     R"(a|b{1}|{c})",           R"(\-?\d+\.\d*)", R"((?:ab)+[\w\-]?)", R"([^[:space:]]+)",
      R"(\bab\b.*)"};
  constexpr const char* kTexts[] = {"a@b",   "a@",  "12-AB", "12345-A", "abc", "a\nc", " x\t",
                                    "x\v",   "]x",  "a.c",   "b",       "{c}", "-1.5", "1.",
                                    "abab-", "a b", "ab cd", "",        "aXc"};
  for (const char* pattern : kPatterns) {
    const re2::RE2 ours(pattern);
    const auto translated = ToEcmaPattern(pattern);
    ASSERT_TRUE(ours.ok() && translated) << pattern;
    const std::regex theirs("^(?:" + *translated + ")$", std::regex::ECMAScript);
    for (const char* text : kTexts)
      EXPECT_EQ(re2::RE2::FullMatch(text, ours), std::regex_search(text, theirs))
          << pattern << " on " << text;
  }
}

}  // namespace
}  // namespace meshc::codegen
