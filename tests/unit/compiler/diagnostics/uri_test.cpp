#include "compiler/diagnostics/uri.h"

#include <gtest/gtest.h>

namespace meshc::diagnostics {
namespace {

TEST(PathUri, KeepsRelativePathsAndNormalizesThem) {
  EXPECT_EQ(PathUri("flows/a.flow"), "flows/a.flow");
  EXPECT_EQ(PathUri("./flows/../a.flow"), "a.flow");
  EXPECT_EQ(PathUri("../a.flow"), "../a.flow");
  EXPECT_EQ(PathUri("/srv/a.flow"), "file:///srv/a.flow");
}

TEST(PathUri, EncodesWhatUrisDoNotHold) {
  EXPECT_EQ(PathUri("my flows/caf\xC3\xA9 #1?.flow"), "my%20flows/caf%C3%A9%20%231%3F.flow");
  EXPECT_EQ(PathUri("c:x.flow"), "c%3Ax.flow");
  EXPECT_EQ(PathUri("100%.flow"), "100%25.flow");
}

}  // namespace
}  // namespace meshc::diagnostics
