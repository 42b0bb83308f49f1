// What probes and scrapers read of a host.
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "mesh/monitoring/counts_json.h"
#include "mesh/monitoring/metrics_text.h"
#include "mesh/monitoring/readiness.h"
#include "tests/support/times.h"

namespace mesh::test {
namespace {

monitoring::Reading SomeReading() {
  monitoring::Distribution handler;
  for (const std::int64_t ns : std::vector<std::int64_t>{2'000'000, 20'000'000, 400 * kSecondNs})
    handler.Add(ns);
  return {.mesh = "shop.support",
          .table = "3f2a9c41d0be77aa",
          .now_ns = 10 * kSecondNs,
          .actors = {{.name = "judge",
                      .deliveries = 5,
                      .handled = 3,
                      .retried = 1,
                      .in_flight = 2,
                      .handler = handler.Read()},
                     {.name = "writer", .deliveries = 7, .suspects = 1}},
          .failed = {{"rate_limited", 2}},
          .dropped_copies = 4,
          .open_joins = 6,
          .mailboxes = {{"judge", {.waiting = 3, .lent = 1, .delayed = 0, .oldest_ns = 8 * kSecondNs}},
                        {"writer", {.waiting = 9}}}};
}

TEST(Counts, AreSumsAndThenWhatTheyAreSumsOf) {
  const auto counts = nlohmann::json::parse(monitoring::WriteCounts(SomeReading()));
  EXPECT_EQ(counts["deliveries"], 12);
  EXPECT_EQ(counts["suspects"], 1);
  EXPECT_EQ(counts["failed"]["rate_limited"], 2);
  EXPECT_EQ(counts["dropped_copies"], 4);
  EXPECT_EQ(counts["open_joins"], 6);
  EXPECT_EQ(counts["actors"]["judge"]["deliveries"], 5);
  EXPECT_EQ(counts["mailboxes"]["judge"],
            (nlohmann::json{{"waiting", 3}, {"lent", 1}, {"delayed", 0}, {"oldest_seconds", 2.0}}));
  EXPECT_TRUE(counts["mailboxes"]["writer"]["lent"].is_null()) << "nobody can tell";
  EXPECT_TRUE(counts["open_parks"].is_null()) << "nor here: the state's server is away";
}

TEST(Metrics, AreWhatPrometheusReads) {
  const std::string text = monitoring::WriteMetrics(SomeReading());
  for (const char* line : {"# TYPE mesh_deliveries_total counter",
                           R"(mesh_deliveries_total{mesh="shop.support",actor="judge"} 5)",
                           R"(mesh_failed_total{mesh="shop.support",error="rate_limited"} 2)",
                           "# TYPE mesh_handler_seconds histogram",
                           R"(mesh_handler_seconds_bucket{mesh="shop.support",actor="judge",le="0.0025"} 1)",
                           R"(mesh_handler_seconds_bucket{mesh="shop.support",actor="judge",le="0.025"} 2)",
                           R"(mesh_handler_seconds_bucket{mesh="shop.support",actor="judge",le="+Inf"} 3)",
                           R"(mesh_handler_seconds_count{mesh="shop.support",actor="judge"} 3)",
                           R"(mesh_in_flight{mesh="shop.support",actor="judge"} 2)",
                           R"(mesh_mailbox_depth{mesh="shop.support",mailbox="writer"} 9)",
                           R"(mesh_mailbox_oldest_seconds{mesh="shop.support",mailbox="judge"} 2)",
                           R"(mesh_joins_open{mesh="shop.support"} 6)"})
    EXPECT_NE(text.find(std::string(line) + "\n"), std::string::npos) << line << "\n" << text;
  EXPECT_EQ(text.find(R"(mesh_mailbox_lent{mesh="shop.support",mailbox="writer"})"), std::string::npos)
      << "what nobody can tell is left out";
  EXPECT_EQ(text.find("mesh_parks_open{"), std::string::npos);
}

TEST(Readiness, NamesWhatIsNotReady) {
  EXPECT_TRUE(monitoring::IsReady({{"transport", ""}, {"drain", ""}}));
  const std::vector<monitoring::Check> checks = {{"transport", "disk full"}, {"drain", ""}};
  EXPECT_FALSE(monitoring::IsReady(checks));
  EXPECT_EQ(nlohmann::json::parse(monitoring::WriteReadiness(checks)),
            nlohmann::json::parse(R"({"ready": false, "not_ready": ["transport"], "checks":
              {"transport": {"ready": false, "problem": "disk full"}, "drain": {"ready": true}}})"));
}

}  // namespace
}  // namespace mesh::test
