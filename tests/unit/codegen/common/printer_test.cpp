#include "codegen/common/printer.h"

#include <gtest/gtest.h>

namespace meshc::codegen {
namespace {

std::string Render(std::string_view text, const Holes& holes) { return RenderText("test", text, holes); }

TEST(Printer, FillsHolesWithoutEscapingThem) {
  EXPECT_EQ(Render("a {{x}} b\n", Holes().Set("x", "<T> & \"q\"")), "a <T> & \"q\" b\n");
}

TEST(Printer, RepeatsListsAndSeesTheHolesAround) {
  const Holes holes =
      Holes().Set("all", "x").Set("items", {Holes().Set("one", "1"), Holes().Set("one", "2")});
  EXPECT_EQ(Render("{{#items}}\n{{all}}{{one}};\n{{/items}}\n", holes), "x1;\nx2;\n");
}

TEST(Printer, LinesOfAValueTakeTheIndentationOfTheirHole) {
  EXPECT_EQ(Render("{\n  {{x}}\n}\n", Holes().Set("x", "a\n\n  b")), "{\n  a\n\n    b\n}\n");
}

TEST(Printer, ALineOfEmptyHolesAloneIsDropped) {
  const Holes holes = Holes().Set("x", "").Set("y", "");
  EXPECT_EQ(Render("a\n  {{x}}{{y}}\nb {{x}}c\n", holes), "a\nb c\n");
}

TEST(Printer, ValuesAreNeverTakenForTemplates) {
  EXPECT_EQ(Render("{{x}}\n", Holes().Set("x", "{{y}} {{#z}}")), "{{y}} {{#z}}\n");
}

TEST(PrinterDeathTest, AHoleThatNobodyFilledAborts) {
  EXPECT_DEATH(Render("{{x}} {{forgotten}}", Holes().Set("x", "")), "forgotten");
}

TEST(PrinterDeathTest, AnUnknownTemplateAborts) { EXPECT_DEATH(RenderTemplate("nowhere", {}), "nowhere"); }

}  // namespace
}  // namespace meshc::codegen
