// Which NATS servers may keep replicated state, and how their versions are learned.
#include "mesh/transport/nats/nats_version.h"

#include <string>

#include <gtest/gtest.h>

#include "mesh/transport/nats/nats_servers.h"

namespace mesh::transport {
namespace {

TEST(NatsVersion, IsReadWithItsPreviews) {
  const auto plain = ReadNatsVersion("2.10.27");
  ASSERT_TRUE(plain);
  EXPECT_EQ(plain->numbers, (std::array<int, 3>{2, 10, 27}));
  EXPECT_FALSE(plain->is_preview);
  EXPECT_TRUE(ReadNatsVersion("v2.11.0-preview.2")->is_preview);
  EXPECT_FALSE(ReadNatsVersion("2.10.20+deb13u1")->is_preview);
  for (const char* wrong :
       {"", "2", "2.10", "2.10.", "2.10.x", "2.-1.0", "2.10.20.1", "two", "2.10.99999999999"})
    EXPECT_FALSE(ReadNatsVersion(wrong)) << wrong;
}

TEST(NatsVersion, SerializesReplicatedWritesFromOneReleaseOn) {
  for (const char* newer :
       {"2.10.20", "2.10.27", "2.11.0", "2.11.0-preview.1", "3.0.0", "v2.10.20", "2.10.21-RC.1"})
    EXPECT_TRUE(SerializesReplicatedWrites(newer)) << newer;
  for (const char* older : {"2.9.10", "2.9.25", "2.10.19", "2.10.20-RC.1", "1.99.99", "", "unknown"})
    EXPECT_FALSE(SerializesReplicatedWrites(older)) << older;
}

TEST(NatsVersion, ThatIsTooOldIsNamedWithTheLossAndTheWaysOut) {
  EXPECT_EQ(FindVersionObstacle({{"a:1", "2.10.20"}, {"b:2", "2.11.4"}}, "?replicas=3"), "");
  const std::string why = FindVersionObstacle({{"a:1", "2.10.20"}, {"b:2", "2.9.10"}}, "?replicas=3");
  for (const char* part : {"(?replicas=3)", "`b:2` has version 2.9.10", "branches of forks", "would be lost",
                           "servers of 2.10.20 or newer", "?replicas=1", "--state redis://HOST"})
    EXPECT_NE(why.find(part), std::string::npos) << part << " in: " << why;
  EXPECT_NE(FindVersionObstacle({}, "?replicas=3").find("no NATS server tells its version"),
            std::string::npos);
}

TEST(NatsVersionsOfACluster, AreTheLastAnswers) {
  const auto show = [](const NatsVersions& versions) {
    std::string shown;
    for (const auto& [address, server] : versions) shown += address + "=" + server.version + " ";
    return shown;
  };
  const std::set<std::string> known = {"a:1", "b:1"};
  const NatsVersions first = LastAnswers({{"a:1", "2.9.10"}, {"b:1", "2.10.27"}}, {}, known);
  EXPECT_EQ(show(first), "a:1=2.9.10 b:1=2.10.27 ");
  EXPECT_EQ(show(LastAnswers({{"b:1", "2.10.27"}}, first, known)), "a:1=2.9.10 b:1=2.10.27 ") << "a hangs";
  EXPECT_EQ(show(LastAnswers({{"a:1", "2.10.27"}}, first, known)), "a:1=2.10.27 b:1=2.10.27 ");
  EXPECT_EQ(show(LastAnswers({}, first, {"b:1"})), "b:1=2.10.27 ") << "a has left";
}

TEST(NatsVersionsOfACluster, AreThoseOfTheOldestWhereAnAddressLeadsToSeveral) {
  for (const bool old_comes_first : {true, false}) {
    std::vector<NatsServerInfo> answers = {{"a:1", "2.9.10"}, {"a:1", "2.10.27"}};
    if (!old_comes_first) std::swap(answers[0], answers[1]);
    EXPECT_EQ(LastAnswers(answers, {}, {"a:1"}).at("a:1").version, "2.9.10") << old_comes_first;
  }
}

TEST(NatsServersInfo, HoldsTheVersion) {
  EXPECT_EQ(ReadInfoLine(R"(INFO {"server_id":"N","version":"2.9.10","proto":1} )"), "2.9.10");
  EXPECT_EQ(ReadInfoLine(R"(INFO {"server_id":"N"})"), "");
  for (const char* wrong : {"", "-ERR 'no'", "INFO ", "INFO 1", "HTTP/1.1 200 OK"})
    EXPECT_FALSE(ReadInfoLine(wrong)) << wrong;
}

TEST(NatsServersInfo, IsAskedForWhereTheUrlSays) {
  const auto read = [](const char* url) {
    const NatsAddress address = ReadNatsAddress(url);
    return address.host + "|" + address.port;
  };
  EXPECT_EQ(read("nats://a:1"), "a|1");
  EXPECT_EQ(read("tls://me:secret@b.c"), "b.c|4222");
  EXPECT_EQ(read("nats://[::1]:7/"), "::1|7");
  EXPECT_EQ(read("[fe80::1]"), "fe80::1|4222");
}

}  // namespace
}  // namespace mesh::transport
