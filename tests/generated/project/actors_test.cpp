#include <gtest/gtest.h>

#include "type_rich/actors/class.h"
#include "type_rich/actors/echo.h"
#include "type_rich/actors/register.h"
#include "type_rich/codec.h"
#include "type_rich/entries.h"

namespace type_rich::actors {
namespace {

using mesh::actor::Outcome;

mesh::actor::Context MakeContext() {
  mesh::actor::Context::Visit visit;
  visit.envelope_id = "e";
  visit.actor = "echo";
  return mesh::actor::Context(visit);
}

/// Gives back its input, or fails in a way that the input chooses.
class TryingEcho final : public Echo {
  Result<Output> handle(const Input& input, Context&) override {
    if (input.everything.count == 1)
      return errors::ModelError{.message = "no model", .model = "m1", .message_ = "", .ModelError_ = ""};
    if (input.everything.count == 2)
      return errors::RateLimited{
          .message = "slow down", .model = "", .message_ = "", .ModelError = "", .tone = Tone::new_};
    if (input.everything.count == 3) return errors::Crash{"by hand"};
    return Output{.everything = input.everything};
  }
};

Outcome Invoke(std::int64_t count) {
  Everything everything;
  everything.count = count;
  auto context = MakeContext();
  const std::vector<mesh::Value> arguments{mesh::Encode(everything)};
  return TryingEcho().Invoke(arguments, context);
}

TEST(GeneratedActors, OutputsBecomeOneValuePerResult) {
  const Outcome outcome = Invoke(0);
  const auto& results = std::get<mesh::actor::Results>(outcome).values;
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0].kind(), mesh::ValueKind::kRecord);
  EXPECT_EQ(results[1].kind(), mesh::ValueKind::kAbsent);
}

TEST(GeneratedActors, ErrorsBearTheirNameMessageAndFields) {
  const auto error = std::get<mesh::Error>(Invoke(1));
  EXPECT_EQ(error.name, "model_error");
  EXPECT_EQ(error.message, "no model");
  EXPECT_EQ(error.detail.members().at(0).text(), "m1");
  EXPECT_FALSE(error.by_raise);
  const auto child = std::get<mesh::Error>(Invoke(2));
  EXPECT_EQ(child.name, "rate_limited");
  EXPECT_EQ(child.detail.members().at(3).text(), "new");
  EXPECT_EQ(std::get<mesh::Error>(Invoke(3)).name, "crash");
}

TEST(GeneratedActors, DeclaredErrorsConvert) {
  using Result = Echo::Result<Echo::Output>;
  EXPECT_TRUE((std::is_constructible_v<Result, errors::ModelError>));
  const Result result = errors::RateLimited{
      .message = "slow down", .model = "", .message_ = "", .ModelError = "", .tone = Tone::calm};
  EXPECT_FALSE(result.ok());
  EXPECT_EQ(result.error<errors::RateLimited>()->message, "slow down");
  EXPECT_EQ(result.error<errors::ModelError>(), nullptr);
}

TEST(GeneratedActors, ScaffoldsDoNotSucceed) {
  auto context = MakeContext();
  const std::vector<mesh::Value> tone{mesh::Value::String("calm")};
  const auto error = std::get<mesh::Error>(MakeClass()->Invoke(tone, context));
  EXPECT_EQ(error.name, "crash");
  EXPECT_EQ(error.message, "not implemented: class");
  const std::vector<mesh::Value> keywords{mesh::Value(), mesh::Value::String("calm")};
  EXPECT_EQ(std::get<mesh::Error>(MakeRegister()->Invoke(keywords, context)).message,
            "not implemented: register");
}

TEST(GeneratedActors, StubbedOutcomesPassThroughTheTypes) {
  const std::vector<mesh::Value> arguments{mesh::Encode(Everything{})};
  const Outcome stub = mesh::actor::Results{{mesh::Encode(Everything{}), mesh::Value::String("n")}};
  const Outcome recoded = Echo::Recode(arguments, stub);
  EXPECT_EQ(std::get<mesh::actor::Results>(recoded).values, std::get<mesh::actor::Results>(stub).values);
  const std::vector<mesh::Value> tone{mesh::Value::String("new")};
  EXPECT_EQ(std::get<mesh::actor::Choice>(Class::Recode(tone, mesh::actor::Choice{1})).label, 1U);
}

TEST(GeneratedActors, EntriesListEveryActorOnce) {
  const auto entries = Entries();
  ASSERT_EQ(entries.size(), 4U);
  EXPECT_EQ(entries[0].actor, "class");
  EXPECT_EQ(entries[1].actor, "echo");
  EXPECT_EQ(entries[1].contract, Echo::kContract);
  EXPECT_NE(entries[2].make(), nullptr);
}

}  // namespace
}  // namespace type_rich::actors
