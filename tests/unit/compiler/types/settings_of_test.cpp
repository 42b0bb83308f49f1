#include <gtest/gtest.h>

#include "compiler/types/declarations.h"

namespace meshc::types {
namespace {

/// A mesh of one actor, whose deploy names it with one flavor.
struct Layered {
  Declarations declarations;
  Deploy deploy;

  Layered() {
    declarations.actors.Add({});
    const FlavorId flavor = declarations.flavors.Add({});
    deploy.actors.push_back({ActorId{0}, {flavor}, {}});
  }
  ActorSettings& flavor() { return declarations.flavors[FlavorId{0}].settings; }
  ActorSettings& own() { return deploy.actors.front().own; }
  ActorSettings Settled() const { return SettingsOf(declarations, deploy, ActorId{0}); }
};

TEST(SettingsOf, LetsLaterLayersWin) {
  Layered mesh;
  mesh.deploy.defaults.image = "default";
  EXPECT_EQ(mesh.Settled().image, "default");
  mesh.flavor().image = "flavor";
  EXPECT_EQ(mesh.Settled().image, "flavor");
  mesh.own().image = "own";
  EXPECT_EQ(mesh.Settled().image, "own");
}

TEST(SettingsOf, LetsLaterLayersWinWithAWholeRetry) {
  Layered mesh;
  mesh.flavor().retry = Retry{.attempts = 3, .delay_ns = 5, .only = {}};
  ASSERT_TRUE(mesh.Settled().retry.has_value());
  EXPECT_EQ(mesh.Settled().retry->attempts, 3U);
  mesh.own().retry = Retry{.attempts = 2, .only = {}};
  EXPECT_EQ(mesh.Settled().retry->attempts, 2U);
  EXPECT_EQ(mesh.Settled().retry->delay_ns, 0) << "nothing of the other one";
}

TEST(SettingsOf, GivesDefaultsToActorsWithoutAName) {
  Layered mesh;
  mesh.declarations.actors.Add({});
  mesh.deploy.defaults.image = "default";
  mesh.own().image = "own";
  EXPECT_EQ(SettingsOf(mesh.declarations, mesh.deploy, ActorId{1}).image, "default");
}

TEST(SettingsOf, KeepsPartsThatNoLaterLayerStates) {
  Layered mesh;
  mesh.flavor().scale.per = 3;
  mesh.flavor().scale.activation = 2;
  mesh.own().scale.per = 4;
  EXPECT_EQ(mesh.Settled().scale.per, 4U);
  EXPECT_EQ(mesh.Settled().scale.activation, 2U);
}

TEST(SettingsOf, AppendsListsWithOneEntryForEachName) {
  Layered mesh;
  mesh.deploy.defaults.env = {{"A", "1", "", ""}, {"B", "1", "", ""}};
  mesh.own().env = {{"A", "", "secret", "key"}, {"C", "3", "", ""}};
  const auto env = mesh.Settled().env;
  ASSERT_EQ(env.size(), 3U);
  EXPECT_EQ(env[0].name, "B");
  EXPECT_EQ(env[1].secret, "secret");
  EXPECT_EQ(env[2].name, "C");
}

Volume MakeVolume(const char* name, const char* claim, const char* path) {
  Volume volume;
  volume.name = name;
  volume.claim = claim;
  volume.path = path;
  return volume;
}

TEST(SettingsOf, MountsOneVolumeAtEachPath) {
  Layered mesh;
  mesh.deploy.defaults.volumes = {MakeVolume("a", "a", "/a"), MakeVolume("b", "b", "/b")};
  mesh.own().volumes = {MakeVolume("b", "other", "/a")};
  const auto volumes = mesh.Settled().volumes;
  ASSERT_EQ(volumes.size(), 1U);
  EXPECT_EQ(volumes[0].claim, "other");
}

TEST(SettingsOf, TakesADeviceWithItsCount) {
  Layered mesh;
  mesh.flavor().resources.gpu = {2, "nvidia.com/mig-1g.10gb"};
  mesh.own().resources.gpu = Gpu{1};
  ASSERT_TRUE(mesh.Settled().resources.gpu.has_value());
  EXPECT_EQ(mesh.Settled().resources.gpu->count, 1U);
  EXPECT_EQ(mesh.Settled().resources.gpu->device, "nvidia.com/gpu");
}

TEST(SettingsOf, LetsOutOnceWhatSeveralLayersLetOut) {
  Layered mesh;
  mesh.deploy.defaults.egress = {{"10.0.0.0/8", 443}, {"", 443}};
  mesh.own().egress = {{"10.0.0.0/8", 443}, {"10.0.0.0/8", 80}};
  EXPECT_EQ(mesh.Settled().egress.size(), 3U);
}

TEST(SettingsOf, RequestsTheLimitWhereNoRequestIsStated) {
  Layered mesh;
  mesh.own().resources.memory_bytes.limit = {5, {}};
  EXPECT_EQ(mesh.Settled().resources.memory_bytes.request->value, 5);
  EXPECT_FALSE(mesh.Settled().resources.milli_cpu.request.has_value());
}

}  // namespace
}  // namespace meshc::types
