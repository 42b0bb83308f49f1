// What the visits of a run were.
#include "mesh/program/traffic.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mesh::test {
namespace {

using Json = nlohmann::json;

Json Print(const program::Traffic& traffic) { return Json::parse(traffic.Print("m", "0123456789abcdef")); }

host::Hop HopTo(std::string_view actor, std::string_view from) {
  return {.envelope_id = "e",
          .root_id = "e",
          .actor = actor,
          .outcome = "returned",
          .point = "main/work",
          .from = from,
          .took_ns = 2'000'000};
}

TEST(Traffic, CountsVisitsErrorsAndRetriesByActorAndPoint) {
  program::Traffic traffic("main");
  host::Hop hop = HopTo("work", "");
  hop.outcome = "raised broken";
  traffic.Add(hop);
  hop.attempt = 2;
  hop.outcome = "returned";
  traffic.Add(hop);
  const Json counts = Print(traffic);
  const Json& work = counts["actors"]["work"];
  EXPECT_EQ(work["visits"], 2);
  EXPECT_EQ(work["retries"], 1);
  EXPECT_EQ(work["errors"], Json::parse(R"({"broken": 1})"));
  EXPECT_EQ(counts["points"]["main/work"], work);
}

TEST(Traffic, KnowsWhereAnEnvelopeCameFromButNotACopy) {
  program::Traffic traffic("main");
  traffic.Add(HopTo("first", ""));
  traffic.Add(HopTo("next", "first"));
  host::Hop copy = HopTo("aside", "");
  copy.envelope_id = "child";
  traffic.Add(copy);
  EXPECT_EQ(Print(traffic)["edges"], Json::parse(R"([{"from": null, "to": "aside", "count": 1},
      {"from": "first", "to": "next", "count": 1}, {"from": "main/start", "to": "first", "count": 1}])"));
}

TEST(Traffic, CountsNoWayTwiceForARetry) {
  program::Traffic traffic("main");
  traffic.Add(HopTo("work", ""));
  host::Hop again = HopTo("work", "");
  again.attempt = 2;
  traffic.Add(again);
  EXPECT_EQ(Print(traffic)["edges"][0]["count"], 1);
}

TEST(Traffic, HasNoTimeWhereNoHandlerWasCalled) {
  program::Traffic traffic("main");
  host::Hop hop = HopTo("work", "");
  hop.took_ns.reset();
  traffic.Add(hop);
  EXPECT_TRUE(Print(traffic)["actors"]["work"]["p99_ms"].is_null());
}

TEST(Traffic, CountsEndsByOutcome) {
  program::Traffic traffic("main");
  Envelope envelope;
  envelope.status.phase = Phase::kSucceeded;
  traffic.AddEnd(envelope);
  envelope.status.phase = Phase::kFailed;
  envelope.route.prev.push_back({"work", 1, {}});
  traffic.AddEnd(envelope);
  const Json counts = Print(traffic);
  EXPECT_EQ(counts["ends"], Json::parse(R"({"failed": 1, "succeeded": 1})"));
  EXPECT_EQ(counts["edges"], Json::parse(R"([{"from": "main/start", "to": "success", "count": 1}])"));
}

}  // namespace
}  // namespace mesh::test
