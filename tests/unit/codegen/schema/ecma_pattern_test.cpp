#include "codegen/schema/ecma_pattern.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <regex>
#include <string>
#include <utility>
#include <variant>

namespace meshc::codegen {
namespace {

/// Or what there is no word for.
std::string Translated(const char* pattern) {
  const auto translated = ToEcmaPattern(pattern);
  const auto* gap = std::get_if<EcmaGap>(&translated);
  return gap != nullptr ? fmt::format("no {}", gap->lacks) : std::get<std::string>(translated);
}

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

TEST(EcmaPattern, WritesOctalsAsOtherEscapes) {
  EXPECT_EQ(Translated(R"(\123\0\08\1234\400)"), R"(\u0053\u0000\u00008\u00534\u0100)");
  EXPECT_EQ(Translated(R"([\101-\132])"), R"([\u0041-\u005A])");
}

TEST(EcmaPattern, WritesWhatIsOutsideOfAClassWithinBrackets) {
  EXPECT_EQ(Translated("[[:^digit:]x]"), "[\\x00-\\/:-\U0010FFFFx]");
  EXPECT_EQ(Translated("[[:^ascii:]]"), "[\\u0080-\U0010FFFF]");
  EXPECT_EQ(Translated("[[:^cntrl:]]"), "[ -~\\u0080-\U0010FFFF]");
}

TEST(EcmaPattern, SaysWhatThereIsNoWordFor) {
  constexpr std::pair<const char*, const char*> kPatterns[] = {{"(?i)abc", "no flags within a pattern"},
                                                               {"a(?s:.)", "no flags within a pattern"},
                                                               {R"(\C)", "no single bytes"},
                                                               {R"([a]\C)", "no single bytes"},
                                                               {R"(^*a)", "no repeated assertions"},
                                                               {R"(a\b{2})", "no repeated assertions"}};
  for (const auto& [pattern, gap] : kPatterns) {
    EXPECT_TRUE(re2::RE2(pattern).ok()) << pattern;
    EXPECT_EQ(Translated(pattern), gap) << pattern;
  }
}

TEST(EcmaPattern, AClassHasTheSameCharactersOfAscii) {
  for (const char* name : {"alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print",
                           "punct", "space", "upper", "word", "xdigit"}) {
    for (const char* form : {"[[:{}:]]", "[^[:{}:]]", "[[:^{}:]]", "[^[:^{}:]]", "[[:^{}:]b]"}) {
      const std::string pattern = fmt::format(fmt::runtime(form), name);
      // The library reads bytes: the last one stands for all that is not of ASCII.
      std::string translated = Translated(pattern.c_str());
      if (const auto at = translated.find("\U0010FFFF"); at != std::string::npos)
        translated.replace(at, 4, R"(\x7F)");
      if (const auto at = translated.find(R"(\u0080-\x7F)"); at != std::string::npos)
        translated.erase(at, 11);
      if (translated == "[]" || translated == "[^]") continue;
      const re2::RE2 ours(pattern);
      const std::regex theirs(translated, std::regex::ECMAScript);
      for (char c = 1; c > 0; ++c) {
        const std::string text(1, c);
        EXPECT_EQ(re2::RE2::FullMatch(text, ours), std::regex_match(text, theirs)) << translated << int(c);
        if (c == '\x7F') break;
      }
    }
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
    ASSERT_TRUE(ours.ok() && std::holds_alternative<std::string>(translated)) << pattern;
    const std::regex theirs("^(?:" + std::get<std::string>(translated) + ")$", std::regex::ECMAScript);
    for (const char* text : kTexts)
      EXPECT_EQ(re2::RE2::FullMatch(text, ours), std::regex_search(text, theirs))
          << pattern << " on " << text;
  }
}

}  // namespace
}  // namespace meshc::codegen
