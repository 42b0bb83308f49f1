#include "codegen/common/contract_digest.h"

#include <gtest/gtest.h>

#include "tests/support/rich_mesh.h"

namespace meshc::codegen {
namespace {

constexpr types::ActorId kEcho{1};

TEST(ContractDigest, DependsOnMeaningOnly) {
  types::Declarations declarations = test::MakeRichMesh().mesh.declarations;
  const std::string digest = ContractDigest(declarations, kEcho);
  EXPECT_EQ(digest.size(), 16U);
  types::Actor& echo = declarations.actors[kEcho];
  echo.origin.doc = "Other words.";
  echo.timeout_ns = 1;
  echo.retry.reset();
  echo.concurrency = 9;
  EXPECT_EQ(ContractDigest(declarations, kEcho), digest);
  EXPECT_EQ(ContractDigest(test::MakeRichMesh(test::InternOrder::kBackwards).mesh.declarations, kEcho),
            digest);
}

TEST(ContractDigest, ChangesWithAnythingThatTheHandlerSees) {
  const types::Declarations original = test::MakeRichMesh().mesh.declarations;
  const std::string digest = ContractDigest(original, kEcho);
  types::Declarations deep = original;
  deep.records[types::RecordId{3}].members.front().name = "weight";
  EXPECT_NE(ContractDigest(deep, kEcho), digest);
  types::Declarations raises = original;
  raises.actors[kEcho].raises.clear();
  EXPECT_NE(ContractDigest(raises, kEcho), digest);
  types::Declarations values = original;
  values.enums[types::EnumId{3}].values.push_back({"late", {}});
  EXPECT_NE(ContractDigest(values, kEcho), digest);
}

TEST(ContractDigest, RaisableErrorsTakeInDescendants) {
  const types::Declarations declarations = test::MakeRichMesh().mesh.declarations;
  std::vector<std::string> names;
  for (const types::ErrorId error : RaisableErrors(declarations, kEcho))
    names.push_back(declarations.errors[error].name);
  EXPECT_EQ(names, (std::vector<std::string>{"model_error", "rate_limited"}));
}

}  // namespace
}  // namespace meshc::codegen
