#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "codegen/cpp/cpp.h"
#include "tests/support/rich_mesh.h"

namespace meshc::codegen {
namespace {

ArtifactSet Generate(test::InternOrder order = test::InternOrder::kAsUsed) {
  const auto rich = test::MakeRichMesh(order);
  return GenerateCpp(rich.mesh, rich.facts, rich.sources, {.table_digest = "0123456789abcdef"});
}

bool Has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(GenerateCpp, WritesTheTreeThatTheContractLists) {
  const ArtifactSet artifacts = Generate();
  for (const char* path :
       {"CMakeLists.txt", "actors/echo.cpp", "actors/class.cpp", "actors/register.cpp",
        "include/type_rich/types.h", "include/type_rich/errors.h", "include/type_rich/codec.h",
        "include/type_rich/json.h", "include/type_rich/actors/echo.h", "src/type_rich/main.cpp",
        "src/type_rich/actors/echo.cpp"}) {
    EXPECT_TRUE(artifacts.count(path)) << path;
  }
}

TEST(GenerateCpp, OnlyScaffoldsAreTheUsers) {
  for (const auto& [path, artifact] : Generate()) {
    const bool scaffold = path.rfind("actors/", 0) == 0;
    EXPECT_EQ(artifact.ownership, scaffold ? Ownership::kOnce : Ownership::kGenerated) << path;
  }
}

TEST(GenerateCpp, TheOrderInWhichTypesWereMetDoesNotShow) {
  const ArtifactSet one = Generate();
  const ArtifactSet other = Generate(test::InternOrder::kBackwards);
  ASSERT_EQ(one.size(), other.size());
  for (const auto& [path, artifact] : one) EXPECT_EQ(artifact.content, other.at(path).content) << path;
}

TEST(GenerateCpp, HandlersHaveTheSignatureOfTheContract) {
  const std::string header = Generate().at("include/type_rich/actors/echo.h").content;
  EXPECT_TRUE(Has(header, "virtual Result<Output> handle(const Input& input, Context& context) = 0;"));
  EXPECT_TRUE(Has(header, "using Result = mesh::actor::Result<T, errors::ModelError, errors::RateLimited>;"));
  EXPECT_TRUE(Has(header, "/// Gives back what it gets.\nclass Echo : "));
}

TEST(GenerateCpp, LinesPointIntoTheFlowBesideTheRootAndBackAgain) {
  const ArtifactSet artifacts = Generate();
  const std::string& header = artifacts.at("include/type_rich/actors/echo.h").content;
  const std::size_t at = header.find("#line 2 \"rich.flow\"\n    Everything everything = {};\n#line ");
  ASSERT_NE(at, std::string::npos);
  const std::size_t reset = header.find("#line ", at + 1);
  const auto line = std::count(header.begin(), header.begin() + static_cast<std::ptrdiff_t>(reset), '\n') + 2;
  EXPECT_TRUE(Has(header, "#line " + std::to_string(line) + " \"include/type_rich/actors/echo.h\"\n"));
  EXPECT_FALSE(Has(artifacts.at("actors/echo.cpp").content, "#line"));
}

TEST(GenerateCpp, RecursionGoesThroughABox) {
  const std::string types = Generate().at("include/type_rich/types.h").content;
  EXPECT_TRUE(Has(types, "mesh::Boxed<Node> next"));
  EXPECT_TRUE(Has(types, "std::vector<Node> children"));
  EXPECT_TRUE(Has(types, "struct Ping;\nstruct Body;\nstruct Pong;\n"));
}

TEST(GenerateCpp, ADocThatEndsInABackslashSwallowsNothing) {
  const std::string types = Generate().at("include/type_rich/types.h").content;
  EXPECT_TRUE(Has(types, "/// A path: C:\nstruct Node {"));
}

TEST(GenerateCpp, ProjectsNameNoPathOutsideThemselves) {
  for (const auto& [path, artifact] : Generate()) {
    EXPECT_FALSE(Has(artifact.content, "flows/")) << path;
    EXPECT_FALSE(Has(artifact.content, "\"/")) << path;
  }
}

}  // namespace
}  // namespace meshc::codegen
