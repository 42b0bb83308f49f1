#include "compiler/support/markdown.h"

#include <gtest/gtest.h>

namespace meshc {
namespace {

TEST(Markdown, KeepsProseFromBeingMarkup) {
  EXPECT_EQ(MarkdownText("<img src=x> **a** [b](c) @all #1 a|b & \\"),
            R"(&lt;img src=x&gt; \*\*a\*\* \[b\](c) \@all \#1 a\|b &amp; \\)");
  EXPECT_EQ(MarkdownText("one\ntwo\tthree"), "one<br>two three");
}

TEST(Markdown, MakesCodeOfWhatStandsBetweenBackQuotes) {
  EXPECT_EQ(MarkdownText("`first_name` of `a<b>` is gone"), "`first_name` of `a<b>` is gone");
  EXPECT_EQ(MarkdownText("one ` alone"), "one \\` alone");
}

TEST(Markdown, FencesCodeThatHoldsBackQuotes) {
  EXPECT_EQ(MarkdownCode(""), "");
  EXPECT_EQ(MarkdownCode("a``b\nc"), "```a``b c```");
  EXPECT_EQ(MarkdownCode("`a`"), "`` `a` ``");
}

TEST(Markdown, KeepsCellsWhole) { EXPECT_EQ(MarkdownCell("a|b"), "`a\\|b`"); }

}  // namespace
}  // namespace meshc
