// The chart of a compiled mesh, judged by helm and by the schemas of what it makes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include "chart_objects.h"
#include "support_chart.h"
#include "tests/support/schema_violations.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class Chart : public SupportChart {};

TEST_F(Chart, PassesTheStrictLint) {
  for (const auto& options : Deploys()) {
    std::vector<std::string> command = {helm_, "lint", "--strict", chart_};
    command.insert(command.end(), options.begin(), options.end());
    const ProgramRun run = RunProgram(command);
    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  }
}

/// The mailboxes of the mesh are served by one pod that always runs.
constexpr const char* kMailboxes = "mesh-shop-support";

TEST_F(Chart, MakesOneDeploymentAndOneScaledObjectForEachActor) {
  const std::vector<Json> objects = Template();
  const auto deployments = OfKind(objects, "Deployment");
  const auto scaled = OfKind(objects, "ScaledObject");
  EXPECT_EQ(deployments.size(), 12U);
  std::set<std::string> names;
  for (const Json* deployment : deployments) {
    const std::string name = deployment->at("metadata").at("name");
    if (name == kMailboxes) {
      EXPECT_EQ(deployment->at("spec").at("replicas"), 1);
      continue;
    }
    EXPECT_LE(name.size(), 54U);
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_FALSE(deployment->at("spec").contains("replicas")) << "the ScaledObject owns the number";
    EXPECT_EQ(deployment->at("spec").at("selector").at("matchLabels").size(), 3U);
  }
  for (const Json* object : scaled) {
    EXPECT_EQ(names.erase(object->at("spec").at("scaleTargetRef").at("name")), 1U);
  }
  EXPECT_TRUE(names.empty()) << *names.begin() << " is not scaled";
}

TEST_F(Chart, NamesEveryObjectOnceAndSelectsPodsByTheirLabels) {
  std::set<std::string> seen;
  for (const Json& object : Template()) {
    const std::string name =
        object.at("kind").get<std::string>() + "/" + object.at("metadata").at("name").get<std::string>();
    EXPECT_TRUE(seen.insert(name).second) << name;
    if (object.at("kind") != "Deployment") continue;
    const Json& labels = object.at("spec").at("template").at("metadata").at("labels");
    for (const auto& [key, value] : object.at("spec").at("selector").at("matchLabels").items()) {
      EXPECT_EQ(labels.at(key), value) << name;
    }
  }
}

TEST_F(Chart, GivesPodsTimeToFinishAndNoRightsBeyondTheirWork) {
  const std::vector<Json> objects = Template();
  for (const Json* deployment : OfKind(objects, "Deployment")) {
    const Json& pod = deployment->at("spec").at("template").at("spec");
    const Json& container = pod.at("containers").at(0);
    EXPECT_GE(pod.at("terminationGracePeriodSeconds").get<int>(), 30);
    EXPECT_EQ(pod.at("automountServiceAccountToken"), false);
    EXPECT_EQ(pod.at("securityContext").at("runAsNonRoot"), true);
    EXPECT_EQ(container.at("securityContext").at("allowPrivilegeEscalation"), false);
    EXPECT_EQ(container.at("securityContext").at("readOnlyRootFilesystem"), true);
    EXPECT_EQ(container.at("securityContext").at("capabilities").at("drop"), Json::array({"ALL"}));
    EXPECT_TRUE(container.at("resources").at("requests").contains("memory"));
    EXPECT_TRUE(container.contains("livenessProbe"));
    EXPECT_EQ(std::string(container.at("image")).find("latest"), std::string::npos);
  }
}

TEST_F(Chart, ScalesAsKedaUnderstandsIt) {
  const fs::path definition =
      test::SourceFolder().parent_path() / "shared/data/keda/keda.sh_scaledobjects.yaml";
  if (!fs::exists(definition)) GTEST_SKIP() << "the schema of KEDA is not here";
  const Json schema = ParseYaml(ReadFile(definition))
                          .at(0)
                          .at("spec")
                          .at("versions")
                          .at(0)
                          .at("schema")
                          .at("openAPIV3Schema");
  for (const auto& options : Deploys()) {
    const std::vector<Json> objects = Template(options);
    ASSERT_FALSE(OfKind(objects, "ScaledObject").empty());
    for (const Json* object : OfKind(objects, "ScaledObject"))
      EXPECT_EQ(SchemaViolations(schema, *object), "") << *object;
  }
}

/// What the trigger of that type must and may have, by KEDA's own list.
TEST_F(Chart, GivesTriggersTheirMetadata) {
  const fs::path list = test::SourceFolder().parent_path() / "shared/data/keda/scalers-schema.json";
  if (!fs::exists(list)) GTEST_SKIP() << "the list of scalers is not here";
  std::map<std::string, std::set<std::string>> known;
  const Json scalers = Json::parse(ReadFile(list));
  for (const Json& scaler : scalers.at("scalers")) {
    for (const Json& parameter : scaler.at("parameters")) {
      const std::string name = parameter.at("name");
      known[scaler.at("type")].insert(name);
      if (parameter.value("envVariableReadable", false)) known[scaler.at("type")].insert(name + "FromEnv");
    }
  }
  for (const auto& options : Deploys()) {
    const std::vector<Json> objects = Template(options);
    for (const Json* object : OfKind(objects, "ScaledObject")) {
      const Json& trigger = object->at("spec").at("triggers").at(0);
      ASSERT_TRUE(known.contains(trigger.at("type"))) << trigger;
      for (const auto& [key, value] : trigger.at("metadata").items()) {
        EXPECT_TRUE(known[trigger.at("type")].contains(key)) << key;
        EXPECT_TRUE(value.is_string()) << key;
      }
    }
  }
}

/// They run no handler, but where handlers do.
TEST_F(Chart, PlacesTheJobAndTheMailboxesWithoutDevicesAndClaims) {
  const std::vector<Json> objects = Template(
      {"--set",
       "defaults.resources.limits.nvidia\\.com/gpu=1,defaults.nodeSelector.disk=ssd,"
       "defaults.tolerations[0].key=gpu,defaults.tolerations[0].operator=Exists,defaults.priorityClassName="
       "hi,"
       "defaults.serviceAccountName=own,defaults.volumes[0].name=models,defaults.volumes[0].claim=models,"
       "defaults.volumes[0].path=/models"});
  const auto pods = [&](const char* kind, const std::string& name) {
    for (const Json* object : OfKind(objects, kind)) {
      const std::string called = object->at("metadata").at("name");
      if (called.ends_with(name)) return object->at("spec").at("template").at("spec");
    }
    ADD_FAILURE() << "no " << kind << " " << name;
    return Json();
  };
  for (const Json& pod : {pods("Job", "-provision"), pods("Deployment", "mesh-shop-support")}) {
    EXPECT_EQ(pod.at("nodeSelector"), Json({{"disk", "ssd"}}));
    EXPECT_EQ(pod.at("tolerations"), Json::parse(R"([{"key": "gpu", "operator": "Exists"}])"));
    EXPECT_EQ(pod.at("priorityClassName"), "hi");
    EXPECT_EQ(pod.at("serviceAccountName"), "own");
    EXPECT_FALSE(pod.at("containers").at(0).at("resources").at("limits").contains("nvidia.com/gpu")) << pod;
    EXPECT_EQ(pod.dump().find("persistentVolumeClaim"), std::string::npos) << pod;
  }
  const Json actor = pods("Deployment", "-response-generator");
  EXPECT_EQ(actor.at("containers").at(0).at("resources").at("limits").at("nvidia.com/gpu"), 1);
  EXPECT_NE(actor.dump().find("persistentVolumeClaim"), std::string::npos);
}

TEST_F(Chart, LetsTheSettingsOfAnActorWin) {
  const std::vector<Json> objects =
      Template({"--set", "defaults.scale.max=3,actors.response_generator.scale.max=7"});
  std::map<std::string, int> most;
  for (const Json* object : OfKind(objects, "ScaledObject")) {
    most[object->at("metadata").at("name")] = object->at("spec").at("maxReplicaCount");
  }
  EXPECT_EQ(most.at("shop-support-response-generator"), 7);
  EXPECT_EQ(most.at("shop-support-human-handoff"), 3);
}

/// Kubernetes expands what stands before, and nothing else.
TEST_F(Chart, PutsVariablesThatNameOthersBehindThem) {
  const std::vector<Json> objects =
      Template({"--set", "defaults.env.A.value=see $(Z),defaults.env.B.value=$$(Z),defaults.env.Z.value=z"});
  for (const Json* deployment : OfKind(objects, "Deployment")) {
    const Json& host = deployment->at("spec").at("template").at("spec").at("containers").at(0);
    const std::vector<std::pair<std::string, std::string>> expected = {
        {"B", "$$(Z)"}, {"Z", "z"}, {"A", "see $(Z)"}};
    std::vector<std::pair<std::string, std::string>> all;
    for (const Json& variable : host.at("env")) all.emplace_back(variable.at("name"), variable.at("value"));
    EXPECT_EQ(all, expected);
  }
}

/// Without `tls` it would heed neither the CA nor the certificate.
TEST_F(Chart, TellsKedaByWhatItKnowsAManagementEndpointWithTls) {
  const std::vector<Json> objects =
      Template({"-f", chart_ + "/values-on_rabbitmq.yaml", "--set",
                "transport.monitoring=https://rabbit:15671,transport.secret=rabbit"});
  const auto all = OfKind(objects, "TriggerAuthentication");
  ASSERT_EQ(all.size(), 1U);
  const Json& spec = all.front()->at("spec");
  std::map<std::string, std::string> keys;
  for (const Json& target : spec.at("secretTargetRef")) keys[target.at("parameter")] = target.at("key");
  EXPECT_EQ(keys, (std::map<std::string, std::string>{{"username", "user"},
                                                      {"password", "password"},
                                                      {"ca", "ca"},
                                                      {"cert", "certificate"},
                                                      {"key", "key"}}));
  const Json& tls = spec.at("configMapTargetRef").at(0);
  EXPECT_EQ(tls.at("parameter"), "tls");
  for (const Json* map : OfKind(objects, "ConfigMap")) {
    if (map->at("metadata").at("name") != tls.at("name")) continue;
    EXPECT_EQ(map->at("data").at(tls.at("key").get<std::string>()), "enable");
    return;
  }
  ADD_FAILURE() << "no ConfigMap is called " << tls.at("name");
}

TEST_F(Chart, HasPlainReplicasWithoutKeda) {
  const std::vector<Json> objects = Template({"--set", "keda.enabled=false,defaults.scale.min=2"});
  EXPECT_TRUE(OfKind(objects, "ScaledObject").empty());
  for (const Json* deployment : OfKind(objects, "Deployment")) {
    const bool mailboxes = deployment->at("metadata").at("name") == kMailboxes;
    EXPECT_EQ(deployment->at("spec").at("replicas"), mailboxes ? 1 : 2);
  }
}

TEST_F(Chart, GivesPoolsTheTimeAndTheThreadsOfTheirActors) {
  const std::vector<Json> objects =
      Template({"--set", "pools.crew.name=crew,pools.crew.actors={response_generator,human_handoff}", "--set",
                "actors.response_generator.pool=crew,actors.human_handoff.pool=crew", "--set",
                "actors.response_generator.handlerSeconds=1200,"
                "actors.response_generator.terminationGracePeriodSeconds=1215"});
  const auto deployments = OfKind(objects, "Deployment");
  const auto crew = std::find_if(deployments.begin(), deployments.end(),
                                 [](const Json* each) { return each->at("metadata").at("name") == "crew"; });
  ASSERT_NE(crew, deployments.end());
  const Json& pod = (*crew)->at("spec").at("template").at("spec");
  EXPECT_EQ(pod.at("terminationGracePeriodSeconds"), 1215);
  const Json& arguments = pod.at("containers").at(0).at("args");
  EXPECT_NE(std::find(arguments.begin(), arguments.end(), "--threads=4"), arguments.end()) << arguments;
}

TEST_F(Chart, RunsTheTagOfAnActorWhereAllOthersHaveADigest) {
  const std::string digest = "sha256:" + std::string(64, 'a');
  const std::vector<Json> objects =
      Template({"--set", "image.digest=" + digest + ",actors.response_generator.image.tag=v9"});
  for (const Json* deployment : OfKind(objects, "Deployment")) {
    const std::string name = deployment->at("metadata").at("name");
    const Json& pod = deployment->at("spec").at("template").at("spec");
    const std::string image = pod.at("containers").at(0).at("image");
    EXPECT_TRUE(image.ends_with(name == "shop-support-response-generator" ? ":v9" : "@" + digest)) << image;
  }
}

TEST_F(Chart, HasOneAccountForAllWhereItIsNamed) {
  const std::vector<Json> objects = Template({"--set", "serviceAccount.name=mine"});
  const auto accounts = OfKind(objects, "ServiceAccount");
  ASSERT_EQ(accounts.size(), 1U);
  EXPECT_EQ(accounts.at(0)->at("metadata").at("name"), "mine");
  for (const Json* deployment : OfKind(objects, "Deployment"))
    EXPECT_EQ(deployment->at("spec").at("template").at("spec").at("serviceAccountName"), "mine");
}

/// Without it nobody could take the object.
TEST_F(Chart, HasAPodMonitorWhereTheClusterKnowsTheKind) {
  const std::vector<std::string> known = {"--api-versions", "monitoring.coreos.com/v1"};
  EXPECT_EQ(OfKind(Template(known), "PodMonitor").size(), 1U);
  EXPECT_TRUE(OfKind(Template(), "PodMonitor").empty());
  EXPECT_TRUE(
      OfKind(Template({known[0], known[1], "--set", "podMonitor.enabled=false"}), "PodMonitor").empty());
}

TEST_F(Chart, LetsAPodMonitorInWhereOneIsAskedFor) {
  EXPECT_TRUE(OfKind(Template(), "PodMonitor").empty());
  const std::vector<Json> objects = Template({"--set", "podMonitor.enabled=true"});
  ASSERT_EQ(OfKind(objects, "PodMonitor").size(), 1U);
  for (const Json* policy : OfKind(objects, "NetworkPolicy")) {
    const Json& ingress = policy->at("spec").at("ingress");
    if (policy->at("metadata").at("name").get<std::string>().ends_with("-provision"))
      EXPECT_TRUE(ingress.empty()) << "a job has nothing to tell";
    else
      EXPECT_EQ(ingress.at(0).at("ports").at(0).at("port"), 8080);
  }
}

TEST_F(Chart, FencesEveryWorkload) {
  const std::vector<Json> objects = Template();
  ASSERT_EQ(OfKind(objects, "NetworkPolicy").size(),
            OfKind(objects, "Deployment").size() + OfKind(objects, "Job").size());
  for (const Json* policy : OfKind(objects, "NetworkPolicy")) {
    const Json& spec = policy->at("spec");
    EXPECT_EQ(spec.at("policyTypes"), Json({"Ingress", "Egress"}));
    EXPECT_EQ(spec.at("egress").at(1).at("ports").at(0).at("port"), 4222);
  }
  EXPECT_TRUE(OfKind(Template({"--set", "network.enabled=false"}), "NetworkPolicy").empty());
}

/// Values may name other servers than the deploy does.
TEST_F(Chart, OpensTheFenceWhereTheServersAre) {
  const auto ports = [&](const std::string& deploy, const std::string& set) {
    const std::vector<Json> objects = Template({"-f", chart_ + "/values-" + deploy + ".yaml", "--set", set});
    const auto policies = OfKind(objects, "NetworkPolicy");
    std::vector<int> found;
    for (const Json& port : policies.at(0)->at("spec").at("egress").at(1).at("ports"))
      found.push_back(port.at("port"));
    return found;
  };
  using Ports = std::vector<int>;
  EXPECT_EQ(ports("on_nats", "transport.url=nats://a:4333\\,nats://b\\,nats://c:4333/"), (Ports{4333, 4222}));
  EXPECT_EQ(ports("on_nats", "transport.url=tls://[fd00::1]?redelivery=60"), Ports{4222});
  EXPECT_EQ(ports("on_nats", "transport.url=nats://a:4333,transport.ports={14222}"), Ports{14222});
  EXPECT_EQ(ports("on_rabbitmq", "transport.url=amqps://a\\,b:5673/support"), (Ports{5671, 5673, 4222}));
  EXPECT_EQ(ports("on_rabbitmq", "state.kind=redis,state.url=redis://a/3?prefix=b"), (Ports{5672, 6379}));
  EXPECT_EQ(ports("on_rabbitmq", "state.kind=redis,state.url=redis://a:7000,state.ports={7001,7002}"),
            (Ports{5672, 7001, 7002}));
}

TEST_F(Chart, EachWorkloadIsReachedByItsName) {
  const std::vector<Json> objects = Template({});
  const auto services = OfKind(objects, "Service");
  const auto deployments = OfKind(objects, "Deployment");
  ASSERT_EQ(services.size(), deployments.size());
  for (std::size_t i = 0; i < services.size(); ++i) {
    EXPECT_EQ(services[i]->at("metadata").at("name"), deployments[i]->at("metadata").at("name"));
    EXPECT_EQ(services[i]->at("spec").at("selector"),
              deployments[i]->at("spec").at("selector").at("matchLabels"));
    const Json& pod = deployments[i]->at("spec").at("template").at("spec").at("containers").at(0);
    EXPECT_EQ(services[i]->at("spec").at("ports").at(0).at("targetPort"), pod.at("ports").at(0).at("name"));
  }
}

TEST_F(Chart, FitsNewerClusters) {
  const std::vector<Json> objects = Template({"--kube-version", "1.29.0"});
  for (const Json* budget : OfKind(objects, "PodDisruptionBudget")) {
    EXPECT_EQ(budget->at("spec").at("unhealthyPodEvictionPolicy"), "AlwaysAllow");
  }
}

}  // namespace
}  // namespace meshc::test
