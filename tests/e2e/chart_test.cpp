// The chart of a compiled mesh, judged by helm and by the schemas of what it makes.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "chart_objects.h"
#include "helm_program.h"
#include "run_program.h"
#include "scratch.h"
#include "tests/support/places.h"
#include "tests/support/schema_violations.h"
#include "yaml_json.h"

namespace meshc::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

class Chart : public testing::Test {
 protected:
  void SetUp() override {
    std::string reason;
    const auto helm = FindHelm(reason);
    if (!helm) GTEST_SKIP() << reason;
    helm_ = *helm;
    const fs::path flow = Example("support") / "support.flow";
    const ProgramRun run = RunProgram({Meshc(), "compile", flow.string(), "-o", (scratch_ / "out")});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    chart_ = scratch_ / "out/deploy/helm/shop-support";
  }

  std::vector<Json> Template(const std::vector<std::string>& options = {}) const {
    std::vector<std::string> command = {helm_, "template", "release", chart_};
    command.insert(command.end(), options.begin(), options.end());
    const ProgramRun run = RunProgram(command);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return ParseYaml(run.out);
  }

  void ExpectRefused(std::span<const std::pair<const char*, const char*>> all,
                     const std::vector<std::string>& options) const {
    for (const auto& [wrong, sentence] : all) {
      std::vector<std::string> command = {helm_, "template", "release", chart_, "--set", wrong};
      command.insert(command.end(), options.begin(), options.end());
      const ProgramRun run = RunProgram(command);
      EXPECT_NE(run.exit_code, 0) << wrong;
      EXPECT_NE(run.err.find(sentence), std::string::npos) << wrong << ": " << run.err;
    }
  }

  /// The options of the mesh alone, and of each of its deploys.
  std::vector<std::vector<std::string>> Deploys() const {
    return {{}, {"-f", chart_ + "/values-on_nats.yaml"}, {"-f", chart_ + "/values-on_rabbitmq.yaml"}};
  }

  ScratchFolder scratch_{"chart"};
  std::string helm_;
  std::string chart_;
};

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

TEST_F(Chart, RefusesValuesOutsideItsSchema) {
  for (const char* wrong :
       {"defaults.scale.max=0",
        "transport.kind=carrier-pigeon",
        "colour=red",
        "image.repository=",
        "defaults.affinity.foo=1",
        "defaults.behavior.scaleDwn=1",
        "defaults.fallback.replicas=1",
        "defaults.triggers[0].type=cron",
        "defaults.tolerations[0].foo=1",
        "defaults.topologySpreadConstraints[0].maxSkew=1",
        "defaults.sidecars[0].image=x",
        "defaults.resources.requests.cpuu=1",
        "defaults.probes.startupProbe.foo=1",
        "podSecurityContext.foo=1",
        "securityContext.capabilities.dropp={ALL}",
        "podSecurityContext.seccompProfile.typ=x",
        "defaults.behavior.scaleDown.policy=1",
        "defaults.probes.startupProbe.httpGet.pat=x",
        "defaults.sidecars[0].name=a,defaults.sidecars[0].image=x,defaults.sidecars[0].comand={y}",
        "defaults.triggers[0].type=cron,defaults.triggers[0].metadata.a=b,"
        "defaults.triggers[0].authenticationRef.nam=x",
        "imagePullSecrets[0].nam=registry",
        "defaults.affinity.nodeAffinity.foo=1",
        "defaults.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution[0].foo=1",
        "defaults.topologySpreadConstraints[0].maxSkew=1,defaults.topologySpreadConstraints[0].topologyKey=a,"
        "defaults.topologySpreadConstraints[0].whenUnsatisfiable=Never",
        "defaults.probes.readinessProbe.httpGet.httpHeaders[0].name=a",
        "defaults.probes.readinessProbe.periodSeconds=soon",
        "podSecurityContext.sysctls[0].nam=a",
        "podSecurityContext.runAsUser=root",
        "defaults.sidecars[0].name=a,defaults.sidecars[0].image=x,defaults.sidecars[0].env[0].nam=y",
        "defaults.sidecars[0].name=a,defaults.sidecars[0].image=x,defaults.sidecars[0].ports[0]."
        "containerPort=http",
        "defaults.sidecars[0].name=a,defaults.sidecars[0].image=x,defaults.sidecars[0].volumeMounts[0].name="
        "y",
        "defaults.resources.limits.memory=8 GB",
        "network.egress[0].network=somewhere,network.egress[0].port=443",
        "defaults.volumes[0].name=mesh-tmp,defaults.volumes[0].claim=c,defaults.volumes[0].path=/a",
        "defaults.volumes[0].name=a,defaults.volumes[0].claim=c,defaults.volumes[0].path=/mesh"}) {
    const ProgramRun run = RunProgram({helm_, "template", "release", chart_, "--set", wrong});
    EXPECT_NE(run.exit_code, 0) << wrong;
    EXPECT_NE(run.err.find("values don't meet the specifications"), std::string::npos)
        << wrong << ": " << run.err;
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

TEST_F(Chart, EndsWithASentenceWhereValuesCannotWork) {
  const std::pair<const char*, const char*> kWrong[] = {
      {"defaults.scale.min=11", "scale.min is 11, above scale.max, which is 10"},
      {"transport.url=amqp://broker", "a NATS server has nats:// or tls://"},
      {"transport.url=nats://user:word@nats", "put that into a secret"},
      {"transport.url=nats://nats:99999", "nats:99999 is no server"},
      {"transport.url=nats://a\\,nats://b:port", "b:port is no server"},
      {"transport.url=nats://", "what stands behind :// is no server"},
      {"transport.monitoring=http://nats:8222", "NATS at a host and a port"},
      {"transport.monitoring=nats", "NATS at a host and a port"},
      {"defaults.probes.livenessProbe.tcpSocket.port=8080",
       "probes.livenessProbe asks in 2 ways (httpGet, tcpSocket)"},
      {"defaults.env.A.value=$(A)", "env.A names $(A), which names one itself"},
      {"defaults.env.A.value=$(B),defaults.env.B.value=$(C)", "does not come before it"},
      {"actors.response_generator.terminationGracePeriodSeconds=19", "a handler may take 5"},
      {"actors.response_generator.scale.cooldown=1", "scale.cooldown is 1, but a handler may take 5"},
      {"pools.crew.name=crew,pools.crew.actors={nobody}", "the pool crew holds the actor nobody"}};
  ExpectRefused(kWrong, {});
}

/// Kubernetes expands what stands before, and nothing else.
TEST_F(Chart, PutsVariablesThatNameOthersBehindThem) {
  const std::vector<Json> objects =
      Template({"--set", "defaults.env.A.value=see $(Z),defaults.env.B.value=$$(Z),defaults.env.Z.value=z"});
  for (const Json* deployment : OfKind(objects, "Deployment")) {
    const Json& host = deployment->at("spec").at("template").at("spec").at("containers").at(0);
    EXPECT_EQ(host.at("env"), Json::parse(R"([{"name": "B", "value": "$$(Z)"
  }, {"name": "Z", "value": "z"},
                                              {"name": "A", "value": "see $(Z)"}])"));
}
}

/// Of a URL and what stands beside it somebody may set one alone.
TEST_F(Chart, EndsWithASentenceWhereKedaWouldLookElsewhere) {
  const std::pair<const char*, const char*> kOnNats[] = {
      {"transport.url=nats://nats?prefix=staging",
       "transport.stream is shop-support, where KEDA looks, but "
       "hosts at nats://nats?prefix=staging have "
       "staging-shop-support"},
      {"transport.stream=staging-shop-support", "have shop-support"}};
  ExpectRefused(kOnNats, {"-f", chart_ + "/values-on_nats.yaml"});
  const std::pair<const char*, const char*> kOnRabbit[] = {
      {"transport.url=amqp://rabbit/other",
       "transport.vhost is support, where KEDA looks, but that of "
       "transport.url is other"},
      {"transport.url=amqp://rabbit", "that of transport.url is /"},
      {"transport.url=amqp://rabbit/support?prefix=staging", "begin with staging.shop-support."}};
  ExpectRefused(kOnRabbit, {"-f", chart_ + "/values-on_rabbitmq.yaml"});
  for (const char* fits :
       {"transport.url=amqp://rabbit/%2F,transport.vhost=/", "transport.url=amqps://a\\,b/support",
        "transport.url=amqp://rabbit/a%2Fb?redelivery=60,transport.vhost=a/b"})
    Template({"-f", chart_ + "/values-on_rabbitmq.yaml", "--set", fits});
  Template({"--set", "transport.url=nats://nats?redelivery=60&prefix=a,transport.stream=a-shop-support"});
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

TEST_F(Chart, EndsWithASentenceWhereABrokerOrItsStoreCannotWork) {
  const std::pair<const char*, const char*> kWrong[] = {
      {"transport.url=nats://broker", "a RabbitMQ server has amqp:// or amqps://"},
      {"transport.monitoring=", "KEDA asks at transport.monitoring"},
      {"leaving.gone.queue=gone,leaving.gone.kind=processor,former.image.tag=v1",
       "transport.queues has no queue of gone"},
      {"transport.url=amqp://rabbit:0/support", "rabbit:0 is no server"},
      {"transport.monitoring=nats://rabbit", "RabbitMQ at its management plugin"},
      {"state.url=nats://a:70000", "state.url is nats://a:70000, but a:70000 is no server"},
      {"state.url=", "a RabbitMQ broker keeps no state"},
      {"state.url=redis://a", "a NATS server has nats:// or tls://"},
      {"state.kind=redis", "a Redis server has redis://"},
      {"state.kind=redis,state.url=rediss://a", "hosts do not reach it by TLS"},
      {"state.kind=redis,state.url=amqp://a", "state.url is amqp://a, but a Redis server has redis://"},
      {"state.kind=redis,state.url=redis://user:word@a", "name it in state.secret"},
      {"state.kind=redis,state.url=", "a RabbitMQ broker keeps no state"},
      {"state.url=nats://user:word@nats", "name it in state.secret"}};
  ExpectRefused(kWrong, {"-f", chart_ + "/values-on_rabbitmq.yaml"});
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
