#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

#include "compiler/diagnostics/diagnostics_0_driver.h"
#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/diagnostics/diagnostics_4_paths.h"
#include "compiler/diagnostics/diagnostics_5_lints.h"
#include "compiler/diagnostics/diagnostics_5_paths.h"
#include "compiler/diagnostics/diagnostics_6_backends.h"
#include "compiler/diagnostics/diagnostics_7_versions.h"
#include "compiler/diagnostics/render.h"

namespace meshc::diagnostics {
namespace {

/// An argument of each type, for messages that are formatted only.
template <typename T>
T Sample() {
  if constexpr (std::is_same_v<T, Number>) {
    return T{7};
  } else {
    return T{"sample"};
  }
}

/// A message whose holes do not fit its arguments would be found by users otherwise.
template <typename... Arguments>
void ExpectFormats(const Row<Arguments...>& row) {
  std::size_t holes = 0;
  for (std::size_t at = 0; (at = row.message.find("{}", at)) != std::string_view::npos; ++at) ++holes;
  EXPECT_EQ(holes, sizeof...(Arguments)) << row.message;
  Diagnostics diagnostics;
  diagnostics.Report(row, {}, Sample<Arguments>()...);
  EXPECT_EQ(diagnostics.all().front().message.find("{}"), std::string::npos) << row.message;
}

TEST(CodeTable, EveryMessageTakesItsArguments) {
#define MESHC_DIAGNOSTIC(number, severity, name, flag, message, ...) ExpectFormats(diag::name);
#include "compiler/diagnostics/diagnostics.def"
#undef MESHC_DIAGNOSTIC
}

TEST(CodeTable, CodesAndFlagsAreUnique) {
  std::set<Code> codes;
  std::set<std::string_view> flags;
  for (const CodeRow& row : AllCodes()) {
    EXPECT_TRUE(codes.insert(row.code).second) << PrintCode(row.code) << " stands twice";
    EXPECT_TRUE(flags.insert(row.flag).second) << row.flag << " stands twice";
  }
  EXPECT_FALSE(codes.empty());
}

TEST(CodeTable, MessagesFollowTheGuide) {
  for (const CodeRow& row : AllCodes()) {
    const std::string_view message = row.message;
    ASSERT_FALSE(message.empty()) << PrintCode(row.code);
    EXPECT_FALSE(std::isupper(static_cast<unsigned char>(message.front()))) << message;
    EXPECT_NE(message.back(), '.') << message;
    EXPECT_EQ(std::count(message.begin(), message.end(), '`') % 2, 0) << message;
  }
}

TEST(FindCode, AcceptsTheFormsThatPeopleWrite) {
  ASSERT_NE(FindCode("MC0001"), nullptr);
  EXPECT_EQ(FindCode("MC0001")->code, diag::NotUtf8.code);
  EXPECT_EQ(FindCode("mc0001"), FindCode("MC0001"));
  EXPECT_EQ(FindCode("0001"), FindCode("MC0001"));
  EXPECT_EQ(FindCode("1"), nullptr);
  EXPECT_EQ(FindCode("MC9999"), nullptr);
  EXPECT_EQ(FindCode(""), nullptr);
  EXPECT_EQ(FindCode("MC00x1"), nullptr);
}

TEST(FindFlag, FindsByName) {
  ASSERT_NE(FindFlag("not-utf8"), nullptr);
  EXPECT_EQ(FindFlag("not-utf8")->code, diag::NotUtf8.code);
  EXPECT_EQ(FindFlag("no-such-flag"), nullptr);
}

}  // namespace
}  // namespace meshc::diagnostics
