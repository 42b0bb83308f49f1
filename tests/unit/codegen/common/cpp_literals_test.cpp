#include "codegen/common/cpp_literals.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace meshc::codegen {
namespace {

TEST(CppLiterals, StringsKeepEveryByte) {
  EXPECT_EQ(CppString("plain"), "\"plain\"");
  EXPECT_EQ(CppString("q\" b\\ n\n t\t"), "\"q\\\" b\\\\ n\\n t\\t\"");
  EXPECT_EQ(CppString("grüße"), "\"grüße\"");
  EXPECT_EQ(CppString(std::string_view("a\0001", 3)), "\"a\\0001\"");
  EXPECT_EQ(CppString("\xff\x41"), "\"\\377A\"");
}

TEST(CppLiterals, StringsTurnNoDirection) {
  EXPECT_EQ(CppString("a\xE2\x80\xAE\xC3\xA9"), "\"a\\342\\200\\256é\"");
  EXPECT_EQ(CppString("\xE2\x81\xA6"), "\"\\342\\201\\246\"");
  EXPECT_EQ(CppString("€"), "\"€\"");
}

TEST(CppLiterals, TheSmallestIntIsAnExpression) {
  EXPECT_EQ(CppInt(INT64_MIN), "-9223372036854775807 - 1");
  EXPECT_EQ(CppInt(INT64_MAX), "9223372036854775807");
}

TEST(CppLiterals, FloatsAreFloatsAndReadBackExactly) {
  EXPECT_EQ(CppFloat(3), "3.0");
  EXPECT_EQ(CppFloat(-0.0), "-0.0");
  EXPECT_EQ(CppFloat(0.1), "0.1");
  EXPECT_EQ(CppFloat(1e300), "1e+300");
}

}  // namespace
}  // namespace meshc::codegen
