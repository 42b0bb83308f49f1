#include "codegen/common/printable.h"

#include <gtest/gtest.h>

namespace meshc::codegen {
namespace {

TEST(Printable, KeepsTextAndLineEnds) { EXPECT_EQ(Printable("a\tß\n€ 😀"), "a\tß\n€ 😀"); }

TEST(Printable, WritesOutWhatIsNoCharacter) {
  EXPECT_EQ(Printable("a\fb"), "a\\u{c}b");
  EXPECT_EQ(Printable("\x7F"), "\\u{7f}");
  EXPECT_EQ(Printable("\xC2\x85"), "\\u{85}");
  EXPECT_EQ(Printable("a\xE2\x80\xA8z\xEF\xBB\xBF"), "a\\u{2028}z\\u{feff}");
  EXPECT_EQ(Printable("\xEF\xBF\xBE\xEF\xBF\xBF"), "\\u{fffe}\\u{ffff}");
  EXPECT_EQ(Printable("\xF4\x8F\xBF\xBF"), "\\u{10ffff}");
  EXPECT_EQ(Printable(std::string("\0", 1)), "\\u{0}");
}

}  // namespace
}  // namespace meshc::codegen
