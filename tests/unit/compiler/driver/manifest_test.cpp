#include "compiler/driver/commands/manifest.h"

#include <gtest/gtest.h>

namespace meshc::driver {
namespace {

TEST(Manifest, ReadsWhatItWrote) {
  Manifest manifest;
  manifest.mesh = "demo.notes";
  manifest.table = "0123456789abcdef";
  manifest.sources = {{"notes.flow", "aa"}};
  manifest.files = {{"actors/a.cpp", {"cpp", "bb", codegen::Ownership::kOnce}},
                    {"routes/routes.json", {"routes", "cc", codegen::Ownership::kGenerated}}};
  const Manifest read = ParseManifest(PrintManifest(manifest));
  EXPECT_EQ(PrintManifest(read), PrintManifest(manifest));
  EXPECT_EQ(read.files.at("actors/a.cpp").ownership, codegen::Ownership::kOnce);
}

TEST(Manifest, CountsAsEmptyIfItCannotBeRead) {
  EXPECT_TRUE(ParseManifest("").files.empty());
  EXPECT_TRUE(ParseManifest("{\"files\": 7}").files.empty());
  EXPECT_TRUE(ParseManifest("not json").files.empty());
}

}  // namespace
}  // namespace meshc::driver
