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
        "include/type_rich/types.h", "include/type_rich/types/Node.h", "include/type_rich/errors.h",
        "include/type_rich/errors/rate_limited.h", "include/type_rich/codec.h", "include/type_rich/json.h",
        "include/type_rich/actors/echo.h", "src/type_rich/main.cpp", "src/type_rich/actors/echo.cpp"}) {
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
}

TEST(GenerateCpp, ResultsWithoutADefaultHaveToBeGiven) {
  const std::string header = Generate().at("include/type_rich/actors/echo.h").content;
  EXPECT_TRUE(Has(header, "mesh::actor::Required<Everything, Declared::everything_result> everything;"));
  EXPECT_TRUE(Has(header, "std::optional<std::string> note = {};"));
  EXPECT_TRUE(
      Has(header, "\"rich.flow: processor `echo` has the result `everything`, which is not given here\""));
}

TEST(GenerateCpp, FieldsOfErrorsThatAreNotOptionalHaveToBeGiven) {
  const std::string header = Generate().at("include/type_rich/errors/rate_limited.h").content;
  EXPECT_TRUE(Has(header, "mesh::actor::Required<std::string, declared::RateLimited::model_field> model;"))
      << header;
  EXPECT_TRUE(Has(header, "\"error `rate_limited` has the field `model`, which is not given here\""))
      << header;
}

TEST(GenerateCpp, ScaffoldsNameTheirMembersAndDoNotSucceed) {
  const std::string scaffold = Generate().at("actors/echo.cpp").content;
  EXPECT_TRUE(Has(scaffold,
                  "    // Given: input.everything (Everything)\n"
                  "    // Return Output{.everything = ..., .note = ...}\n"
                  "    //     or errors::ModelError{.message = \"...\", .model = ..., .message_ = ..., "
                  ".ModelError_ = ...}\n"
                  "    //     or errors::RateLimited{.message = \"...\", .model = ..., .message_ = ..., "
                  ".ModelError = ..., .tone = ...}\n"
                  "    return errors::Crash{.message = \"not implemented: echo\"};\n"))
      << scaffold;
  EXPECT_TRUE(Has(Generate().at("actors/class.cpp").content, "// Return Output::if_ or Output::new_\n"));
}

TEST(GenerateCpp, HeadersIncludeOnlyWhatTheyUse) {
  const ArtifactSet artifacts = Generate();
  const std::string& router = artifacts.at("include/type_rich/actors/class.h").content;
  EXPECT_TRUE(Has(router, "#include \"type_rich/types/Tone.h\""));
  EXPECT_FALSE(Has(router, "Everything"));
  EXPECT_FALSE(Has(router, "type_rich/errors"));
  const std::string& everything = artifacts.at("include/type_rich/types/Everything.h").content;
  EXPECT_TRUE(Has(everything, "#include \"type_rich/types/Node.h\""));
  EXPECT_FALSE(Has(artifacts.at("src/type_rich/entries.cpp").content, "/actors/"));
}

TEST(GenerateCpp, NoFileNamesALineOfTheFlow) {
  for (const auto& [path, artifact] : Generate()) EXPECT_FALSE(Has(artifact.content, "#line")) << path;
}

TEST(GenerateCpp, RecursionGoesThroughABox) {
  const ArtifactSet artifacts = Generate();
  const std::string& node = artifacts.at("include/type_rich/types/Node.h").content;
  EXPECT_TRUE(Has(node, "mesh::Boxed<Node> next"));
  EXPECT_TRUE(Has(node, "std::vector<Node> children"));
  // Types that contain each other share a header, which bears the first of their names.
  EXPECT_TRUE(Has(artifacts.at("include/type_rich/types/Body.h").content,
                  "struct Ping;\nstruct Body;\nstruct Pong;\n"));
}

TEST(GenerateCpp, MembersMayBeLeftOutButWhereTheirTypeIsNotWholeYet) {
  const ArtifactSet artifacts = Generate();
  const std::string& node = artifacts.at("include/type_rich/types/Node.h").content;
  EXPECT_TRUE(Has(node, "std::vector<Node> children = {};")) << node;
  const std::string& cycle = artifacts.at("include/type_rich/types/Body.h").content;
  EXPECT_TRUE(Has(cycle, "  std::vector<Ping> pings;\n  mesh::Boxed<Body> body;\n")) << cycle;
}

TEST(GenerateCpp, DocsStandInAFileThatNothingIncludes) {
  const ArtifactSet artifacts = Generate();
  const std::string& docs = artifacts.at("include/type_rich/docs.dox").content;
  EXPECT_TRUE(Has(docs, "\n/// \\class type_rich::actors::Echo\n/// Gives back what it gets.\n")) << docs;
  EXPECT_TRUE(Has(artifacts.at("actors/echo.cpp").content, "/// Gives back what it gets.\n/// There is one"));
  for (const auto& [path, artifact] : artifacts) {
    EXPECT_FALSE(Has(artifact.content, "docs.dox")) << path;
    if (path.starts_with("actors/") || path.ends_with(".dox")) continue;
    EXPECT_FALSE(Has(artifact.content, "Gives back what it gets")) << path;
  }
}

TEST(GenerateCpp, ADocThatEndsInABackslashSwallowsNothing) {
  const std::string docs = Generate().at("include/type_rich/docs.dox").content;
  EXPECT_TRUE(Has(docs, "/// A path: C:\n"));
}

TEST(GenerateCpp, ProjectsNameNoPathOutsideThemselves) {
  for (const auto& [path, artifact] : Generate()) {
    EXPECT_FALSE(Has(artifact.content, "flows/")) << path;
    EXPECT_FALSE(Has(artifact.content, "\"/")) << path;
  }
}

}  // namespace
}  // namespace meshc::codegen
