// What a command line says of the transport, and of who serves what on it.
#include "mesh/program/open_transport.h"

#include <gtest/gtest.h>

#include "mesh/program/served_actors.h"

namespace mesh::test {
namespace {

std::string Obstacle(const std::string& transport, const program::CommandLine& others = {}) {
  program::CommandLine line = others;
  line.transport = transport;
  return program::FindTransportObstacle(line);
}

TEST(OpenTransport, KnowsItsSchemes) {
  EXPECT_EQ(Obstacle("inproc"), "");
  EXPECT_EQ(Obstacle("sqlite:mesh.db"), "");
  EXPECT_EQ(
      Obstacle("carrier:pigeon"),
      "no transport is called `carrier:pigeon`; there are inproc, sqlite:PATH, nats://HOST, tls://HOST, "
      "amqp://HOST and amqps://HOST");
  EXPECT_EQ(Obstacle("nats://127.0.0.1:4222"), "");
  EXPECT_EQ(Obstacle("tls://a:4222,b:4222?prefix=p&replicas=3&create=never"), "");
  EXPECT_EQ(Obstacle("amqps://a:5671,b/shop?prefix=p&create=never", {.state = "sqlite:mesh.db"}), "");
  EXPECT_NE(Obstacle("sqlite:"), "");
}

TEST(OpenTransport, RefusesSecretsInUrlsAndRepeatsNone) {
  for (const char* url : {"nats://me:s3cret@a:4222", "tls://s3cret@a", "amqp://me:s3cret@a"}) {
    EXPECT_NE(Obstacle(url), "") << url;
    EXPECT_EQ(Obstacle(url).find("s3cret"), std::string::npos) << url;
  }
  for (const char* url : {"nats://me:s3cret@a:4222", "redis://me:s3cret@a", "rediss://me:s3cret@a"}) {
    const std::string of_state = Obstacle("amqp://a", {.state = url});
    EXPECT_EQ(of_state.find("s3cret"), std::string::npos) << of_state;
    EXPECT_NE(of_state, "");
    const std::string beside_nats = Obstacle("nats://b", {.state = url});
    EXPECT_EQ(beside_nats.find("s3cret"), std::string::npos) << beside_nats;
    EXPECT_NE(beside_nats, "");
  }
}

TEST(OpenTransport, ServesOnlyWhatOthersCanReach) {
  EXPECT_NE(Obstacle("inproc", {.serve = true}), "");
  EXPECT_EQ(Obstacle("sqlite:mesh.db", {.serve = true}), "");
}

TEST(OpenTransport, KeepsTheStateInOnePlace) {
  EXPECT_NE(Obstacle("inproc", {.state = "sqlite:mesh.db"}), "");
  EXPECT_NE(Obstacle("sqlite:mesh.db", {.state = "sqlite:other.db"}), "");
  EXPECT_EQ(Obstacle("sqlite:mesh.db", {.state = "sqlite:mesh.db"}), "");
}

TEST(OpenTransport, KeepsTheStateBesideABrokerThatKeepsNone) {
  EXPECT_EQ(Obstacle("amqp://a"), "") << "a mesh may need none";
  EXPECT_EQ(Obstacle("amqp://a", {.state = "redis://a"}), "");
  EXPECT_EQ(Obstacle("amqp://a", {.state = "redis://[::1]:6380/2?prefix=p"}), "");
  for (const char* wrong :
       {"redis://", "redis://a:x", "redis://a,b", "redis://a/x", "redis://a?x=1", "etcd://a"})
    EXPECT_NE(Obstacle("amqp://a", {.state = wrong}), "") << wrong;
  EXPECT_NE(Obstacle("amqp://a", {.state = "rediss://a"}).find("TLS"), std::string::npos);
  EXPECT_NE(Obstacle("redis://a"), "") << "it carries no messages";
  EXPECT_NE(Obstacle("amqp://a", {.state = "nats://"}), "");
  EXPECT_EQ(Obstacle("amqp://a", {.state = "nats://a"}), "");
  EXPECT_EQ(Obstacle("amqp://a", {.state = "tls://a:4222,b?prefix=p&replicas=3"}), "");
  EXPECT_EQ(Obstacle("nats://a"), "") << "it keeps the state itself";
  EXPECT_EQ(Obstacle("nats://a", {.state = "nats://a"}), "");
  EXPECT_EQ(Obstacle("nats://a", {.state = "tls://b?prefix=p"}), "");
  EXPECT_EQ(Obstacle("nats://a", {.state = "redis://a"}), "");
  EXPECT_NE(Obstacle("nats://a", {.state = "nats://"}), "");
  EXPECT_NE(Obstacle("nats://a", {.state = "sqlite:mesh.db"}).find("nats://HOST or redis://HOST"),
            std::string::npos);
  EXPECT_NE(Obstacle("amqp://a", {.state = "sqlite:"}), "");
  EXPECT_EQ(Obstacle("amqp://a", {.state = "sqlite:mesh.db"}), "");
  EXPECT_EQ(Obstacle("amqp://a", {.provision = true}), "");
  program::CommandLine asks;
  asks.question.kind = program::Question::Kind::kQueues;
  EXPECT_EQ(Obstacle("amqp://a", asks), "") << "what waits is no state";
}

TEST(OpenTransport, LooksAtStateOnlyWhereSomeIsKept) {
  using Kind = program::Question::Kind;
  for (const Kind kind : {Kind::kInspect, Kind::kParked, Kind::kFailed}) {
    program::CommandLine asks;
    asks.question.kind = kind;
    EXPECT_NE(Obstacle("amqp://a", asks).find("--state redis://HOST"), std::string::npos);
    asks.state = "redis://a";
    EXPECT_EQ(Obstacle("amqp://a", asks), "");
  }
  EXPECT_NE(Obstacle("amqp://a", {.signal = {"id", "name", "1"}}), "");
  EXPECT_NE(Obstacle("amqp://a", {.cancel_id = "id"}), "");
  program::CommandLine replays;
  replays.question.kind = Kind::kReplay;
  replays.question.replays = {"ended.jsonl"};
  EXPECT_EQ(Obstacle("amqp://a", replays), "") << "a file has it all";
  replays.question.failed = true;
  EXPECT_NE(Obstacle("amqp://a", replays), "");
}

TEST(OpenTransport, KeepsResultsNoLongerThanTheServerOfTheStateDoes) {
  constexpr double kMonth = 30 * 24 * 3600.0;
  EXPECT_NE(Obstacle("nats://a", {.keep_seconds = kMonth}), "");
  EXPECT_NE(Obstacle("amqp://a", {.state = "nats://a", .keep_seconds = kMonth}), "");
  EXPECT_EQ(Obstacle("amqp://a", {.state = "sqlite:mesh.db", .keep_seconds = kMonth}), "");
  EXPECT_EQ(Obstacle("amqp://a", {.state = "redis://a", .keep_seconds = kMonth}), "");
}

TEST(OpenTransport, KeepsNothingOfADeterministicRun) {
  EXPECT_NE(Obstacle("sqlite:mesh.db", {.deterministic = true}), "");
  EXPECT_NE(Obstacle("sqlite:mesh.db", {.scenarios = "s.json"}), "");
}

class ServedActors : public testing::Test {
 protected:
  program::ServedActors Choose(const std::vector<std::string>& wanted) {
    const auto chosen = program::ChooseActors(known_, wanted);
    const auto* served = std::get_if<program::ServedActors>(&chosen);
    EXPECT_NE(served, nullptr);
    return served == nullptr ? program::ServedActors() : *served;
  }
  const std::vector<actor::Entry> known_ = {{.actor = "a", .contract = {}, .make = nullptr},
                                            {.actor = "b", .contract = {}, .make = nullptr}};
};

TEST_F(ServedActors, AreAllUnlessSomeAreNamed) {
  const program::ServedActors all = Choose({});
  EXPECT_EQ(all.actors.size(), 2U);
  EXPECT_TRUE(all.all && all.sink && all.control);
  const program::ServedActors one = Choose({"b"});
  ASSERT_EQ(one.actors.size(), 1U);
  EXPECT_EQ(one.actors.front().actor, "b");
  EXPECT_FALSE(one.all);
  EXPECT_TRUE(one.sink && one.control) << "what ends must end somewhere";
}

TEST_F(ServedActors, AreNoneWhereAProcessOnlySubmits) {
  const program::ServedActors none = Choose({"none"});
  EXPECT_TRUE(none.actors.empty());
  EXPECT_FALSE(none.sink || none.control);
}

TEST_F(ServedActors, NameTheMailboxesOfTheMeshAsWell) {
  const program::ServedActors some = Choose({"a", "@control"});
  EXPECT_TRUE(some.control);
  EXPECT_FALSE(some.sink);
}

TEST_F(ServedActors, AreKnown) {
  EXPECT_EQ(std::get<std::string>(program::ChooseActors(known_, {"c"})), "this host has no actor `c`");
}

}  // namespace
}  // namespace mesh::test
