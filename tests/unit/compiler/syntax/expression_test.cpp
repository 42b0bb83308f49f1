#include <gtest/gtest.h>
#include <llvm/Support/Casting.h>

#include "parsed_text.h"

namespace meshc::syntax {
namespace {

using Findings = std::vector<std::string>;

TEST(Expressions, BindByTheTableOfPrecedences) {
  EXPECT_EQ(ShowExpression("a + b * c"), "(+ a (* b c))");
  EXPECT_EQ(ShowExpression("a * b + c"), "(+ (* a b) c)");
  EXPECT_EQ(ShowExpression("a + b ?? c - d"), "(?? (+ a b) (- c d))");
  EXPECT_EQ(ShowExpression("a ?? b < c ?? d"), "(< (?? a b) (?? c d))");
  EXPECT_EQ(ShowExpression("a < b == c in d"), "(== (< a b) (in c d))");
  EXPECT_EQ(ShowExpression("a == b && c != d || e"), "(|| (&& (== a b) (!= c d)) e)");
  EXPECT_EQ(ShowExpression("a || b && c"), "(|| a (&& b c))");
  EXPECT_EQ(ShowExpression("a || b ? c || d : e"), "(? (|| a b) (|| c d) e)");
}

TEST(Expressions, AssociateToTheLeftApartFromCoalesceAndConditional) {
  EXPECT_EQ(ShowExpression("a - b - c"), "(- (- a b) c)");
  EXPECT_EQ(ShowExpression("a / b * c % d"), "(% (* (/ a b) c) d)");
  EXPECT_EQ(ShowExpression("a ?? b ?? c"), "(?? a (?? b c))");
  EXPECT_EQ(ShowExpression("a ? b : c ? d : e"), "(? a b (? c d e))");
  EXPECT_EQ(ShowExpression("a ? b ? c : d : e"), "(? a (? b c d) e)");
}

TEST(Expressions, PrefixesBindTighterThanOperatorsAndLooserThanPaths) {
  EXPECT_EQ(ShowExpression("!a && -b.c < -d[0]"), "(&& (! a) (< (- (. b c)) (- ([] d 0))))");
  EXPECT_EQ(ShowExpression("!!a"), "(! (! a))");
  EXPECT_EQ(ShowExpression("-(a + b).c"), "(- (. (+ a b) c))");
}

TEST(Expressions, FoldAMinusIntoTheNumberBehindIt) {
  EXPECT_EQ(ShowExpression("-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(ShowExpression("- 5"), "-5");
  EXPECT_EQ(ShowExpression("--5"), "(- -5)");
  EXPECT_EQ(ShowExpression("a - -5"), "(- a -5)");
  EXPECT_EQ(ShowExpression("-30s"), "-30s");
  EXPECT_EQ(ShowExpression("-1.5"), "-1.5");
}

TEST(Expressions, ReadPathsCallsAndLiterals) {
  EXPECT_EQ(ShowExpression("f.g[1][\"k\"].h"), "(. ([] ([] (. f g) 1) \"k\") h)");
  EXPECT_EQ(ShowExpression("max(a, min(b, 2),)"), "(call max a (call min b 2))");
  EXPECT_EQ(ShowExpression("[1, [], null,]"), "(list 1 (list) null)");
  EXPECT_EQ(ShowExpression("{ a: { b: 1 }, \"k k\": true, }"), "(record a=(record b=1) \"k k\"=true)");
  EXPECT_EQ(ShowExpression("{}"), "(record)");
}

TEST(Expressions, DoNotChainComparisons) {
  EXPECT_EQ(ParseBody("\nset a = x < y < z;").Findings(), Findings{"MC1045@2"});
  EXPECT_EQ(ParseBody("\nset a = x == y != z;").Findings(), Findings{"MC1045@2"});
  EXPECT_EQ(ShowExpression("(x == y) == z"), "(== (== x y) z)");
}

TEST(Expressions, RangesCoverTheSourceWithParentheses) {
  const ParsedText parsed = ParseBody("set a = (x + y) * z[1].k;");
  const auto& flow = *llvm::cast<FlowDeclaration>(parsed.file().declarations[0]);
  const auto& set = *llvm::cast<SetStatement>(flow.body.statements[0]);
  const auto& product = *llvm::cast<BinaryExpression>(set.value);
  EXPECT_EQ(parsed.Text(product.range), "(x + y) * z[1].k");
  EXPECT_EQ(parsed.Text(product.op_range), "*");
  EXPECT_EQ(parsed.Text(product.left->range), "x + y");
  EXPECT_EQ(parsed.Text(product.right->range), "z[1].k");
  EXPECT_EQ(parsed.Text(llvm::cast<MemberExpression>(product.right)->base->range), "z[1]");
}

TEST(Expressions, RangesCountBytesBehindOtherCharacters) {
  const ParsedText parsed = ParseBody("/* äöü */ set a = \"ß\" + x;");
  const auto& flow = *llvm::cast<FlowDeclaration>(parsed.file().declarations[0]);
  const auto& sum = *llvm::cast<BinaryExpression>(llvm::cast<SetStatement>(flow.body.statements[0])->value);
  EXPECT_EQ(parsed.Text(sum.left->range), "\"ß\"");
  EXPECT_EQ(parsed.Text(sum.right->range), "x");
}

TEST(Expressions, IdsAreDenseAndDistinct) {
  const ParsedText parsed = ParseBody("q(x: 1) -> r; set a = x + f(y);");
  // Chain, two calls, the literal, set, sum, two names and the call.
  EXPECT_EQ(parsed.file().id_count, 9U);
}

}  // namespace
}  // namespace meshc::syntax
