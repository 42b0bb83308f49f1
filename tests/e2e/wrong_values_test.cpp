// Values of users that a chart cannot be made of end with a sentence.
#include <gtest/gtest.h>

#include <span>
#include <utility>

#include "support_chart.h"

namespace meshc::test {
namespace {

class WrongValues : public SupportChart {
 protected:
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
};

TEST_F(WrongValues, AreRefusedOutsideTheSchema) {
  for (const char* wrong :
       {"defaults.scale.max=0",
        "transport.kind=carrier-pigeon",
        "colour=red",
        "image.repository=",
        "image.repository=registry.example/Desk",
        "image.repository=desk:1",
        "image.tag=a b",
        "namespace=A_B",
        "serviceAccount.name=A_B",
        "defaults.serviceAccountName=-a",
        "defaults.priorityClassName=High",
        "defaults.runtimeClassName=a..b",
        "podMonitor.enabled=maybe",
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

TEST_F(WrongValues, EndWithASentenceWhereTheyCannotWork) {
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

/// Of a URL and what stands beside it somebody may set one alone.
TEST_F(WrongValues, EndWithASentenceWhereKedaWouldLookElsewhere) {
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

TEST_F(WrongValues, EndWithASentenceWhereABrokerOrItsStoreCannotWork) {
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

}  // namespace
}  // namespace meshc::test
