// The chart of a deploy with pools and with calls of its own, judged by what helm makes of it.
#include <gtest/gtest.h>

#include <set>

#include "chart_notes.h"
#include "desk_chart.h"

namespace meshc::test {
namespace {

using Json = nlohmann::json;

constexpr const char* kPooled = R"(mesh shop.desk;

envelope Ticket { in text: string; out reply: string; }
error busy retriable;
processor generator(text: string) -> (reply: string) { raises busy; timeout 10m; }
processor checker(reply: string);
processor sender(reply: string);
flow support on Ticket { generator -> checker -> sender; } on busy { set reply = "later"; }

deploy production for shop.desk {
  transport nats { url "nats://nats.messaging:4222"; monitoring "nats.messaging:8222"; }
  actor generator { timeout 20m; retry 4 backoff linear 2s on busy; }
  pool texts { actors checker, sender; image "texts:2"; scale 0..4 per 2; concurrency 3; }
  actor sender { concurrency 5; }
}
)";

class PooledChart : public DeskChart {
 protected:
  PooledChart() : DeskChart(kPooled) {}

  std::set<std::string> Arguments(const std::string& name) const {
    return Pod(name).at("containers").at(0).at("args").get<std::set<std::string>>();
  }
  Json Settings(const std::string& workload) const {
    const Json& files = Object("ConfigMap", "release-shop-desk-settings").at("data");
    return Json::parse(files.at(workload + ".json").get<std::string>());
  }
};

TEST_F(PooledChart, HasOneDeploymentForThePool) {
  std::set<std::string> names;
  for (const Json* deployment : OfKind(objects_, "Deployment"))
    names.insert(deployment->at("metadata").at("name").get<std::string>());
  EXPECT_EQ(names, (std::set<std::string>{"mesh-shop-desk", "shop-desk-generator", "shop-desk-texts"}));
  const std::set<std::string> arguments = Arguments("shop-desk-texts");
  EXPECT_TRUE(arguments.contains("--actor=checker,sender"));
  EXPECT_TRUE(arguments.contains("--threads=10")) << "three and five calls, and two more";
  EXPECT_EQ(Pod("shop-desk-texts").at("containers").at(0).at("image"), "texts:2");
}

TEST_F(PooledChart, ScalesThePoolByTheQueuesOfAllItsActors) {
  const Json& spec = Object("ScaledObject", "shop-desk-texts").at("spec");
  EXPECT_EQ(spec.at("maxReplicaCount"), 4);
  std::set<std::string> consumers;
  for (const Json& trigger : spec.at("triggers")) {
    EXPECT_EQ(trigger.at("metadata").at("lagThreshold"), "2");
    consumers.insert(trigger.at("metadata").at("consumer").get<std::string>());
  }
  EXPECT_EQ(consumers, (std::set<std::string>{"checker", "sender"}));
  EXPECT_EQ(OfKind(objects_, "ScaledObject").size(), 2U);
}

TEST_F(PooledChart, TellsHostsHowTheirActorsAreCalled) {
  EXPECT_EQ(Settings("shop-desk-generator"), Json::parse(R"({"actors": {"generator": {"timeout_ms": 1200000,
      "retry": {"attempts": 4, "backoff": "linear", "delay_ms": 2000, "errors": ["busy"]}}}})"));
  EXPECT_EQ(Settings("shop-desk-texts"),
            Json::parse(R"({"actors": {"checker": {"concurrency": 3}, "sender": {"concurrency": 5}}})"));
  for (const char* workload : {"shop-desk-generator", "shop-desk-texts"}) {
    EXPECT_TRUE(Arguments(workload).contains("--settings=/mesh/settings/settings.json")) << workload;
    bool mounted = false;
    const Json pod = Pod(workload);
    for (const Json& volume : pod.at("volumes")) {
      if (volume.at("name") != "mesh-settings") continue;
      mounted = true;
      EXPECT_EQ(volume.at("configMap").at("items").at(0).at("key"), std::string(workload) + ".json");
    }
    EXPECT_TRUE(mounted) << workload;
  }
  EXPECT_FALSE(Arguments("mesh-shop-desk").contains("--settings=/mesh/settings/settings.json"));
  EXPECT_EQ(Pod("shop-desk-generator").at("terminationGracePeriodSeconds"), 1215);
}

/// A wave of a rollout may have one of them wait, whose hosts are those of the former release.
TEST_F(PooledChart, HasPodsOfTheirOwnForThoseThatStillRunTheFormerImage) {
  const auto render = [&](const std::string& former) {
    const ProgramRun made = Template("former.image.tag=v1,former.actors={" + former + "}");
    EXPECT_EQ(made.exit_code, 0) << made.err;
    objects_ = ParseYaml(made.out);
  };
  render("checker");
  EXPECT_EQ(Pod("shop-desk-texts").at("containers").at(0).at("image"), "texts:2");
  EXPECT_TRUE(Arguments("shop-desk-texts").contains("--actor=sender"));
  EXPECT_TRUE(Arguments("shop-desk-texts").contains("--threads=7"));
  EXPECT_EQ(Pod("shop-desk-texts-former").at("containers").at(0).at("image"), "texts:v1");
  EXPECT_TRUE(Arguments("shop-desk-texts-former").contains("--actor=checker"));
  for (const auto& [workload, consumer] :
       {std::pair("shop-desk-texts", "sender"), std::pair("shop-desk-texts-former", "checker")}) {
    const Json& triggers = Object("ScaledObject", workload).at("spec").at("triggers");
    ASSERT_EQ(triggers.size(), 1U);
    EXPECT_EQ(triggers.at(0).at("metadata").at("consumer"), consumer);
  }
  render("checker,sender");
  EXPECT_EQ(Pod("shop-desk-texts").at("containers").at(0).at("image"), "texts:v1");
  EXPECT_EQ(OfKind(objects_, "Deployment").size(), 3U) << "all of them wait: it stays one pod";
}

/// Hosts of the former release may not know what the new one says of calls: its errors, or the option itself.
TEST_F(PooledChart, GivesFormerHostsNoSettingsOfTheirActors) {
  const ProgramRun made = Template("former.image.tag=v1,former.actors={generator,checker}");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  objects_ = ParseYaml(made.out);
  for (const char* former : {"shop-desk-generator", "shop-desk-texts-former"}) {
    EXPECT_FALSE(Arguments(former).contains("--settings=/mesh/settings/settings.json")) << former;
    for (const Json& volume : Pod(former).at("volumes"))
      EXPECT_NE(volume.at("name"), "mesh-settings") << former;
  }
  const Json& files = Object("ConfigMap", "release-shop-desk-settings").at("data");
  EXPECT_EQ(files.size(), 1U) << files;
  EXPECT_EQ(Settings("shop-desk-texts"), Json::parse(R"({"actors": {"sender": {"concurrency": 5}}})"));
}

/// Each part needs what the pool asks for, and a claim of one node is in reach of one of them.
TEST_F(PooledChart, IsNotSplitWhereItsClaimIsOfOneNode) {
  const auto render = [&](const std::string& former, const std::string& claim) {
    return Helm({"template", "release", chart_, "--set", "former.image.tag=v1,former.actors={" + former + "}",
                 "--set", "pools.texts.volumes[0].name=cache,pools.texts.volumes[0].path=/cache," + claim});
  };
  const std::string made = "pools.texts.volumes[0].claim=cache,pools.texts.volumes[0].size=2Gi";
  const ProgramRun split = render("checker", made);
  EXPECT_NE(split.exit_code, 0);
  EXPECT_NE(split.err.find("pool texts: its actors checker run the former image and sender the new one, in "
                           "pods that may be on two nodes, and the claim cache is not shared"),
            std::string::npos)
      << split.err;
  for (const auto& [former, claim] :
       {std::pair<std::string, std::string>("checker", made + ",pools.texts.volumes[0].shared=true"),
        std::pair<std::string, std::string>("checker", "pools.texts.volumes[0].claim=theirs"),
        std::pair<std::string, std::string>("checker,sender", made),
        std::pair<std::string, std::string>("generator", made)}) {
    const ProgramRun whole = render(former, claim);
    EXPECT_EQ(whole.exit_code, 0) << former << " with " << claim << ": " << whole.err;
  }
}

TEST_F(PooledChart, SaysThatEachPartOfASplitPoolAsksForItsResources) {
  const auto notes = [&](const std::string& former) {
    return NotesOf(helm_, chart_,
                   {"--values", values_, "--set", "former.image.tag=v1,former.actors={" + former + "}"});
  };
  const std::string said = "each asks for the resources of the whole";
  EXPECT_NE(notes("checker").find(said), std::string::npos) << notes("checker");
  EXPECT_EQ(notes("checker,sender").find(said), std::string::npos);
}

TEST_F(PooledChart, SaysWhereTimesOfValuesDoNotFit) {
  const ProgramRun run = Template("actors.generator.calls.timeout_ms=1300000");
  EXPECT_NE(run.exit_code, 0);
  EXPECT_NE(run.err.find("calls.timeout_ms of generator is 1300000, but handlerSeconds is 1200"),
            std::string::npos)
      << run.err;
  const ProgramRun greedy = Template("actors.sender.calls.concurrency=9");
  EXPECT_NE(greedy.err.find("pool texts: calls.concurrency of sender is 9, but threads is 8"),
            std::string::npos)
      << greedy.err;
  const ProgramRun threaded = Template("actors.sender.calls.concurrency=9,actors.sender.threads=9");
  EXPECT_EQ(threaded.exit_code, 0) << threaded.err;
  const ProgramRun unknown = Template("actors.generator.calls.tries=3");
  EXPECT_NE(unknown.err.find("values don't meet the specifications"), std::string::npos) << unknown.err;
}

}  // namespace
}  // namespace meshc::test
