#include "mesh/actor/invoke.h"

#include <stdexcept>

#include <gtest/gtest.h>

namespace mesh::actor {
namespace {

class Scripted final : public Handler {
 public:
  explicit Scripted(std::function<Outcome()> script) : script_(std::move(script)) {}
  Outcome Invoke(std::span<const Value>, Context&) override { return script_(); }

 private:
  std::function<Outcome()> script_;
};

Context TestContext() {
  Context::Visit visit;
  visit.envelope_id = "e1";
  visit.actor = "work";
  return Context(std::move(visit));
}

Error ErrorOf(std::function<Outcome()> script) {
  Scripted handler(std::move(script));
  Context context = TestContext();
  return std::get<Error>(InvokeGuarded(handler, {}, context));
}

TEST(InvokeGuarded, PassesOutcomesOn) {
  Scripted handler([] { return Results{{Value::Int(7)}}; });
  Context context = TestContext();
  const Outcome outcome = InvokeGuarded(handler, {}, context);
  EXPECT_EQ(std::get<Results>(outcome).values.at(0), Value::Int(7));
}

TEST(InvokeGuarded, MakesACrashOfAnException) {
  const Error error = ErrorOf([]() -> Outcome { throw std::runtime_error("boom"); });
  EXPECT_EQ(error.name, "crash");
  EXPECT_EQ(error.message, "boom");
  EXPECT_EQ(error.actor, "work");
}

TEST(InvokeGuarded, MakesACrashOfWhateverIsThrown) {
  EXPECT_EQ(ErrorOf([]() -> Outcome { throw 42; }).name, "crash");
}

TEST(InvokeGuarded, TextsOfErrorsAreUtf8) {
  EXPECT_EQ(ErrorOf([]() -> Outcome { throw std::runtime_error("bad \xFF"); }).message, "bad \uFFFD");
  const Error returned =
      ErrorOf([]() -> Outcome { return Error{.name = "n\xFF", .message = "m\xFF", .actor = "a\xFF"}; });
  EXPECT_EQ(returned.name, "n\uFFFD");
  EXPECT_EQ(returned.message, "m\uFFFD");
  EXPECT_EQ(returned.actor, "a\uFFFD");
}

TEST(InvokeGuarded, MakesTheHandlerOnceWhenItIsFirstNeeded) {
  int made = 0;
  const Entry entry{.actor = "work", .contract = "c", .make = [&made] {
                      ++made;
                      return std::make_unique<Scripted>([] { return Choice{1}; });
                    }};
  std::unique_ptr<Handler> handler;
  Context context = TestContext();
  InvokeGuarded(entry, handler, {}, context);
  const Outcome outcome = InvokeGuarded(entry, handler, {}, context);
  EXPECT_EQ(std::get<Choice>(outcome).label, 1U);
  EXPECT_EQ(made, 1);
}

}  // namespace
}  // namespace mesh::actor
