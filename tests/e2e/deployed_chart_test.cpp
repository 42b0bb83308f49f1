// The chart of a mesh that states all settings, judged by what helm makes of it.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "chart_notes.h"
#include "desk_chart.h"

namespace meshc::test {
namespace {

using Json = nlohmann::json;

constexpr const char* kDeployed = R"(mesh shop.desk;

envelope Ticket { in text: string; out reply: string; }
processor generator(text: string) -> (reply: string) { timeout 10m; }
processor handover(text: string) -> (reply: string);
router triage(text: string) -> { answer, human };
flow support on Ticket {
  route triage { answer => { generator timeout 20m; } human => { handover; } }
}

flavor gpu {
  resources { cpu 2; memory 8Gi; gpu 1; }
  volume "models" claim "models" at "/models" readonly;
  volume "cache" claim "cache" size 50Gi shared at "/cache"; volume "shm" memory 1Gi at "/dev/shm";
  secret_env "MODEL" from "models" key "name";
  egress "10.2.0.0/16" port 5432; egress any port 443;
  priority "high"; service_account "llm";
}
deploy production for shop.desk {
  namespace "desk";
  transport nats {
    url "nats://nats.messaging:4333"; monitoring "nats.messaging:8222";
    secret "nats-auth"; tls; prefix "staging"; account "A";
  }
  state nats_kv;
  default {
    image "registry.example/desk:2.3"; env "MODEL" "none";
    node { selector "disk" "ssd"; toleration "batch"; } volume "tmp" claim "scratch" at "/tmp";
  }
  actor generator: gpu { scale 0..3 per 1 cooldown 25m; image "registry.example/llm@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"; }
  actor triage { scale 2..2; }
  actor handover { scale 0..1; volume "notes" claim "notes" size 1Gi at "/notes"; }
}
)";

class DeployedChart : public DeskChart {
 protected:
  DeployedChart() : DeskChart(kDeployed) {}
};

TEST_F(DeployedChart, RunsAnActorAsItsLayersSay) {
  const Json pod = Pod("shop-desk-generator");
  const Json& host = pod.at("containers").at(0);
  EXPECT_EQ(host.at("image"),
            "registry.example/llm@sha256:"
            "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");
  EXPECT_EQ(host.at("resources").at("limits").at("nvidia.com/gpu"), "1");
  EXPECT_EQ(host.at("resources").at("requests").at("memory"), "8Gi");
  EXPECT_EQ(host.at("env").back(), Json::parse(R"({"name": "MODEL", "valueFrom": {"secretKeyRef":
      {"name": "models", "key": "name"}}})"));
  EXPECT_EQ(pod.at("nodeSelector"), Json({{"disk", "ssd"}}));
  EXPECT_EQ(pod.at("tolerations"), Json::parse(R"([{"key": "batch", "operator": "Exists"}])"));
  std::map<std::string, std::string> mounts;
  for (const Json& mount : host.at("volumeMounts")) mounts[mount.at("mountPath")] = mount.at("name");
  EXPECT_EQ(mounts, (std::map<std::string, std::string>{{"/tmp", "tmp"},
                                                        {"/models", "models"},
                                                        {"/cache", "cache"},
                                                        {"/dev/shm", "shm"},
                                                        {"/mesh/routes", "mesh-routes"}}));
}

TEST_F(DeployedChart, MakesTheClaimsThatHaveASize) {
  const auto claims = OfKind(objects_, "PersistentVolumeClaim");
  ASSERT_EQ(claims.size(), 2U);
  EXPECT_EQ(Object("PersistentVolumeClaim", "notes").at("spec").at("accessModes"),
            Json::parse(R"(["ReadWriteOnce"])"));
  const Json& spec = Object("PersistentVolumeClaim", "cache").at("spec");
  EXPECT_EQ(spec.at("accessModes"), Json::parse(R"(["ReadWriteMany"])"));
  EXPECT_EQ(spec.at("resources").at("requests").at("storage"), "50Gi");
  const Json pod = Pod("shop-desk-generator");
  for (const Json& volume : pod.at("volumes")) {
    if (volume.at("name") == "shm") {
      EXPECT_EQ(volume.at("emptyDir"), Json::parse(R"({"sizeLimit": "1Gi", "medium": "Memory"})"));
    }
  }
}

/// `generator` mounts the claim `cache` of 50Gi, too.
TEST_F(DeployedChart, ComparesSizesOfAClaimNotTheirSpelling) {
  const auto with = [&](const std::string& size) {
    const std::string set =
        "actors.handover.volumes[0].name=a,actors.handover.volumes[0].claim=cache,"
        "actors.handover.volumes[0].shared=true,actors.handover.volumes[0].path=/a,"
        "actors.handover.volumes[0].size=" +
        size;
    return Template(set);
  };
  for (const char* same : {"50Gi", "51200Mi", "0.048828125Ti"})
    EXPECT_EQ(with(same).exit_code, 0) << same << ": " << with(same).err;
  EXPECT_NE(with("50G").err.find("the claim cache is to have"), std::string::npos);
  EXPECT_NE(with("50 GB").err.find("values don't meet the specifications"), std::string::npos);
}

TEST_F(DeployedChart, EndsAPodBeforeTheNextOneMountsAClaimOfOneNode) {
  const auto surge = [&](const std::string& name) {
    return Object("Deployment", name).at("spec").at("strategy").at("rollingUpdate");
  };
  EXPECT_EQ(surge("shop-desk-handover"), Json::parse(R"({"maxSurge": 0, "maxUnavailable": 1})"));
  EXPECT_EQ(surge("shop-desk-generator"), Json::parse(R"({"maxSurge": 1, "maxUnavailable": 0})"))
      << "its claims are shared, or not the chart's";
}

TEST_F(DeployedChart, RunsAnActorWithItsPriorityAndAccount) {
  const Json pod = Pod("shop-desk-generator");
  EXPECT_EQ(pod.at("priorityClassName"), "high");
  EXPECT_EQ(pod.at("serviceAccountName"), "llm");
  EXPECT_EQ(Pod("shop-desk-triage").at("serviceAccountName"), "shop-desk-triage");
  std::set<std::string> made;
  for (const Json* account : OfKind(objects_, "ServiceAccount"))
    made.insert(account->at("metadata").at("name"));
  EXPECT_EQ(made, (std::set<std::string>{"mesh-shop-desk", "shop-desk-handover", "shop-desk-triage"}));
}

TEST_F(DeployedChart, TellsHostsAndKedaHowTheBrokerIsReached) {
  EXPECT_EQ(Object("ConfigMap", "release-shop-desk").at("data").at("MESH_TRANSPORT"),
            "tls://nats.messaging:4333?prefix=staging");
  std::set<std::string> names;
  const Json pod = Pod("shop-desk-triage");
  for (const Json& variable : pod.at("containers").at(0).at("env")) {
    if (variable.at("name") == "MODEL") continue;
    EXPECT_EQ(variable.at("valueFrom").at("secretKeyRef").at("name"), "nats-auth");
    names.insert(variable.at("name"));
  }
  EXPECT_EQ(names.size(), 6U);
  EXPECT_TRUE(names.contains("MESH_TRANSPORT_CA"));
  const Json& trigger = Object("ScaledObject", "shop-desk-generator").at("spec").at("triggers").at(0);
  EXPECT_EQ(trigger.at("metadata").at("stream"), "staging-shop-desk");
  EXPECT_EQ(trigger.at("metadata").at("account"), "A");
}

TEST_F(DeployedChart, LetsAHandlerEndThatACallGivesMoreTime) {
  const Json pod = Pod("shop-desk-generator");
  EXPECT_EQ(pod.at("terminationGracePeriodSeconds"), 1215);
  const Json& notes =
      Object("Deployment", "shop-desk-generator").at("spec").at("template").at("metadata").at("annotations");
  EXPECT_EQ(notes.at("cluster-autoscaler.kubernetes.io/safe-to-evict"), "false");
  EXPECT_FALSE(Object("Deployment", "shop-desk-triage")
                   .at("spec")
                   .at("template")
                   .at("metadata")
                   .at("annotations")
                   .contains("cluster-autoscaler.kubernetes.io/safe-to-evict"));
}

TEST_F(DeployedChart, SaysWhatItGivesMoreTimeAndWhy) {
  const std::string notes = NotesOf(helm_, chart_, {"--values", values_});
  const std::string said =
      "  actor generator: shop-desk-generator\n"
      "    A pod has 1215 s to end, as a handler may take 1200 s.\n"
      "    That is more than autoscalers of nodes wait, so its pods are marked not to be evicted.\n";
  EXPECT_NE(notes.find(said), std::string::npos) << notes;
  EXPECT_NE(notes.find("mesh-shop-desk\n  actor generator"), std::string::npos)
      << "nothing was raised: " << notes;
}

TEST_F(DeployedChart, HasPlainReplicasWhereTheyAreOneNumber) {
  EXPECT_EQ(Object("Deployment", "shop-desk-triage").at("spec").at("replicas"), 2);
  EXPECT_EQ(OfKind(objects_, "Deployment").size(), 4U);
  EXPECT_EQ(OfKind(objects_, "ScaledObject").size(), 2U);
}

TEST_F(DeployedChart, OpensTheFenceForTheBroker) {
  const Json& egress = Object("NetworkPolicy", "shop-desk-generator").at("spec").at("egress");
  EXPECT_EQ(egress.at(1).at("ports").at(0).at("port"), 4333);
  EXPECT_EQ(egress.at(2).at("to"), Json::parse(R"([{"ipBlock": {"cidr": "10.2.0.0/16"}}])"));
  EXPECT_EQ(egress.at(2).at("ports").at(0).at("port"), 5432);
  EXPECT_FALSE(egress.at(3).contains("to"));
  EXPECT_EQ(egress.at(3).at("ports").at(0).at("port"), 443);
}

TEST_F(DeployedChart, StandsInTheNamespaceOfTheDeploy) {
  for (const Json& object : objects_) EXPECT_EQ(object.at("metadata").at("namespace"), "desk") << object;
}

}  // namespace
}  // namespace meshc::test
