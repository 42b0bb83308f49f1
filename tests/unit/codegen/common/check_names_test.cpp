#include "codegen/common/check_names.h"

#include <gtest/gtest.h>

#include "compiler/diagnostics/diagnostics_6_backends.h"
#include "tests/support/rich_mesh.h"

namespace meshc::codegen {
namespace {

using diagnostics::Code;
namespace diag = diagnostics::diag;

std::vector<Code> CodesOf(const types::Declarations& declarations) {
  diagnostics::Diagnostics diagnostics;
  CheckNames(declarations, diagnostics);
  std::vector<Code> codes;
  for (const auto& diagnostic : diagnostics.all()) codes.push_back(diagnostic.code);
  return codes;
}

types::Declarations WithActors(std::vector<std::string> names) {
  types::Declarations declarations;
  declarations.mesh = "demo";
  for (std::string& name : names) {
    types::Actor actor;
    actor.name = std::move(name);
    declarations.actors.Add(std::move(actor));
  }
  return declarations;
}

TEST(CheckNames, KeywordsAndRecursionAreNoCollision) {
  EXPECT_TRUE(CodesOf(test::MakeRichMesh().mesh.declarations).empty());
}

TEST(CheckNames, MembersThatEscapingMakesEqualAreReported) {
  types::Declarations declarations;
  types::Record record;
  record.name = "Room";
  for (const char* name : {"class", "class_"}) {
    types::Member member;
    member.name = name;
    record.members.push_back(member);
  }
  declarations.records.Add(record);
  EXPECT_EQ(CodesOf(declarations), std::vector<Code>{diag::CppNameCollision.code});
}

TEST(CheckNames, ActorsWithOneClassAndOneQueueAreReportedForBoth) {
  EXPECT_EQ(CodesOf(WithActors({"fetch_page", "fetchPage"})),
            (std::vector<Code>{diag::CppNameCollision.code, diag::QueueNameCollision.code}));
}

TEST(CheckNames, AClassMayNotBearTheNameOfAFactory) {
  EXPECT_EQ(CodesOf(WithActors({"make_x", "x"})), std::vector<Code>{diag::CppNameCollision.code});
  EXPECT_TRUE(CodesOf(WithActors({"make_x", "y"})).empty());
}

TEST(CheckNames, ActorsMayShareAQueueNameAlone) {
  EXPECT_EQ(CodesOf(WithActors({"http2", "HTTP2"})), std::vector<Code>{diag::QueueNameCollision.code});
}

TEST(CheckNames, TheOneFurtherDownIsReported) {
  types::Declarations declarations = WithActors({"HTTP_get", "http_get"});
  declarations.actors[types::ActorId{0}].origin.range = {source::FileId{0}, 90, 98};
  declarations.actors[types::ActorId{1}].origin.range = {source::FileId{0}, 10, 18};
  diagnostics::Diagnostics diagnostics;
  CheckNames(declarations, diagnostics);
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(diagnostics.all().front().range.begin, 90U);
  EXPECT_EQ(diagnostics.all().front().labels.front().range.begin, 10U);
}

TEST(CheckNames, LongNamesAreToldApartByTheirHash) {
  const std::string stem(80, 'a');
  EXPECT_TRUE(CodesOf(WithActors({stem + "_b", stem + "_c"})).empty());
}

TEST(CheckNames, AnErrorMayNotLookLikeABuiltInOne) {
  types::Declarations declarations = test::MakeRichMesh().mesh.declarations;
  types::Error error;
  error.name = "time_out";
  declarations.errors.Add(error);
  EXPECT_TRUE(CodesOf(declarations).empty());
  error.name = "contractViolation";
  declarations.errors.Add(error);
  EXPECT_EQ(CodesOf(declarations), std::vector<Code>{diag::CppNameCollision.code});
}

}  // namespace
}  // namespace meshc::codegen
