// Lines that workers of a host take: about in their order, and told as if one thread had taken them.
#include <atomic>
#include <future>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "mesh/lines/json_lines.h"
#include "mesh/lines/stream_output.h"
#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

class LineFeed : public testing::Test {
 protected:
  /// Reads the whole input and waits for its results.
  std::vector<nlohmann::json> Run(const std::string& input, host::HostOptions host_options) {
    HostFixture fixture(mesh_.table(), actors_, std::move(host_options));
    std::istringstream in(input);
    std::ostringstream out;
    lines::StreamOutput output(out);
    options_.host = &fixture.host;
    lines::JsonLines lines(router_, options_, output);
    lines_ = &lines;
    const lines::Runner runner = [&fixture](lines::InputPlace, Envelope envelope,
                                            lines::Ended ended) -> std::optional<lines::Obstacle> {
      EXPECT_TRUE(fixture.host.Submit(0, std::move(envelope), std::move(ended), {}, host::Room::kEntered));
      return std::nullopt;
    };
    EXPECT_EQ(lines.Read(in, runner), "");
    fixture.host.Drain();
    lines.Finish();
    tally_ = lines.tally();
    lines_ = nullptr;
    EXPECT_EQ(fixture.host.retained(), host::Retained()) << "every place was given back";
    std::vector<nlohmann::json> parsed;
    std::istringstream results(out.str());
    for (std::string line; std::getline(results, line);) parsed.push_back(nlohmann::json::parse(line));
    return parsed;
  }

  CallMesh mesh_{{.concurrency = 4, .caught = contract::BuiltinError::kCount}};
  route::Router router_{mesh_.table()};
  std::vector<actor::Entry> actors_ = {EntryOf(mesh_.table(), "work", Returns(Value::String("done"))),
                                       EntryOf(mesh_.table(), "fallback", Raises("crash"))};
  std::atomic<std::uint64_t> ids_ = 0;
  lines::JsonLinesOptions options_{.flow = 0, .next_id = [this] { return fmt::format("id-{}", ++ids_); }};
  std::atomic<lines::JsonLines*> lines_ = nullptr;
  lines::Tally tally_;
};

std::string Line(std::uint64_t number) { return fmt::format("{{\"text\": \"{}\"}}\n", number); }

TEST_F(LineFeed, ResultsComeInTheOrderOfTheInputs) {
  constexpr std::uint64_t kLines = 2000;
  std::string input;
  for (std::uint64_t i = 1; i <= kLines; ++i) input += Line(i);
  for (const std::uint32_t threads : {1U, 2U, 8U}) {
    const auto results = Run(input, {.threads = threads, .max_envelopes = 100});
    ASSERT_EQ(results.size(), kLines);
    for (std::uint64_t i = 1; i <= kLines; ++i) {
      EXPECT_EQ(results[i - 1]["input"], i);
      EXPECT_EQ(results[i - 1]["payload"]["text"], std::to_string(i));
    }
    EXPECT_EQ(tally_.succeeded, kLines);
    EXPECT_EQ(tally_.last.line, kLines);
  }
}

TEST_F(LineFeed, WhatCannotEnterIsToldWithItsLineAndKeptInOrder) {
  std::string input;
  std::string refused;
  for (std::uint64_t i = 1; i <= 900; i += 3) {
    const std::string bad = fmt::format("{{\"text\": {}\n", i);
    input += Line(i) + "\n" + bad;
    refused += bad;
  }
  std::string rejects;
  options_.reject = [&rejects](std::string_view bytes) { rejects += bytes; };
  const auto results = Run(input, {.threads = 4});
  ASSERT_EQ(results.size(), 600U);
  for (std::size_t i = 0; i < results.size(); i += 2) {
    const std::size_t line = i / 2 * 3 + 1;
    EXPECT_EQ(results[i]["outcome"], "succeeded");
    EXPECT_EQ(results[i]["line"], line);
    EXPECT_EQ(results[i + 1]["line"], line + 2) << "blank lines are no inputs, and count as lines";
    EXPECT_EQ(results[i + 1]["error"]["name"], "contract_violation");
    EXPECT_TRUE(results[i + 1]["error"]["message"].get<std::string>().starts_with(
        fmt::format("line {}, column ", line + 2)));
  }
  EXPECT_EQ(rejects, refused);
  EXPECT_EQ(tally_.failed, 300U);
}

TEST_F(LineFeed, ALineThatIsTooLongKeepsItsPlace) {
  options_.max_payload_bytes = 50;
  std::string rejects;
  options_.reject = [&rejects](std::string_view bytes) { rejects += bytes; };
  const std::string long_line = "{\"text\": \"" + std::string(100, 'x') + "\"}\n";
  const auto results = Run("[]\n" + Line(2) + long_line + "{}\n" + Line(5), {.threads = 2});
  ASSERT_EQ(results.size(), 5U);
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i]["input"], i + 1);
    EXPECT_EQ(results[i]["outcome"], i == 1 || i == 4 ? "succeeded" : "failed");
  }
  EXPECT_EQ(rejects, "[]\n" + long_line + "{}\n");
}

TEST_F(LineFeed, LinesAreTakenThoughEveryWorkerWaits) {
  Gate gate;
  actors_[0] = EntryOf(mesh_.table(), "work", [&gate](auto, auto&) {
    gate.Pass();
    return actor::Results{{Value::String("done")}};
  });
  std::string input;
  for (std::uint64_t i = 1; i <= 20; ++i) input += Line(i);
  auto run = std::async(std::launch::async, [&] { return Run(input + "bad\n", {.threads = 2}); });
  gate.WaitForArrivals(2);
  EXPECT_TRUE(Eventually([this] {
    const lines::JsonLines* const lines = lines_;
    return lines != nullptr && lines->tally().failed == 1;
  })) << "the last line";
  gate.Open();
  EXPECT_EQ(run.get().size(), 21U);
}

TEST_F(LineFeed, AStopLeavesWhatStandsBehindTheLastLineThatWasTaken) {
  std::atomic<int> calls = 0;
  actors_[0] = EntryOf(mesh_.table(), "work", [&calls](auto, auto&) {
    ++calls;
    return actor::Results{{Value::String("done")}};
  });
  options_.stopped = [&calls] { return calls >= 150; };
  std::string input;
  for (std::uint64_t i = 1; i <= 5000; ++i) input += Line(i);
  const auto results = Run(input, {.threads = 4});
  EXPECT_GE(results.size(), 150U);
  EXPECT_LT(results.size(), 5000U);
  EXPECT_EQ(tally_.read, results.size());
  EXPECT_EQ(tally_.last.input, results.size());
  EXPECT_EQ(tally_.last.line, results.size());
  EXPECT_EQ(tally_.succeeded, results.size()) << "what was taken has ended";
}

}  // namespace
}  // namespace mesh::test
