#include "mesh/actor/call_settings.h"

#include <gtest/gtest.h>

#include "mesh/actor/settings.h"

namespace mesh::actor {
namespace {

TEST(CallSettings, AreReadBesideTheSettingsOfHandlers) {
  const auto settings = std::get<AllSettings>(AllSettings::Parse(R"({"actors": {
    "judge": {"settings": {"url": "x"}, "timeout_ms": 300000, "concurrency": 4, "retry":
      {"attempts": 5, "backoff": "exponential", "delay_ms": 1, "max_delay_ms": 60000, "jitter": true, "errors": ["busy"]}},
    "writer": {"retry": {"attempts": 1}},
    "reader": {"settings": {"url": "y"}}
  }})"));
  EXPECT_EQ(settings.Of("judge").Find("url"), "x");
  ASSERT_EQ(settings.calls().size(), 2U) << "nothing is said of the reader's calls";
  const CallSettings& judge = settings.calls().at("judge");
  EXPECT_EQ(judge.timeout_ns, 300'000'000'000);
  EXPECT_EQ(judge.concurrency, 4U);
  ASSERT_TRUE(judge.retry.has_value());
  EXPECT_EQ(judge.retry->attempts, 5U);
  EXPECT_EQ(judge.retry->backoff, contract::Backoff::kExponential);
  EXPECT_EQ(judge.retry->delay_ns, 1'000'000);
  EXPECT_EQ(judge.retry->max_delay_ns, 60'000'000'000);
  EXPECT_TRUE(judge.retry->jitter);
  EXPECT_EQ(judge.retry->errors, std::vector<std::string>{"busy"});
  EXPECT_FALSE(settings.calls().at("writer").timeout_ns.has_value());
}

TEST(CallSettings, SayWhatIsWrongWithThem) {
  const std::pair<const char*, const char*> kWrong[] = {
      {R"({"timeout_ms": 0})", "`actors.a.timeout_ms` is no whole number from 1 to 9223372036854"},
      {R"({"timeout_ms": 1.5})", "`actors.a.timeout_ms` is no whole number from 1 to 9223372036854"},
      {R"({"timeout_ms": "30s"})", "`actors.a.timeout_ms` is no whole number from 1 to 9223372036854"},
      {R"({"timeout_ms": 18446744073709551615})",
       "`actors.a.timeout_ms` is no whole number from 1 to 9223372036854"},
      {R"({"concurrency": 4294967296})", "`actors.a.concurrency` is no whole number from 1 to 4294967295"},
      {R"({"retry": 3})", "`actors.a.retry` is not an object"},
      {R"({"retry": {}})", "`actors.a.retry.attempts` is missing"},
      {R"({"retry": {"attempts": 2, "delay": 1}})", "`actors.a.retry.delay` is no part of a settings file"},
      {R"({"retry": {"attempts": 2, "backoff": "fast"}})",
       "`actors.a.retry.backoff` is neither \"constant\" nor \"linear\" nor \"exponential\""},
      {R"({"retry": {"attempts": 2, "jitter": 1}})", "`actors.a.retry.jitter` is neither true nor false"},
      {R"({"retry": {"attempts": 2, "errors": "busy"}})", "`actors.a.retry.errors` is no list of names"},
      {R"({"time_out": 1})", "`actors.a.time_out` is no part of a settings file"},
  };
  for (const auto& [text, reason] : kWrong) {
    const auto parsed = AllSettings::Parse(R"({"actors": {"a": )" + std::string(text) + "}}");
    ASSERT_TRUE(std::holds_alternative<std::string>(parsed)) << text;
    EXPECT_EQ(std::get<std::string>(parsed), reason);
  }
}

}  // namespace
}  // namespace mesh::actor
