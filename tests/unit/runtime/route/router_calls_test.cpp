// Calls: what goes in, what comes out, what may go wrong with it.
#include <gtest/gtest.h>

#include "mesh/route/builtin_errors.h"
#include "mesh/route/effect_key.h"
#include "router_fixture.h"

namespace mesh::route {
namespace {

using contract::BuiltinError;
using contract::ErrorClass;
using contract::TypeKind;

/// root: worker(text: string, count: int(..10) = 5, note: string?) -> (label: string, score: float, hint:
/// string?) into a plain field, a log and a var.
class RouterCallsTest : public RouterFixture {
 protected:
  RouterCallsTest() {
    text_ = table.Type(TypeKind::kString);
    score_ = table.Type({.kind = TypeKind::kFloat, .has_max = true, .float_max = 1});
    scores_ = table.Type({.kind = TypeKind::kList, .has_max = true, .element = score_, .max = 2});
    const Index maybe = table.Optional(text_);
    const Index small = table.Type({.kind = TypeKind::kInt, .has_max = true, .max = 10});
    const Index any_int = table.Type(TypeKind::kInt);
    table.Field("text", text_, contract::kModeIn);
    table.Field("label", text_, contract::kModePlain);
    table.Field("scores", scores_, contract::kModeLog);
    table.Field("hint", maybe, contract::kModeVar);
    table.Field("count", any_int, contract::kModeVar, table.Int(7));
    declared_ = table.Error("busy", TestTable::Builtin(BuiltinError::kAny), ErrorClass::kRetriable,
                            table.Record("Busy", {{"host", text_}}));
    child_ = table.Error("very_busy", declared_, ErrorClass::kRetriable);
    const Index worker =
        table.Processor("worker", {{"text", text_}, {"count", small, table.Int(5)}, {"note", maybe}},
                        {{"label", text_}, {"score", score_}, {"hint", maybe}}, {declared_});
    contract::Point call{
        .name = "root/worker", .kind = PointKind::kCall, .flow = 0, .next = 1, .actor = worker};
    call.bindings =
        table.Bind({{0, table.ReadField(0)}, {1, table.Program({{Op::kFieldSoft, 4}}, any_int), true}});
    call.writes = table.Write({{0, 1}, {1, 2, {}, true}, {2, 3}});
    call.requires_fields = table.Indices({0});
    table.Point(call);
    table.Point({.name = "root/return", .kind = PointKind::kReturn, .flow = 0});
    table.Flow("root", 0);
  }

  static ValueList Results(const char* label, double score, Value hint = {}) {
    return {Value::String(label), Value::Float(score), std::move(hint)};
  }

  Index text_, score_, scores_, declared_, child_;
};

TEST_F(RouterCallsTest, ACallBindsItsParamsAndWritesItsResults) {
  ASSERT_EQ(At(Enter({Value::String("hi")})), "worker");
  EXPECT_EQ(envelope.payload[2], Value::List({}));
  const auto bound = router().Bind(envelope);
  ASSERT_EQ(bound.index(), 0U);
  EXPECT_EQ(std::get<Arguments>(bound), (ValueList{Value::String("hi"), Value::Int(7), Value()}));
  router().Complete(envelope, Results("good", 0.5, Value::String("why")), 10);
  EXPECT_EQ(Outcome(), "succeeded");
  EXPECT_EQ(envelope.payload[1], Value::String("good"));
  EXPECT_EQ(envelope.payload[2], Value::List({Value::Float(0.5)}));
  EXPECT_EQ(envelope.payload[3], Value::String("why"));
  EXPECT_EQ(Visits(), std::vector<std::string>{"worker"});
  EXPECT_EQ(envelope.route.hop, 2U);
  EXPECT_EQ(envelope.status.updated_at_ns, 10);
}

TEST_F(RouterCallsTest, WhatWasBoundOnArrivalIsTakenOnceAndGoesWithTheCall) {
  const ValueList arguments = {Value::String("hi"), Value::Int(7), Value()};
  Enter({Value::String("hi")});
  EXPECT_EQ(std::get<Arguments>(router().TakeBound(envelope)), arguments);
  EXPECT_TRUE(envelope.bound.empty());
  EXPECT_EQ(std::get<Arguments>(router().TakeBound(envelope)), arguments) << "of a second attempt";
  envelope = {};
  Enter({Value::String("hi")});
  EXPECT_EQ(envelope.bound, arguments);
  router().Refuse(envelope, MakeError(BuiltinError::kTimeout, "late"), 0);
  EXPECT_TRUE(envelope.bound.empty());
}

TEST_F(RouterCallsTest, AParamThatFindsNothingTakesItsDefault) {
  Enter({Value::String("hi")});
  envelope.payload[4] = Value();
  EXPECT_EQ(std::get<Arguments>(router().Bind(envelope))[1], Value::Int(5));
}

TEST_F(RouterCallsTest, AParamOutsideItsConstraintIsNoVisit) {
  Enter({Value::String("hi"), Value(), Value(), Value(), Value::Int(11)});
  EXPECT_EQ(Outcome(), "contract_violation");
  EXPECT_EQ(envelope.status.error->message, "params of `worker`: /count: 11 is above 10");
  EXPECT_TRUE(Visits().empty());
  EXPECT_EQ(envelope.route.hop, 1U);
}

TEST_F(RouterCallsTest, EntryIsChecked) {
  Enter({Value::Int(1)});
  EXPECT_EQ(envelope.status.error->message, "/text: this is not a string");
  envelope = {};
  Enter();
  EXPECT_EQ(envelope.status.error->message, "/text: a string is missing");
  EXPECT_EQ(envelope.status.phase, Phase::kFailed);
}

TEST_F(RouterCallsTest, ALeftOutOptionalKeepsTheOlderValue) {
  Enter({Value::String("hi"), Value(), Value(), Value::String("old")});
  router().Complete(envelope, Results("good", 0.5), 0);
  EXPECT_EQ(envelope.payload[3], Value::String("old"));
}

TEST_F(RouterCallsTest, ResultsAreWrittenAllOrNone) {
  const std::pair<ValueList, const char*> wrong[] = {
      {Results("good", 1.5), "results: /score: 1.5 is above 1.0"},
      {{Value::String("good"), Value::Float(1)}, "2 results were returned, 3 are declared"},
      {{Value::Int(1), Value::Float(1), Value()}, "results: /label: this is not a string"},
      {{Value(), Value::Float(1), Value()}, "results: /label: a string is missing"},
  };
  for (const auto& [results, message] : wrong) {
    envelope = {};
    Enter({Value::String("hi")});
    router().Complete(envelope, results, 0);
    EXPECT_EQ(Outcome(), "contract_violation");
    EXPECT_EQ(envelope.status.error->message, message);
    EXPECT_EQ(envelope.status.error->actor, "worker");
    EXPECT_FALSE(envelope.payload[1].present());
    EXPECT_EQ(envelope.payload[2], Value::List({}));
  }
}

TEST_F(RouterCallsTest, APlainFieldIsWrittenOnce) {
  Enter({Value::String("hi"), Value::String("there already")});
  router().Complete(envelope, Results("again", 0.5), 0);
  EXPECT_EQ(envelope.status.error->message, "results: /label: the field is written already");
  EXPECT_EQ(envelope.payload[2], Value::List({}));
}

TEST_F(RouterCallsTest, AFullLogTakesNoMore) {
  Enter({Value::String("hi"), Value(), Value::List({Value::Float(0), Value::Float(0)})});
  router().Complete(envelope, Results("good", 0.5), 0);
  EXPECT_EQ(envelope.status.error->message, "results: /score: the list may have 2 elements");
}

TEST_F(RouterCallsTest, ThePayloadMayNotGetTooLarge) {
  router({.payload_bytes = 1000});
  Enter({Value::String("hi")});
  router().Complete(envelope, Results(std::string(1000, 'x').c_str(), 0.5), 0);
  EXPECT_EQ(Outcome(), "contract_violation");
  EXPECT_NE(envelope.status.error->message.find("a payload may take 1000"), std::string::npos)
      << envelope.status.error->message;
  envelope = {};
  Enter({Value::String(std::string(1000, 'x'))});
  EXPECT_EQ(Outcome(), "contract_violation");
}

TEST_F(RouterCallsTest, AValueThatIsOverwrittenCountsNoMore) {
  router({.payload_bytes = 1000});
  const Value hint = Value::String(std::string(480, 'x'));
  for (int round = 0; round < 5; ++round) {
    Enter({Value::String("hi"), Value(), Value(), hint});
    router().Complete(envelope, Results("label", 0.5, hint), 0);
    EXPECT_EQ(Outcome(), "succeeded");
  }
}

TEST_F(RouterCallsTest, AnErrorIsBoundedLikeAPayload) {
  router({.payload_bytes = 1000});
  Enter({Value::String("hi")});
  router().Fail(envelope, {.name = "crash", .message = std::string(2000, 'x')}, 0);
  EXPECT_EQ(Outcome(), "contract_violation");
  EXPECT_EQ(envelope.status.error->message, "raised an error of about 2013 bytes, 1000 are allowed");
  EXPECT_EQ(envelope.status.error->actor, "worker");
}

TEST_F(RouterCallsTest, DeclaredErrorsAndTheirChildrenMayBeRaised) {
  for (const char* name : {"busy", "very_busy", "timeout", "crash", "contract_violation"}) {
    envelope = {};
    Enter({Value::String("hi")});
    router().Fail(envelope, {.name = name, .message = "m", .detail = Value::Record({Value::String("h")})}, 0);
    EXPECT_EQ(Outcome(), name);
    EXPECT_EQ(envelope.status.error->actor, "worker");
    EXPECT_EQ(Visits(), std::vector<std::string>{"worker"});
  }
}

TEST_F(RouterCallsTest, OtherErrorsBreakTheContract) {
  for (const char* name : {"unheard_of", "any", ""}) {
    envelope = {};
    Enter({Value::String("hi")});
    router().Fail(envelope, {.name = name}, 0);
    EXPECT_EQ(Outcome(), "contract_violation");
  }
}

TEST_F(RouterCallsTest, TheDetailOfAnErrorIsChecked) {
  Enter({Value::String("hi")});
  router().Fail(envelope, {.name = "busy", .detail = Value::Record({Value::Int(1)})}, 0);
  EXPECT_EQ(envelope.status.error->message, "the detail of `busy`: /host: this is not a string");
}

TEST_F(RouterCallsTest, RetriesFollowThePolicyInForce) {
  table.data.retries = {{.attempts = 2}, {.attempts = 5, .only_errors = table.Indices({child_})}};
  table.data.actors[0].retry = 0;
  Enter({Value::String("hi")});
  EXPECT_EQ(envelope.status.max_attempts, 2U);
  EXPECT_TRUE(router().MayRetry(envelope, {.name = "busy"}));
  EXPECT_TRUE(router().MayRetry(envelope, {.name = "timeout"}));
  EXPECT_FALSE(router().MayRetry(envelope, {.name = "contract_violation"}));
  EXPECT_FALSE(router().MayRetry(envelope, {.name = "busy", .by_raise = true}));
  EXPECT_FALSE(router().MayRetry(envelope, {.name = "unheard_of"}));
  envelope.status.attempt = 2;
  EXPECT_FALSE(router().MayRetry(envelope, {.name = "busy"}));
}

TEST_F(RouterCallsTest, ACallMayNarrowItsRetriesToSomeErrors) {
  table.data.retries = {{.attempts = 2}, {.attempts = 5, .only_errors = table.Indices({child_})}};
  table.data.actors[0].retry = 0;
  table.data.points[0].retry = 1;
  Enter({Value::String("hi")});
  EXPECT_FALSE(router().MayRetry(envelope, {.name = "busy"}));
  EXPECT_TRUE(router().MayRetry(envelope, {.name = "very_busy"}));
}

TEST_F(RouterCallsTest, TheEarlierOfTimeoutAndDeadlineLimitsAVisit) {
  table.data.flows[0].sla_ns = 40'000'000'000;
  Enter({Value::String("hi")}, 1000);
  EXPECT_EQ(router().LimitAt(envelope, 1000).duration_ns, 30'000'000'000);
  EXPECT_EQ(router().LimitAt(envelope, 1000).error, BuiltinError::kTimeout);
  const std::int64_t late = 1000 + 35'000'000'000;
  EXPECT_EQ(router().LimitAt(envelope, late).duration_ns, 5'000'000'000);
  EXPECT_EQ(router().LimitAt(envelope, late).error, BuiltinError::kDeadlineExceeded);
}

TEST_F(RouterCallsTest, ACallMayHaveATimeoutOfItsOwn) {
  table.data.points[0].timeout_ns = 5;
  Enter({Value::String("hi")});
  EXPECT_EQ(router().TimeoutAt(envelope), 5);
}

TEST_F(RouterCallsTest, AdmissionFindsWhatKeepsAnEnvelopeOut) {
  table.data.flows[0].sla_ns = 100;
  Enter({Value::String("hi")});
  EXPECT_FALSE(router().Admit(envelope, 100).has_value());
  EXPECT_EQ(router().Admit(envelope, 101)->name, "deadline_exceeded");
  envelope.cancelled = true;
  EXPECT_EQ(router().Admit(envelope, 0)->name, "cancelled");
  envelope.cancelled = false;
  envelope.payload[0] = Value();
  EXPECT_EQ(router().Admit(envelope, 0)->message, "field `text` is missing before `worker`");
}

TEST_F(RouterCallsTest, ARefusedEnvelopeWasNotVisited) {
  Enter({Value::String("hi")});
  envelope.cancelled = true;
  router().Refuse(envelope, *router().Admit(envelope, 0), 0);
  EXPECT_EQ(Outcome(), "cancelled");
  EXPECT_EQ(envelope.status.phase, Phase::kCancelled);
  EXPECT_TRUE(Visits().empty());
}

TEST_F(RouterCallsTest, EffectKeysNameTheCallOrTheValue) {
  Enter({Value::String("hi")});
  envelope.id = "e1";
  const Arguments arguments = {Value::String("v"), Value::Int(1), Value()};
  EXPECT_EQ(std::get<std::string>(EffectKey(router(), envelope, arguments)), "") << "it has no effect";
  table.data.actors[0].effect = contract::Effect::kIdempotent;
  EXPECT_EQ(std::get<std::string>(EffectKey(router(), envelope, arguments)), "e1/root/worker/1");
}

TEST_F(RouterCallsTest, EffectKeysByValueMayBeSharedByEnvelopes) {
  table.data.actors[0].effect = contract::Effect::kIdempotent;
  table.data.actors[0].effect_key = table.Program({{Op::kParam, 0}}, text_);
  Enter({Value::String("hi")});
  envelope.id = "e1";
  EXPECT_EQ(std::get<std::string>(EffectKey(router(), envelope, {Value::String("v")})), "e1/\"v\"");
  table.data.actors[0].effect_shared = true;
  EXPECT_EQ(std::get<std::string>(EffectKey(router(), envelope, {Value::String("v")})), "\"v\"");
  EXPECT_EQ(std::get<Error>(EffectKey(router(), envelope, {Value()})).name, "expression_error");
}

TEST_F(RouterCallsTest, AnEnvelopeThatWaitsForNoActorIsRefused) {
  Enter({Value::String("hello")});
  for (const Index nowhere : {Index{1}, kNone}) {
    envelope.route.at = nowhere;
    auto error = router().Admit(envelope, 0);
    ASSERT_TRUE(error.has_value());
    EXPECT_EQ(error->name, "contract_violation");
    router().Refuse(envelope, std::move(*error), 0);
    EXPECT_EQ(Outcome(), "contract_violation");
  }
}

}  // namespace
}  // namespace mesh::route
