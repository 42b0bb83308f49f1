#include <gtest/gtest.h>
#include <llvm/Support/Casting.h>

#include "parsed_text.h"

namespace meshc::syntax {
namespace {

using Findings = std::vector<std::string>;
using namespace std::string_literals;

Findings FindingsOf(const std::string& expression) {
  return ParseBody("set a = " + expression + ";").Findings();
}

TEST(Text, SkipsAByteOrderMark) {
  const ParsedText parsed("\xEF\xBB\xBFmesh a;");
  EXPECT_TRUE(parsed.Findings().empty());
  EXPECT_EQ(parsed.file().mesh, "a");
}

TEST(Text, TakesCarriageReturnsAsPartOfLineEnds) {
  const ParsedText parsed("mesh a;\r\n/// doc\r\nenum A { x }\r\n");
  EXPECT_TRUE(parsed.Findings().empty());
  EXPECT_EQ(parsed.file().declarations[0]->leading.doc, "doc");
  EXPECT_EQ(ParsedText("mesh a;\r\nenum A { }\r\n").Findings(), Findings{"MC1044@2"});
}

TEST(Text, AnEmptyFileHasNothing) {
  EXPECT_TRUE(ParsedText("").Findings().empty());
  EXPECT_TRUE(ParsedText(" // nothing\n").file().declarations.empty());
}

TEST(Text, ReportsEachStrayCharacterOnce) {
  EXPECT_EQ(ParsedText("mesh a;\0"s).Findings(), Findings{"MC1001@1"});
  EXPECT_EQ(ParseBody("\nset a = 1; # 2;\n").Findings(), Findings{"MC1001@2"});
  EXPECT_EQ(ParseBody("\nif a & b { }").Findings(), Findings{"MC1056@2"});
  EXPECT_EQ(ParseBody("\nset a = €;").Findings(), Findings{"MC1001@2"});
}

TEST(Strings, ResolveEscapes) {
  EXPECT_EQ(ShowExpression(R"("a\n\t\r\0\"\\b")"), R"("a\u{A}\u{9}\u{D}\u{0}\"\\b")");
  EXPECT_EQ(ShowExpression(R"("\u{41}\u{1F3AD}")"), "\"A\U0001F3AD\"");
  EXPECT_EQ(ShowExpression("\"\""), "\"\"");
}

TEST(Strings, RefuseOtherEscapesAtTheirPlace) {
  EXPECT_EQ(FindingsOf(R"("\q")"), Findings{"MC1005@1"});
  EXPECT_EQ(FindingsOf(R"("\u{}\u{1234567}\u{D800}\u{110000}\u41")").size(), 5U);
  const ParsedText parsed = ParseBody("set a = \"ab\\x\";");
  ASSERT_EQ(parsed.diagnostics().all().size(), 1U);
  EXPECT_EQ(parsed.Text(parsed.diagnostics().all()[0].range), "\\x");
}

TEST(Strings, RawOnesKeepEveryByte) {
  EXPECT_EQ(ShowExpression("\"\"\"a\\n\"b\"\"\""), R"("a\\n\"b")");
  EXPECT_EQ(ShowExpression("\"\"\"\nx\r\n\"\"\""), R"("\u{A}x\u{D}\u{A}")");
}

TEST(Strings, EndWithTheirLine) {
  EXPECT_EQ(ParseBody("\nset a = \"abc;\nq;\n").Findings(), Findings{"MC1002@2"});
  EXPECT_EQ(ParseBody("\nq(a: \"abc);\nr;\n").Findings(), Findings{"MC1002@2"});
}

TEST(Strings, RunawaysAreReportedWhereTheyBegin) {
  EXPECT_EQ(ParseBody("\nset a = \"\"\"abc;\nq;\n").Findings(), Findings{"MC1003@2"});
  EXPECT_EQ(ParseBody("\nq;\n/* abc").Findings(), Findings{"MC1004@3"});
}

TEST(Numbers, ReadAllForms) {
  EXPECT_EQ(ShowExpression("[0, 42, 1_000_000, 9223372036854775807]"),
            "(list 0 42 1000000 9223372036854775807)");
  EXPECT_EQ(ShowExpression("[3.5, 1e3, 1e-3, 2.5E+2, 1_0.5_0]"), "(list 3.5 1000 0.001 250 10.5)");
  EXPECT_EQ(ShowExpression("[250ms, 30s, 5m, 1h, 7d]"), "(list 250ms 30s 5m 1h 7d)");
  EXPECT_EQ(ShowExpression("[64Ki, 512Mi, 2Gi, 500m]"), "(list 64Ki 512Mi 2Gi 500m)");
  EXPECT_EQ(ShowExpression("[1.5s, 0.5h, 2.5Gi]"), "(list 1500ms 30m 2560Mi)");
  EXPECT_EQ(ShowExpression("1e-400"), "0");
}

TEST(Numbers, RefuseMalformedOnesOnce) {
  for (const char* text : {"1__0", "1_", ".5", "5.", "0x10", "1e", "1.5.2", "0.0001ms"}) {
    EXPECT_EQ(FindingsOf(text), Findings{"MC1006@1"}) << text;
  }
  for (const char* text : {"5x", "3ss", "1.5e3s"}) EXPECT_EQ(FindingsOf(text), Findings{"MC1007@1"}) << text;
  for (const char* text : {"1e400", "9223372036854775808", "-9223372036854775809", "99999999999999999999s"}) {
    EXPECT_EQ(FindingsOf(text), Findings{"MC1008@1"}) << text;
  }
}

TEST(Numbers, TwoIntegersAndDotsAreARange) {
  const ParsedText parsed("type A = string(1..4000); type B = float(-1.0..); type C = [int](..50);");
  EXPECT_TRUE(parsed.Findings().empty());
  EXPECT_TRUE(parsed.HasNode("TypeAlias A = string(1..4000)"));
  EXPECT_TRUE(parsed.HasNode("TypeAlias C = [int](..50)"));
}

TEST(Comments, AreKeptInOrder) {
  const ParsedText parsed("// a\nmesh /* b */ x; /* c\n*/ /// d\nenum A { y }//\n//// e");
  std::vector<std::string> texts;
  for (const Comment& comment : parsed.file().comments) texts.emplace_back(parsed.Text(comment.range));
  EXPECT_EQ(texts, (std::vector<std::string>{"// a", "/* b */", "/* c\n*/", "/// d", "//", "//// e"}));
  EXPECT_EQ(parsed.file().comments[3].kind, CommentKind::kDoc);
  EXPECT_EQ(parsed.file().comments[5].kind, CommentKind::kLine);
}

TEST(Comments, DocsAttachToWhatFollows) {
  const ParsedText parsed(
      "/// one\n///  two\n@owner(\"x\")\nenum A {\n  /// first\n  a,\n  b, /// third\n  c\n}\n"
      "processor p(\n  /// of a\n  a: int);\nrecord R {\n  /// of m\n  m: int;\n}\n");
  EXPECT_TRUE(parsed.Findings().empty()) << parsed.Rendered();
  const auto& values = llvm::cast<EnumDeclaration>(parsed.file().declarations[0])->values;
  EXPECT_EQ(parsed.file().declarations[0]->leading.doc, "one\n two");
  EXPECT_EQ(values[0].leading.doc, "first");
  EXPECT_EQ(values[1].leading.doc, "");
  EXPECT_EQ(values[2].leading.doc, "third");
  EXPECT_EQ(llvm::cast<ProcessorDeclaration>(parsed.file().declarations[1])->params[0].leading.doc, "of a");
  EXPECT_EQ(llvm::cast<RecordDeclaration>(parsed.file().declarations[2])->members[0].leading.doc, "of m");
}

TEST(Comments, DocsBeforeNothingAreDroppedWithAWarning) {
  const ParsedText parsed("enum A { a\n/// x\n/// y\n}\nflow f on E {\n/// z\nq;\n}\n/// end");
  EXPECT_EQ(parsed.Findings(), (Findings{"MC1009@2", "MC1009@6", "MC1009@9"}));
  EXPECT_FALSE(parsed.diagnostics().HasErrors());
}

}  // namespace
}  // namespace meshc::syntax
