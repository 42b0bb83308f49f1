#include "mesh/host/json_lines.h"

#include <optional>
#include <sstream>

#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "mesh/host/simulated.h"
#include "mesh/host/stoppable_input.h"
#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

/// The cycle mesh with real handlers on the deterministic host.
class JsonLines : public testing::Test {
 protected:
  std::vector<nlohmann::json> Run(const std::string& input, bool whole_envelopes = false) {
    options_.flow = 0;
    options_.whole_envelopes = whole_envelopes;
    options_.next_id = host::CountedIds();
    std::istringstream in(input);
    std::ostringstream out;
    const auto runner = host::Simulated(router_, 0, host::HandlerResponder(router_, actors_, &log_), nullptr);
    tally_ = host::RunJsonLines(router_, options_, in, out, runner);
    return Parse(out.str());
  }

  static std::vector<nlohmann::json> Parse(const std::string& text) {
    std::istringstream lines(text);
    std::vector<nlohmann::json> parsed;
    for (std::string line; std::getline(lines, line);) parsed.push_back(nlohmann::json::parse(line));
    return parsed;
  }

  CycleMesh mesh_;
  route::Router router_{mesh_.table()};
  std::vector<actor::Entry> actors_ = {
      EntryOf(mesh_.table(), "left",
              [](std::span<const Value> arguments, auto&) {
                return actor::Results{{Value::Int(arguments[0].integer() + 1)}};
              }),
      EntryOf(mesh_.table(), "right",
              [](std::span<const Value> arguments, auto&) { return actor::Results{{arguments[0]}}; })};
  host::JsonLinesOptions options_;
  host::Tally tally_;
  std::ostringstream log_;
};

TEST_F(JsonLines, PrintsAResultPerInputInOrder) {
  const auto results = Run("{\"rounds\": 2, \"note\": \"a\"}\n\n{\"rounds\": 1, \"note\": \"b\"}");
  ASSERT_EQ(results.size(), 2U) << "blank lines are no input";
  EXPECT_EQ(results[0], nlohmann::json::parse(R"({"input": 1, "outcome": "succeeded", "error": null,
      "route": ["left", "right", "left", "right"], "payload": {"rounds": 2, "note": "a", "count": 2}})"));
  EXPECT_EQ(results[1]["input"], 2);
  EXPECT_EQ(results[1]["payload"]["count"], 1);
  EXPECT_EQ(tally_.succeeded, 2U);
  EXPECT_EQ(tally_.failed, 0U);
}

TEST_F(JsonLines, ALineThatDoesNotFitIsAFailedResultAndNoMore) {
  const auto results =
      Run("not json\n"
          "[1]\n"
          "{\"rounds\": \"two\", \"note\": \"a\"}\n"
          "{\"note\": \"a\"}\n"
          "{\"rounds\": 1, \"note\": \"a\", \"count\": 5}\n"
          "{\"rounds\": 1, \"note\": \"a\"}\n");
  ASSERT_EQ(results.size(), 6U);
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(results[static_cast<std::size_t>(i)]["outcome"], "failed")
        << results[static_cast<std::size_t>(i)];
    EXPECT_EQ(results[static_cast<std::size_t>(i)]["error"]["name"], "contract_violation");
    EXPECT_EQ(results[static_cast<std::size_t>(i)]["route"], nlohmann::json::array());
  }
  EXPECT_EQ(results[5]["outcome"], "succeeded");
  EXPECT_EQ(tally_.failed, 5U);
}

TEST_F(JsonLines, UnknownMembersArePassedOn) {
  const auto results = Run("{\"rounds\": 1, \"note\": \"a\", \"extra\": {\"b\": [1]}}");
  EXPECT_EQ(results.at(0)["payload"]["extra"], nlohmann::json::parse(R"({"b": [1]})"));
}

TEST_F(JsonLines, WhatIsNotUtf8BreaksNoResult) {
  actors_[0] = EntryOf(mesh_.table(), "left", [](auto, auto&) -> actor::Outcome {
    return Error{.name = "crash", .message = "\xFF", .actor = {}, .detail = {}};
  });
  const auto results = Run("{\"rounds\": 1, \"note\": \"a\"}\n{\"rounds\": 1, \"note\": \"\xFF\"}\n");
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0]["error"]["message"], "\uFFFD");
  EXPECT_EQ(results[1]["error"]["name"], "contract_violation");
}

TEST_F(JsonLines, HandlersLogAndSeeTheirDeadline) {
  constexpr std::int64_t kSecond = 1'000'000'000;
  const CallMesh mesh({.timeout_ns = 2 * kSecond, .sla_ns = 60 * kSecond});
  const route::Router router(mesh.table());
  std::optional<std::int64_t> deadline_ns;
  const actor::Entry actors[] = {EntryOf(mesh.table(), "work", [&](auto, actor::Context& context) {
    deadline_ns = context.deadline_ns();
    context.Log(actor::LogLevel::kWarning, "slow");
    return actor::Results{{Value::String("done")}};
  })};
  std::istringstream in("{\"text\": \"a\"}");
  std::ostringstream out;
  host::RunJsonLines(router, {.flow = 0, .next_id = [] { return "e1"; }}, in, out,
                     host::Simulated(router, 0, host::HandlerResponder(router, actors, &log_), nullptr));
  EXPECT_EQ(deadline_ns, 2 * kSecond) << "the timeout comes before the deadline of the envelope";
  EXPECT_EQ(log_.str(), "warning work e1: slow\n");
}

TEST_F(JsonLines, ATooLongLineIsRefusedAndTheNextOneRead) {
  options_.max_payload_bytes = 100;
  const auto results = Run("{\"rounds\": 1, \"note\": \"" + std::string(1000, 'x') +
                           "\"}\n{\"rounds\": 1, \"note\": \"b\"}\n");
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0]["error"]["name"], "contract_violation");
  EXPECT_EQ(results[1]["outcome"], "succeeded");
}

TEST_F(JsonLines, AStopLeavesLinesThatWereReadAhead) {
  int ends[2] = {-1, -1};
  ASSERT_EQ(pipe(ends), 0);
  std::string text;
  for (int i = 0; i < 100; ++i) text += "{\"rounds\": 1, \"note\": \"a\"}\n";
  ASSERT_EQ(write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
  host::StoppableInput buffer(ends[0]);
  std::istream input(&buffer);
  std::ostringstream out;
  options_.flow = 0;
  options_.next_id = host::CountedIds();
  options_.stopped = [&buffer] { return buffer.stopped(); };
  const host::Runner runner = [&buffer](std::uint64_t, Envelope envelope, const host::Ended& ended) {
    buffer.Stop();
    ended(std::move(envelope));
  };
  host::RunJsonLines(router_, options_, input, out, runner);
  EXPECT_EQ(Parse(out.str()).size(), 1U);
  close(ends[0]);
  close(ends[1]);
}

TEST_F(JsonLines, AStopDropsALineThatHasNoEndYet) {
  int asked = 0;
  // Not yet before the line, but when the input has ended within it.
  options_.stopped = [&asked] { return ++asked > 1; };
  EXPECT_TRUE(Run("{\"rounds\": 1, \"no").empty());
  options_.stopped = nullptr;
  EXPECT_EQ(Run("{\"rounds\": 1, \"note\": \"a\"}").size(), 1U);
}

TEST_F(JsonLines, WholeEnvelopesKeepTheirIdAndHeaders) {
  const auto results = Run(
      R"({"id": "my-id", "route": {"flow": "main"}, "headers": {"lane": "batch"}, "payload": {"rounds": 1, "note": "a"}})",
      /*whole_envelopes=*/true);
  ASSERT_EQ(results.size(), 1U);
  EXPECT_EQ(results[0]["id"], "my-id");
  EXPECT_EQ(results[0]["headers"]["lane"], "batch");
  EXPECT_EQ(results[0]["status"]["phase"], "succeeded");
  EXPECT_EQ(results[0]["payload"]["count"], 1);
}

TEST_F(JsonLines, AnEndedEnvelopeCanBeRunAgain) {
  const auto first =
      Run(R"({"id": "my-id", "route": {"flow": "main"}, "payload": {"rounds": 3, "note": "a"}})",
          /*whole_envelopes=*/true);
  const auto second = Run(first.at(0).dump(), /*whole_envelopes=*/true);
  EXPECT_EQ(second.at(0), first.at(0));
}

TEST_F(JsonLines, ResultsOfAThreadedHostComeInTheOrderOfTheInputs) {
  HostFixture fixture(mesh_.table(), actors_, {.threads = 4});
  std::ostringstream in;
  for (int i = 0; i < 300; ++i) in << "{\"rounds\": " << (300 - i) % 13 + 1 << ", \"note\": \"n\"}\n";
  std::istringstream input(in.str());
  std::ostringstream out;
  options_.flow = 0;
  options_.next_id = host::CountedIds();
  const host::Runner runner = [&fixture](std::uint64_t, Envelope envelope, const host::Ended& ended) {
    EXPECT_TRUE(fixture.host.Submit(0, std::move(envelope), ended));
  };
  const host::Tally tally = host::RunJsonLines(router_, options_, input, out, runner);
  EXPECT_EQ(tally.succeeded, 300U);
  const auto results = Parse(out.str());
  ASSERT_EQ(results.size(), 300U);
  for (int i = 0; i < 300; ++i) {
    const auto& result = results[static_cast<std::size_t>(i)];
    EXPECT_EQ(result["input"], i + 1);
    EXPECT_EQ(result["payload"]["count"], (300 - i) % 13 + 1);
  }
}

}  // namespace
}  // namespace mesh::test
