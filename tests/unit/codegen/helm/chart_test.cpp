#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "codegen/helm/helm.h"
#include "tests/support/places.h"

namespace meshc::codegen {
namespace {

namespace fs = std::filesystem;

types::Actor MakeActor(const std::string& name, std::int64_t seconds) {
  types::Actor actor;
  actor.name = name;
  actor.timeout_ns = seconds * 1'000'000'000;
  return actor;
}

ir::Mesh MakeMesh(std::vector<types::Actor> actors) {
  ir::Mesh mesh;
  mesh.declarations.mesh = "shop.Support_desk";
  for (types::Actor& actor : actors) mesh.declarations.actors.Add(std::move(actor));
  return mesh;
}

YAML::Node Values(const ir::Mesh& mesh) {
  return YAML::Load(GenerateChart(mesh).at("deploy/helm/shop-support-desk/values.yaml").content);
}

TEST(Chart, IsNamedAfterTheMeshInKubernetesSpelling) {
  const ArtifactSet artifacts = GenerateChart(MakeMesh({}));
  const YAML::Node chart = YAML::Load(artifacts.at("deploy/helm/shop-support-desk/Chart.yaml").content);
  EXPECT_EQ(chart["name"].as<std::string>(), "shop-support-desk");
  EXPECT_EQ(chart["apiVersion"].as<std::string>(), "v2");
  EXPECT_TRUE(artifacts.contains("deploy/Dockerfile"));
}

TEST(Chart, ListsEachActorWithTheNameOfItsQueue) {
  const YAML::Node actors = Values(MakeMesh({MakeActor("judge", 30), MakeActor("word_smith", 30)}))["actors"];
  ASSERT_EQ(actors.size(), 2U);
  EXPECT_EQ(actors["word_smith"]["queue"].as<std::string>(), "shop-support-desk-word-smith");
  EXPECT_EQ(actors["judge"]["kind"].as<std::string>(), "processor");
}

TEST(Chart, ShortensNamesToWhatAScaledObjectMayHave) {
  const std::string name(80, 'x');
  const std::string queue = Values(MakeMesh({MakeActor(name, 1)}))["actors"][name]["queue"].as<std::string>();
  EXPECT_EQ(queue.size(), 54U);
}

TEST(Chart, GivesAHandlerMoreTimeThanItMayTake) {
  const YAML::Node actors = Values(MakeMesh({MakeActor("quick", 1), MakeActor("slow", 3600)}))["actors"];
  EXPECT_EQ(actors["quick"]["terminationGracePeriodSeconds"].as<int>(), 30);
  EXPECT_EQ(actors["quick"]["scale"]["cooldown"].as<int>(), 300);
  EXPECT_GT(actors["slow"]["terminationGracePeriodSeconds"].as<int>(), 3600);
  EXPECT_GE(actors["slow"]["scale"]["cooldown"].as<int>(), 3600);
}

TEST(Chart, KeepsTextOfPeopleText) {
  types::Actor actor = MakeActor("judge", 1);
  actor.origin.doc = "true: {{ .Values }} \"quoted\" # no comment\nsecond line";
  actor.origin.owner = "007";
  const YAML::Node judge = Values(MakeMesh({actor}))["actors"]["judge"];
  EXPECT_EQ(judge["description"].as<std::string>(), "true: {{ .Values }} \"quoted\" # no comment");
  EXPECT_EQ(judge["owner"].Tag(), "!");
}

TEST(Chart, WritesOutCharactersThatReadersOfYamlRefuse) {
  types::Actor actor = MakeActor("judge", 1);
  actor.origin.doc = "page\f del\x7F next\xC2\x85 none\xEF\xBF\xBF";
  const ir::Mesh mesh = MakeMesh({actor});
  const std::string text = GenerateChart(mesh).at("deploy/helm/shop-support-desk/values.yaml").content;
  for (const char* refused : {"\f", "\x7F", "\xC2\x85", "\xEF\xBF\xBF"}) {
    EXPECT_EQ(text.find(refused), std::string::npos);
  }
  EXPECT_EQ(Values(mesh)["actors"]["judge"]["description"].as<std::string>(),
            "page\\u{c} del\\u{7f} next\\u{85} none\\u{ffff}");
}

TEST(Chart, QuotesActorsThatOlderYamlTakesForTruth) {
  const ArtifactSet artifacts = GenerateChart(MakeMesh({MakeActor("off", 1), MakeActor("yes", 1)}));
  const std::string& text = artifacts.at("deploy/helm/shop-support-desk/values.yaml").content;
  EXPECT_NE(text.find("\"off\":"), std::string::npos);
  EXPECT_NE(text.find("\"yes\":"), std::string::npos);
}

TEST(Chart, CarriesEveryConstantFileUnchanged) {
  const ArtifactSet artifacts = GenerateChart(MakeMesh({}));
  const fs::path root = test::SourceFolder() / "templates/helm/chart";
  int count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = fs::relative(entry.path(), root).string();
    std::ostringstream text;
    text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    ASSERT_TRUE(artifacts.contains("deploy/helm/shop-support-desk/" + name)) << name;
    EXPECT_EQ(artifacts.at("deploy/helm/shop-support-desk/" + name).content, text.str()) << name;
    ++count;
  }
  EXPECT_GE(count, 8);
}

}  // namespace
}  // namespace meshc::codegen
