#include "compiler/format/document.h"

#include <gtest/gtest.h>

namespace meshc::format {
namespace {

std::string LaidOut(Document& document) {
  std::string out;
  document.LayOut(out);
  return out;
}

/// `(a, b)` of two texts of this length.
void AddPair(Document& document, std::string_view element) {
  document.Open();
  document.Text("(");
  document.Indent(2);
  document.AddBreak(Break::kNothing);
  document.Text(element);
  document.Text(",");
  document.AddBreak(Break::kBlank);
  document.Text(element);
  document.TrailingComma();
  document.Indent(-2);
  document.AddBreak(Break::kNothing);
  document.Text(")");
  document.Close();
}

TEST(Document, AGroupThatFitsIsFlat) {
  Document document;
  const std::string text(48, 'a');
  AddPair(document, text);
  EXPECT_EQ(LaidOut(document), "(" + text + ", " + text + ")");
}

TEST(Document, AGroupThatDoesNotFitBreaksEverywhere) {
  Document document;
  const std::string text(49, 'a');
  AddPair(document, text);
  EXPECT_EQ(LaidOut(document), "(\n  " + text + ",\n  " + text + ",\n)");
}

TEST(Document, WhatFollowsAGroupCountsUpToTheNextBreak) {
  Document document;
  const std::string text(47, 'a');
  AddPair(document, text);
  document.Text(" {}}");
  EXPECT_EQ(LaidOut(document), "(\n  " + text + ",\n  " + text + ",\n) {}}");
  AddPair(document, text);
  document.AddBreak(Break::kAlways);
  document.Text("{}}");
  EXPECT_EQ(LaidOut(document), "(" + text + ", " + text + ")\n{}}");
}

TEST(Document, WhatFollowsAGroupCountsUpToTheLineEndInIt) {
  Document document;
  const std::string text(47, 'a');
  AddPair(document, text);
  document.Text(" {}\nb");
  EXPECT_EQ(LaidOut(document), "(\n  " + text + ",\n  " + text + ",\n) {}\nb") << "one column too long";
  AddPair(document, text);
  document.Text(" {\nb");
  EXPECT_EQ(LaidOut(document), "(" + text + ", " + text + ") {\nb");
}

TEST(Document, TheOuterGroupBreaksBeforeTheInner) {
  Document document;
  document.Open();
  document.Text(std::string_view("0123456789"));
  document.AddBreak(Break::kBlank);
  const std::string text(44, 'a');
  AddPair(document, text);
  document.Close();
  EXPECT_EQ(LaidOut(document), "0123456789\n(" + text + ", " + text + ")");
}

TEST(Document, ALineEndBreaksAllGroupsAroundIt) {
  Document document;
  document.Open();
  document.Text("a");
  document.AddBreak(Break::kBlank);
  document.Open();
  document.Text("b");
  document.AddBreak(Break::kAlways, true);
  document.Text("c");
  document.Close();
  document.Close();
  document.Open();
  document.AddBreak(Break::kBlank);
  document.Text("d");
  document.Close();
  EXPECT_EQ(LaidOut(document), "a\nb\n\nc d");
}

TEST(Document, AFilledBreakEndsTheLineOnlyWhereItMust) {
  Document document;
  const std::string text(40, 'a');
  for (int i = 0; i < 3; ++i) {
    if (i > 0) document.AddBreak(Break::kFill);
    document.Text(text);
  }
  EXPECT_EQ(LaidOut(document), text + " " + text + "\n" + text);
}

TEST(Document, ARemarkMayBeLongerThanThePage) {
  Document document;
  const std::string remark = " // " + std::string(100, 'x');
  AddPair(document, "a");
  document.Remark(remark);
  EXPECT_EQ(LaidOut(document), "(a, a)" + remark);
}

TEST(Document, WidthsCountCodePoints) {
  Document document;
  std::string text;
  for (int i = 0; i < 48; ++i) text += "\u00E9";
  AddPair(document, text);
  EXPECT_EQ(LaidOut(document), "(" + text + ", " + text + ")");
}

}  // namespace
}  // namespace meshc::format
