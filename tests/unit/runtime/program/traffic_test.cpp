// What the visits of a run were.
#include "mesh/program/traffic.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mesh::test {
namespace {

using Json = nlohmann::json;

Json Print(const program::Traffic& traffic) { return Json::parse(traffic.Print("m", "0123456789abcdef")); }

/// Tells of visits to actors of a table with one point.
class TrafficTest : public testing::Test {
 protected:
  TrafficTest() {
    table_.points = {&point_, 1};
    envelope_.id = "e";
    envelope_.route.at = 0;
  }

  void Comes(std::string_view from) { envelope_.route.prev = {{std::string(from), 1, {}}}; }
  void Handle(std::string_view actor, const actor::Outcome& outcome = actor::Results{},
              std::optional<std::int64_t> took_ns = 2'000'000) {
    using observation::Handled;
    traffic_.Observe({0, Handled{VisitAt(actor), outcome, Handled::How::kAnswered, took_ns}});
  }
  observation::Visit VisitAt(std::string_view actor) const { return {envelope_, table_, {actor, 0}}; }

  Envelope envelope_;
  program::Traffic traffic_{"main", program::Refusals::kAreVisits};

 private:
  const contract::Point point_{.name = "main/work"};
  contract::RouteTable table_;
};

TEST_F(TrafficTest, CountsVisitsErrorsAndRetriesByActorAndPoint) {
  Handle("work", Error{.name = "broken"});
  envelope_.status.attempt = 2;
  Handle("work");
  const Json counts = Print(traffic_);
  const Json& work = counts["actors"]["work"];
  EXPECT_EQ(work["visits"], 2);
  EXPECT_EQ(work["retries"], 1);
  EXPECT_EQ(work["errors"], Json::parse(R"({"broken": 1})"));
  EXPECT_EQ(counts["points"]["main/work"], work);
}

TEST_F(TrafficTest, KnowsWhereAnEnvelopeCameFromButNotACopy) {
  Handle("first");
  Comes("first");
  Handle("next");
  envelope_.route.prev.clear();
  envelope_.id = "child";
  envelope_.root_id = "e";
  Handle("aside");
  EXPECT_EQ(Print(traffic_)["edges"], Json::parse(R"([{"from": null, "to": "aside", "count": 1},
      {"from": "first", "to": "next", "count": 1}, {"from": "main/start", "to": "first", "count": 1}])"));
}

TEST_F(TrafficTest, CountsNoWayTwiceForARetry) {
  Handle("work");
  envelope_.status.attempt = 2;
  Handle("work");
  EXPECT_EQ(Print(traffic_)["edges"][0]["count"], 1);
}

TEST_F(TrafficTest, HasNoTimeWhereNoHandlerWasCalled) {
  const Error late{.name = "deadline_exceeded"};
  traffic_.Observe({0, observation::Refused{VisitAt("work"), late}});
  const Json counts = Print(traffic_);
  EXPECT_TRUE(counts["actors"]["work"]["p99_ms"].is_null());
  EXPECT_EQ(counts["actors"]["work"]["errors"], Json::parse(R"({"deadline_exceeded": 1})"));
}

TEST_F(TrafficTest, CountsNoRefusalWhereTracesShowNone) {
  program::Traffic simulated("main", program::Refusals::kAreNone);
  const Error late{.name = "deadline_exceeded"};
  simulated.Observe({0, observation::Refused{VisitAt("work"), late}});
  EXPECT_EQ(Print(simulated)["actors"], Json::object());
}

TEST(Traffic, CountsEndsByOutcome) {
  program::Traffic traffic("main", program::Refusals::kAreVisits);
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
