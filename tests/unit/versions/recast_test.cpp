// Points of one version that handlers of another serve: values go by name, in and out.
#include <gtest/gtest.h>

#include "two_versions.h"

namespace meshc::test {
namespace {

using mesh::Phase;

/// An order as it was, and as it is: everything has changed that may.
constexpr const char* kOldValues = R"(mesh shop.orders;
record Item { name: string; count: int; price: int(0..1000); }
record Kept { name: string; count: int; }
union Way { pickup: string; post: Item; }
union Means { bike: int; van: Kept; ship: string; }
error broke recoverable { at: int; what: string; }

envelope Job {
  in first: int;
  in second: int;
  in items: [Item];
  in way: Way;
  var label: string = "";
  low: int;
  out high: int;
  out kept: [Kept];
  out means: Means;
  out var reason: string = "";
}

processor measure(first: int, second: int) -> (low: int, high: int);
processor keep(items: [Item], way: Way) -> (kept: [Kept], means: Means);
router grade(low: int(0..1000)) -> { small, large };
processor risky(first: int) { raises broke; }

flow main on Job {
  measure;
  keep;
  route grade {
    small => set label = "small";
    large => set label = "large";
  }
  try { risky; } on broke as e { set reason = e.detail.what + " at " + string(e.detail.at) + ", " + label; }
}
)";

constexpr const char* kNewValues = R"(mesh shop.orders;
union Way { post: Item; drone: int; pickup: string; }
record Item { price: float; note: string?; @was("name") title: string; count: int; weight: int = 7; }
record Kept { count: int(0..9); seen: bool = true; tag: string?; name: string; }
union Means { ship: string; van: Kept; }
error broke recoverable { hint: string = "none"; what: string; at: int; }

envelope Job {
  in first: int;
  in second: int;
  in items: [Item];
  in way: Way;
  var label: string = "";
  low: int;
  out high: int;
  out kept: [Kept];
  out means: Means;
  out var reason: string = "";
}

processor measure(@was("second") other: int, first: int, scale: int = 2) -> (spread: int?, high: int, low: int);
processor keep(way: Way, items: [Item]) -> (means: Means, kept: [Kept]);
router grade(low: float) -> { large, small };
processor risky(first: int) { raises broke; }

flow main on Job {
  measure(other: second) as { spread: _ };
  keep;
  route grade {
    small => set label = "small";
    large => set label = "large";
  }
  try { risky; } on broke as e { set reason = e.detail.what + " at " + string(e.detail.at) + ", " + label; }
}
)";

const Json kOrder = {{"first", 3},
                     {"second", 40},
                     {"items", {{{"name", "rope"}, {"count", 2}, {"price", 5}, {"colour", "red"}}}},
                     {"way", {{"post", {{"name", "box"}, {"count", 1}, {"price", 0}}}}}};

/// What the new handlers are asked, and what they answer.
struct NewHandlers {
  CallLog log;
  Json kept = {{"count", 9}, {"tag", "t"}, {"name", "rope"}};
  Answers answers = {
      {"measure", log.Told("measure", Json{{"high", 2}, {"low", 1}, {"spread", 1}})},
      {"keep", log.Told("keep",
                        [this](const Json&) {
                          return Json{{"means", {{"van", kept}}}, {"kept", {kept}}};
                        })},
      {"grade", log.Told("grade", Json("small"))},
      {"risky", log.Told("risky", Json{{"raise", "broke"},
                                       {"detail", {{"what", "ice"}, {"at", 7}, {"hint", "salt"}}}})},
  };
};

TEST(Recast, MembersTagsLabelsAndDetailsGoByName) {
  const MeshVersion old_version(kOldValues);
  const MeshVersion new_version(kNewValues);
  NewHandlers handlers;
  OneProcess process(old_version, new_version, handlers.answers);
  const mesh::Envelope ended = process.Run(kOrder);
  ASSERT_EQ(ended.status.phase, Phase::kSucceeded) << ended.status.error->message;
  const Json rope = {{"price", 5.0}, {"title", "rope"}, {"count", 2}, {"weight", 7}, {"colour", "red"}};
  const Json box = {{"price", 0.0}, {"title", "box"}, {"count", 1}, {"weight", 7}};
  const std::vector<Json> calls = {
      {{"measure", {{"other", 40}, {"first", 3}, {"scale", 2}}}},
      {{"keep", {{"items", {rope}}, {"way", {{"post", box}}}}}},
      {{"grade", {{"low", 1.0}}}},
      {{"risky", {{"first", 3}}}},
  };
  EXPECT_EQ(handlers.log.calls(), calls);
  const Json payload = PayloadOf(old_version, ended);
  EXPECT_EQ(payload["low"], 1);
  EXPECT_EQ(payload["high"], 2);
  const Json kept = {{"name", "rope"}, {"count", 9}, {"seen", true}, {"tag", "t"}};
  EXPECT_EQ(payload["kept"], Json::array({kept})) << "what the old table does not know is kept";
  EXPECT_EQ(payload["means"], (Json{{"van", kept}}));
  EXPECT_EQ(payload["reason"], "ice at 7, small");
}

TEST(Recast, WhatTheHandlerDoesNotKnowComesBackToTheTableThatDoes) {
  const std::string shared = R"(
envelope Job { in thing: Thing; out back: Thing; }
processor pass(thing: Thing) -> (back: Thing);
flow main on Job { pass; }
)";
  const MeshVersion old_version("mesh a.b; record Thing { one: int; two: [float]; three: bytes?; }" + shared);
  const MeshVersion new_version("mesh a.b; record Thing { two: [float]?; one: int = 1; }" + shared);
  Answers answers = {{"pass", [](const Json& given) { return Json{{"back", given["thing"]}}; }}};
  // The handler of the newer version keeps what it does not know, but knows less: so the old one serves here.
  OneProcess process(old_version, old_version, answers);
  const Json thing = {{"one", 1}, {"two", {1.0, 2.5}}, {"three", "AAEC"}};
  EXPECT_EQ(PayloadOf(old_version, process.Run({{"thing", thing}}))["back"], thing);
  const mesh::compatibility::Side from(old_version.table());
  const mesh::compatibility::Side to(new_version.table());
  mesh::compatibility::Recast there(from, to);
  mesh::compatibility::Recast back(to, from);
  const auto type_of = [](const MeshVersion& version) { return version.table().fields[0].type; };
  const auto plan_there = there.Add(type_of(old_version), type_of(new_version));
  const auto plan_back = back.Add(type_of(new_version), type_of(old_version));
  there.Finish();
  back.Finish();
  const auto sent = there.One(plan_there, old_version.FromJson(type_of(old_version), thing));
  const auto returned = back.One(plan_back, std::get<mesh::Value>(sent));
  EXPECT_EQ(old_version.ToJson(type_of(old_version), std::get<mesh::Value>(returned)), thing);
}

TEST(Recast, WhatBreaksTheHandlersOwnContractIsItsViolation) {
  const MeshVersion old_version(kOldValues);
  const MeshVersion new_version(kNewValues);
  NewHandlers handlers;
  // 5,000 fits the old table, but not the type that the handler was compiled against.
  mesh::actor::Entry keep = new_version.Handler("keep", handlers.answers["keep"]);
  const auto make = keep.make;
  class Raw final : public mesh::actor::Handler {
   public:
    explicit Raw(std::unique_ptr<mesh::actor::Handler> inner) : inner_(std::move(inner)) {}
    mesh::actor::Outcome Invoke(std::span<const mesh::Value> arguments,
                                mesh::actor::Context& context) override {
      auto outcome = inner_->Invoke(arguments, context);
      auto& values = std::get<mesh::actor::Results>(outcome).values;
      values[1] = mesh::Value::List({values[1].list()[0].WithMember(0, mesh::Value::Int(5000))});
      return outcome;
    }

   private:
    std::unique_ptr<mesh::actor::Handler> inner_;
  };
  OneProcess process(old_version, new_version, handlers.answers);
  for (mesh::actor::Entry& entry : process.actors) {
    if (entry.actor == "keep") entry.make = [make] { return std::make_unique<Raw>(make()); };
  }
  const mesh::Envelope ended = process.Run(kOrder);
  ASSERT_EQ(ended.status.phase, Phase::kFailed);
  EXPECT_EQ(ended.status.error->name, "contract_violation");
  EXPECT_NE(ended.status.error->message.find("results: /kept/0/count"), std::string::npos)
      << ended.status.error->message;
}

TEST(Recast, EqualContractsNeedNone) {
  const MeshVersion old_version(kOldValues);
  std::string moved = kOldValues;
  moved.replace(moved.find("route grade"), 0, "set label = \"?\"; ");
  const MeshVersion new_version(moved);
  ASSERT_NE(old_version.table().digest, new_version.table().digest);
  const mesh::compatibility::Side own(new_version.table());
  std::vector<mesh::actor::Entry> actors;
  for (const auto& actor : new_version.table().actors)
    actors.push_back({.actor = actor.name, .contract = actor.contract, .make = nullptr});
  const mesh::host::TableFit fit(old_version.version(), actors, &own);
  EXPECT_TRUE(fit.whole());
  for (mesh::contract::Index i = 0; i < old_version.table().actors.size; ++i)
    EXPECT_EQ(fit.Of(i).recast, nullptr) << old_version.table().actors[i].name;
}

TEST(Recast, DocumentsOfClientsAreReadUnderFormerNames) {
  const MeshVersion version(R"(mesh a.b;
record Thing { @was("old") name: string; size: int; }
envelope Job { @was("given") in thing: Thing; out back: Thing; }
processor pass(thing: Thing) -> (back: Thing);
flow main on Job { pass; }
)");
  Answers answers = {{"pass", [](const Json& given) { return Json{{"back", given["thing"]}}; }}};
  OneProcess process(version, version, answers);
  const mesh::Envelope ended = process.Run({{"given", {{"old", "x"}, {"size", 1}, {"more", true}}}});
  ASSERT_EQ(ended.status.phase, Phase::kSucceeded);
  EXPECT_EQ(PayloadOf(version, ended), (Json{{"thing", {{"name", "x"}, {"size", 1}, {"more", true}}},
                                             {"back", {{"name", "x"}, {"size", 1}, {"more", true}}}}));
}

TEST(Recast, OfAMemberThatWasRenamedTheNewNameCounts) {
  const auto mesh_of = [](const char* member) {
    return std::string("mesh a.b; record Thing { ") + member +
           ": int; }\nenvelope Job { in thing: Thing; }\n" +
           "processor keep(thing: Thing);\nflow main on Job { keep; }\n";
  };
  const MeshVersion old_version(mesh_of("size"));
  const MeshVersion new_version(mesh_of("@was(\"size\") length"));
  CallLog log;
  OneProcess process(old_version, new_version, {{"keep", log.Told("keep", Json::object())}});
  process.Run({{"thing", {{"size", 1}}}}, "one");
  // A client that knows the newer version already.
  const mesh::Envelope both = process.Run({{"thing", {{"size", 1}, {"length", 2}}}}, "two");
  EXPECT_EQ(log.calls(), (std::vector<Json>{{{"keep", {{"thing", {{"length", 1}}}}}},
                                            {{"keep", {{"thing", {{"length", 2}, {"size", 1}}}}}}}));
  EXPECT_EQ(both.status.phase, Phase::kSucceeded);
}

TEST(Recast, PlannedStepsGoByTheirFormerNames) {
  const auto mesh_of = [](const std::string& actor, const std::string& flow, const std::string& actor_was,
                          const std::string& flow_was) {
    return "mesh a.b; envelope Job { in id: int; log done: string; }\n" + actor_was + "processor " + actor +
           "(id: int) -> (done: string);\nrouter plan(id: int) -> steps { " + actor + ", " + flow +
           " } max 3;\nflow main on Job { follow plan; }\n" + flow_was + "flow " + flow + " on Job { " +
           actor + "; }\n";
  };
  const MeshVersion old_version(mesh_of("note", "pick", "", ""));
  const MeshVersion new_version(mesh_of("write", "search", "@was(\"note\") ", "@was(\"pick\") "));
  CallLog log;
  OneProcess process(old_version, new_version,
                     {{"plan", log.Told("plan", Json{"search", "write"})},
                      {"write", log.Told("write", Json{{"done", "yes"}})}});
  const mesh::Envelope ended = process.Run({{"id", 1}});
  ASSERT_EQ(ended.status.phase, Phase::kSucceeded) << ended.status.error->message;
  EXPECT_EQ(log.calls(),
            (std::vector<Json>{{{"plan", {{"id", 1}}}}, {{"write", {{"id", 1}}}}, {{"write", {{"id", 1}}}}}));
}

TEST(Recast, AStoredResultIsReplayedByName) {
  const auto mesh_of = [](const char* results) {
    return std::string("mesh a.b; envelope Job { in id: string; out low: int; out high: int; }\n") +
           "processor pay(id: string) -> (" + results + ") { effect idempotent by id shared; }\n" +
           "flow main on Job { pay; }\n";
  };
  const MeshVersion old_version(mesh_of("low: int, high: int"));
  const MeshVersion new_version(mesh_of("high: int, low: int"));
  CallLog log;
  Answers answers = {{"pay", log.Told("pay", Json{{"low", 1}, {"high", 2}})}};
  OneProcess process(old_version, new_version, answers);
  EXPECT_EQ(PayloadOf(old_version, process.Run({{"id", "k"}}, "one")),
            (Json{{"id", "k"}, {"low", 1}, {"high", 2}}));
  EXPECT_EQ(PayloadOf(old_version, process.Run({{"id", "k"}}, "two")),
            (Json{{"id", "k"}, {"low", 1}, {"high", 2}}));
  EXPECT_EQ(log.calls().size(), 1U);
}

}  // namespace
}  // namespace meshc::test
