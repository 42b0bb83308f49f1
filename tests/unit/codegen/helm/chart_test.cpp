#include <gtest/gtest.h>
#include <yaml-cpp/yaml.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/places.h"
#include "tests/unit/codegen/helm/chart_of.h"

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
  return YAML::Load(ChartOf(mesh, {}).at("deploy/helm/shop-support-desk/values.yaml").content);
}

TEST(Chart, IsNamedAfterTheMeshInKubernetesSpelling) {
  const ArtifactSet artifacts = ChartOf(MakeMesh({}), {});
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
  const std::string text = ChartOf(mesh, {}).at("deploy/helm/shop-support-desk/values.yaml").content;
  for (const char* refused : {"\f", "\x7F", "\xC2\x85", "\xEF\xBF\xBF"}) {
    EXPECT_EQ(text.find(refused), std::string::npos);
  }
  EXPECT_EQ(Values(mesh)["actors"]["judge"]["description"].as<std::string>(),
            "page\\u{c} del\\u{7f} next\\u{85} none\\u{ffff}");
}

TEST(Chart, QuotesActorsThatOlderYamlTakesForTruth) {
  const ArtifactSet artifacts = ChartOf(MakeMesh({MakeActor("off", 1), MakeActor("yes", 1)}), {});
  const std::string& text = artifacts.at("deploy/helm/shop-support-desk/values.yaml").content;
  EXPECT_NE(text.find("\"off\":"), std::string::npos);
  EXPECT_NE(text.find("\"yes\":"), std::string::npos);
}

TEST(Chart, CountsTheTimeThatCallsGive) {
  ir::Mesh mesh = MakeMesh({MakeActor("judge", 30), MakeActor("writer", 30), MakeActor("eraser", 30)});
  mesh.declarations.actors[types::ActorId{1}].undo = {2};
  const auto call = [&](std::uint32_t actor, std::optional<std::int64_t> timeout_ns) {
    ir::Call body;
    body.visit.actor = {actor};
    body.visit.timeout_ns = timeout_ns;
    ir::Point point;
    point.body = std::move(body);
    mesh.points.Add(std::move(point));
  };
  call(0, 1'200'000'000'000);
  call(0, 600'000'000'000);
  call(0, std::nullopt);
  call(1, 5'000'000'000);
  call(2, 5'000'000'000);
  const YAML::Node actors = Values(mesh)["actors"];
  EXPECT_EQ(actors["judge"]["handlerSeconds"].as<int>(), 1200);
  EXPECT_EQ(actors["judge"]["terminationGracePeriodSeconds"].as<int>(), 1215);
  EXPECT_EQ(actors["writer"]["handlerSeconds"].as<int>(), 5) << "no call takes the actor's own";
  EXPECT_EQ(actors["eraser"]["handlerSeconds"].as<int>(), 30) << "who undoes takes its own";
}

/// Two actors; `staging` states a default, a flavor and a block.
ir::Mesh MakeDeployed() {
  ir::Mesh mesh = MakeMesh({MakeActor("judge", 30), MakeActor("writer", 30)});
  auto& declarations = mesh.declarations;
  types::Flavor flavor;
  flavor.name = "large";
  flavor.settings.timeout_ns = {300'000'000'000, {}};
  flavor.settings.resources.memory_bytes = {types::Stated<std::int64_t>{8LL << 30U, {}},
                                            types::Stated<std::int64_t>{12LL << 30U, {}}};
  flavor.settings.env = {{"KEY", "", "keys", "key"}};
  const types::FlavorId large = declarations.flavors.Add(std::move(flavor));
  types::Deploy staging;
  staging.name = "staging";
  staging.kube_namespace = "desk";
  staging.defaults.image = "registry.example:5000/desk:2.3";
  staging.defaults.scale.replicas = {{{1, 4}, {}}};
  staging.defaults.env = {{"KEY", "plain", "", ""}, {"MODE", "a", "", ""}};
  types::DeployedActor judge;
  judge.actor = {0};
  judge.flavors = {large};
  judge.own.scale.replicas = {{{0, 2}, {}}};
  staging.actors = {judge};
  declarations.deploys.Add(std::move(staging));
  return mesh;
}

constexpr const char* kFolder = "deploy/helm/shop-support-desk/";

TEST(ChartOfDeploys, HoldsACompleteFileOfValuesForEach) {
  const ArtifactSet artifacts = ChartOf(MakeDeployed(), {});
  const YAML::Node plain = YAML::Load(artifacts.at(std::string(kFolder) + "values.yaml").content);
  const YAML::Node staging = YAML::Load(artifacts.at(std::string(kFolder) + "values-staging.yaml").content);
  EXPECT_EQ(plain["namespace"].as<std::string>(), "");
  EXPECT_EQ(staging["namespace"].as<std::string>(), "desk");
  EXPECT_EQ(staging["image"]["repository"].as<std::string>(), "registry.example:5000/desk");
  EXPECT_EQ(staging["image"]["tag"].as<std::string>(), "2.3");
  EXPECT_EQ(staging["defaults"]["scale"]["max"].as<int>(), 4);
  EXPECT_EQ(staging["defaults"]["scale"]["polling"].as<int>(), 15) << "what nobody states is there too";
  const YAML::Node judge = staging["actors"]["judge"];
  EXPECT_EQ(judge["scale"]["max"].as<int>(), 2);
  EXPECT_EQ(judge["terminationGracePeriodSeconds"].as<int>(), 315);
  EXPECT_EQ(judge["resources"]["requests"]["memory"].as<std::string>(), "8Gi");
  EXPECT_EQ(judge["resources"]["limits"]["memory"].as<std::string>(), "12Gi");
  EXPECT_EQ(judge["env"]["KEY"]["secret"].as<std::string>(), "keys");
  EXPECT_FALSE(staging["actors"]["writer"]["scale"]["max"]);
}

TEST(ChartOfDeploys, TakeNoPortForATag) {
  ir::Mesh mesh = MakeDeployed();
  mesh.declarations.deploys[types::DeployId{0}].defaults.image = "registry.example:5000/desk";
  const ArtifactSet artifacts = ChartOf(mesh, {});
  const YAML::Node staging = YAML::Load(artifacts.at(std::string(kFolder) + "values-staging.yaml").content);
  EXPECT_EQ(staging["image"]["repository"].as<std::string>(), "registry.example:5000/desk");
  EXPECT_EQ(staging["image"]["tag"].as<std::string>(), "");
}

TEST(ChartOfDeploys, NamesTheLayerOfEachValue) {
  const std::string text =
      ChartOf(MakeDeployed(), {}).at(std::string(kFolder) + "values-staging.yaml").content;
  for (const char* line :
       {"namespace: \"desk\"  # deploy staging", "repository: \"registry.example:5000/desk\"  # default",
        "max: 2  # actor judge", "memory: \"8Gi\"  # flavor large", "value: \"a\"  # default",
        "handlerSeconds: 300  # flavor large",
        "terminationGracePeriodSeconds: 315  # flavor large: a handler may take 300 s",
        "terminationGracePeriodSeconds: 45  # mesh: a handler may take 30 s"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
  }
}

TEST(ChartOfDeploys, PutsTheOneThatIsAskedForIntoTheValues) {
  const ArtifactSet artifacts = ChartOf(MakeDeployed(), {.deploy = "staging", .version = ""});
  EXPECT_FALSE(artifacts.contains(std::string(kFolder) + "values-staging.yaml"));
  const YAML::Node values = YAML::Load(artifacts.at(std::string(kFolder) + "values.yaml").content);
  EXPECT_EQ(values["namespace"].as<std::string>(), "desk");
}

TEST(ChartVersion, TellsChartsOfOtherContentApart) {
  const auto version = [](const ir::Mesh& mesh, const ChartOptions& options) {
    const std::string text = ChartOf(mesh, options).at(std::string(kFolder) + "Chart.yaml").content;
    return YAML::Load(text)["version"].as<std::string>();
  };
  const std::string plain = version(MakeDeployed(), {});
  EXPECT_TRUE(plain.starts_with("0.1.0+")) << plain;
  EXPECT_EQ(plain, version(MakeDeployed(), {}));
  EXPECT_NE(plain, version(MakeDeployed(), {.deploy = "staging", .version = ""}));
  EXPECT_EQ(version(MakeDeployed(), {.deploy = "", .version = "2.0.0"}), "2.0.0");
}

TEST(Chart, CarriesEveryConstantFileUnchanged) {
  const ArtifactSet artifacts = ChartOf(MakeMesh({}), {});
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
