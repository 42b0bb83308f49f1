#include "mesh/lines/json_lines.h"

#include <atomic>
#include <cerrno>
#include <optional>
#include <sstream>
#include <system_error>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "mesh/lines/simulated.h"
#include "mesh/lines/stream_output.h"
#include "mesh/program/stoppable_input.h"
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
    options_.next_id = lines::CountedIds();
    const auto log = [this](const Envelope& envelope, std::string_view actor, actor::LogLevel,
                            std::string_view message) {
      log_ += fmt::format("{} {}: {}\n", envelope.id, actor, message);
    };
    return RunBy(lines::Simulated(router_, 0, lines::HandlerResponder(router_, actors_, log), nullptr),
                 input);
  }

  std::vector<nlohmann::json> RunBy(const lines::Runner& runner, const std::string& input) {
    std::istringstream in(input);
    std::ostringstream out;
    lines::StreamOutput output(out);
    lines::JsonLines lines(router_, options_, output);
    problem_ = lines.Read(in, runner);
    lines.Finish();
    tally_ = lines.tally();
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
  lines::JsonLinesOptions options_;
  lines::Tally tally_;
  std::string problem_;
  std::string log_;
};

TEST_F(JsonLines, PrintsAResultPerInputInOrder) {
  const auto results = Run("{\"rounds\": 2, \"note\": \"a\"}\n\n{\"rounds\": 1, \"note\": \"b\"}");
  ASSERT_EQ(results.size(), 2U) << "blank lines are no input";
  EXPECT_EQ(results[0],
            nlohmann::json::parse(R"({"input": 1, "line": 1, "outcome": "succeeded", "error": null,
      "route": ["left", "right", "left", "right"], "payload": {"rounds": 2, "note": "a", "count": 2}})"));
  EXPECT_EQ(results[1]["input"], 2);
  EXPECT_EQ(results[1]["line"], 3) << "as it stands in the file";
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
  lines::StreamOutput output(out);
  const lines::JsonLinesOptions options{.flow = 0, .next_id = [] { return "e1"; }};
  std::string log;
  const auto keep = [&log](const Envelope& envelope, std::string_view actor, actor::LogLevel,
                           std::string_view message) {
    log = fmt::format("{} {}: {}", envelope.id, actor, message);
  };
  lines::JsonLines(router, options, output)
      .Read(in, lines::Simulated(router, 0, lines::HandlerResponder(router, actors, keep), nullptr));
  EXPECT_EQ(deadline_ns, 2 * kSecond) << "the timeout comes before the deadline of the envelope";
  EXPECT_EQ(log, "e1 work: slow");
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
  program::StoppableInput buffer(ends[0]);
  std::istream input(&buffer);
  options_.flow = 0;
  options_.next_id = lines::CountedIds();
  options_.stopped = [&buffer] { return buffer.stopped(); };
  const lines::Runner runner = [&buffer](lines::InputPlace, Envelope envelope,
                                         const lines::Ended& ended) -> std::optional<lines::Obstacle> {
    buffer.Stop();
    ended(std::move(envelope));
    return std::nullopt;
  };
  std::ostringstream out;
  lines::StreamOutput output(out);
  lines::JsonLines lines(router_, options_, output);
  EXPECT_EQ(lines.Read(input, runner), "");
  EXPECT_EQ(Parse(out.str()).size(), 1U);
  EXPECT_EQ(lines.tally().last.line, 1U) << "the last line that was taken";
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
  options_.flow = 0;
  options_.next_id = lines::CountedIds();
  std::istringstream input(in.str());
  std::ostringstream out;
  lines::StreamOutput output(out);
  lines::JsonLines lines(router_, options_, output);
  std::atomic<std::uint64_t> ended_count = 0;
  const lines::Runner runner = [&](lines::InputPlace, Envelope envelope,
                                   const lines::Ended& ended) -> std::optional<lines::Obstacle> {
    const auto counted = [&ended_count, ended](Envelope done) {
      ended(std::move(done));
      ++ended_count;
    };
    EXPECT_TRUE(fixture.host.Submit(0, std::move(envelope), counted));
    return std::nullopt;
  };
  lines.Read(input, runner);
  ASSERT_TRUE(Eventually([&] { return ended_count == 300; }));
  EXPECT_EQ(lines.tally().succeeded, 300U);
  const auto results = Parse(out.str());
  ASSERT_EQ(results.size(), 300U);
  for (int i = 0; i < 300; ++i) {
    const auto& result = results[static_cast<std::size_t>(i)];
    EXPECT_EQ(result["input"], i + 1);
    EXPECT_EQ(result["payload"]["count"], (300 - i) % 13 + 1);
  }
}

TEST_F(JsonLines, APlaceIsAPointerIntoTheDocument) {
  const auto results = Run("{\"rounds\": \"two\", \"note\": \"a\"}\n{\"note\": \"a\"}\n");
  EXPECT_EQ(results[0]["error"]["message"], "/rounds: an int is expected, this is string");
  EXPECT_EQ(results[1]["error"]["message"], "/rounds: an int is missing");
}

TEST_F(JsonLines, WhatIsNoJsonIsToldByLineAndColumnAndNotQuoted) {
  const auto results = Run("\n{\"rounds\": secret}\n");
  EXPECT_EQ(results.at(0)["error"]["message"], "line 2, column 12: a value is expected");
}

TEST_F(JsonLines, AMemberThatStandsTwiceIsRefused) {
  const auto results = Run(R"({"rounds": 1, "note": "a", "rounds": 2})");
  EXPECT_EQ(results.at(0)["error"]["message"], "line 1, column 28: this name stands in its object before");
}

TEST_F(JsonLines, LinesThatCannotEnterAreKeptWhole) {
  std::string rejects;
  options_.reject = [&rejects](std::string_view bytes) { rejects += bytes; };
  options_.max_payload_bytes = 40;
  const std::string long_line = "{\"rounds\": 1, \"note\": \"" + std::string(300, 'x') + "\"}";
  const std::string good = "{\"rounds\": 1, \"note\": \"a\"}";
  Run("no json \t\n" + good + "\n" + long_line + "\n" + good + "\n{\"note\": \"a\"}");
  EXPECT_EQ(rejects, "no json \t\n" + long_line + "\n{\"note\": \"a\"}\n");
  EXPECT_EQ(tally_.failed, 3U);
  EXPECT_EQ(tally_.succeeded, 2U);
}

TEST_F(JsonLines, AnEnvelopeThatFailsIsNotRejected) {
  actors_[0] = EntryOf(mesh_.table(), "left", Raises("crash"));
  std::string rejects;
  options_.reject = [&rejects](std::string_view bytes) { rejects += bytes; };
  Run("{\"rounds\": 1, \"note\": \"a\"}");
  EXPECT_EQ(rejects, "");
  EXPECT_EQ(tally_.failed, 1U);
}

TEST_F(JsonLines, WhatCouldNotEnterIsAFailedResultAndKept) {
  std::string rejects;
  options_.reject = [&rejects](std::string_view bytes) { rejects += bytes; };
  options_.flow = 0;
  options_.next_id = lines::CountedIds();
  const auto results = RunBy(
      [](lines::InputPlace, Envelope, const lines::Ended&) {
        return Error{.name = "contract_violation", .message = "taken", .actor = {}, .detail = {}};
      },
      "{\"rounds\": 1, \"note\": \"a\"}\n");
  EXPECT_EQ(results.at(0)["error"]["message"], "taken");
  EXPECT_EQ(rejects, "{\"rounds\": 1, \"note\": \"a\"}\n");
}

TEST_F(JsonLines, WhatNeverEndsIsUnfinished) {
  options_.flow = 0;
  options_.next_id = lines::CountedIds();
  const auto results = RunBy([](lines::InputPlace, Envelope, const lines::Ended&) { return std::nullopt; },
                             "{\"rounds\": 1, \"note\": \"a\"}\n{\"rounds\": 1, \"note\": \"b\"}\n");
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[1]["input"], 2);
  EXPECT_EQ(results[1]["outcome"], "unfinished");
  EXPECT_EQ(tally_.unfinished, 2U);
  EXPECT_FALSE(tally_.all_succeeded());
}

TEST_F(JsonLines, AResultHasItsMembersInOneOrder) {
  options_.flow = 0;
  options_.next_id = lines::CountedIds();
  std::istringstream in("{\"rounds\": 1, \"note\": \"a\"}");
  std::ostringstream out;
  lines::StreamOutput output(out);
  lines::JsonLines(router_, options_, output)
      .Read(in, lines::Simulated(router_, 0, lines::HandlerResponder(router_, actors_, nullptr), nullptr));
  EXPECT_EQ(out.str(),
            "{\"input\":1,\"line\":1,\"outcome\":\"succeeded\",\"error\":null,\"route\":[\"left\",\"right\"],"
            "\"payload\":{\"rounds\":1,\"note\":\"a\",\"count\":1}}\n");
}

TEST_F(JsonLines, AnInputThatCannotBeReadIsAProblem) {
  constexpr int kNeverOpened = 1000;
  program::StoppableInput buffer(kNeverOpened);
  std::istream input(&buffer);
  std::ostringstream out;
  lines::StreamOutput output(out);
  options_.flow = 0;
  const std::string problem =
      lines::JsonLines(router_, options_, output).Read(input, [](auto, auto, auto) { return std::nullopt; });
  EXPECT_EQ(problem, std::generic_category().message(EBADF));
}

}  // namespace
}  // namespace mesh::test
