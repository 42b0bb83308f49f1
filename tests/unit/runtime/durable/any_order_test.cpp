// Transitions in any order: plans that are out of date when they are carried out, work that is lost
// with its process and done again with other answers, messages that two processes hold. Where messages come
// once, and where any of them may come again, or twice. From one seed each.
#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/durable/known_tables.h"
#include "mesh/durable/mailboxes.h"
#include "mesh/durable/planner.h"
#include "mesh/durable/unserved.h"
#include "mesh/state/memory_store.h"
#include "tests/support/park_mesh.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

/// Processes on one thread, over memory. Whoever is at work may lose everything between any two steps.
class World {
 public:
  World(const contract::RouteTable& table, unsigned seed, bool has_copies)
      : router_(table), random_(seed), has_copies_(has_copies) {
    known_.Add(router_);
  }

  void Enter(const std::string& id, ValueList payload) {
    Envelope envelope;
    envelope.id = id;
    envelope.payload = std::move(payload);
    envelope.route.flow = router_.table().flows[0].name;
    envelope.route.table = router_.table().digest;
    const route::Step step = router_.Enter(0, envelope, now_ns_);
    Commit(Plan(
        [&](durable::Planner& planner) {
          ASSERT_EQ(durable::Enter(planner.draft(), id, "", false), durable::Entry::kEntered);
          planner.Add(known_table(), envelope, step);
        },
        has_copies_ ? "entry" : ""));
  }
  void Tell(const durable::ControlOrder& order) {
    const std::string id = "told/" + std::to_string(next_);
    Put({std::string(durable::kControl), {.id = id, .body = durable::Write(order)}});
  }

  /// Until nothing is left to do.
  void Run() {
    for (int steps = 0; !queue_.empty(); ++steps) {
      ASSERT_LT(steps, 200'000);
      const Message message = Pick();
      // What somebody else does meanwhile makes this plan stale, or takes its message away.
      const auto work = WorkOn(message);
      transport::Transition transition = Plan(work, message.letter.nonce);
      if (Chance(4) == 0) Once();
      if (Chance(5) == 0) continue;
      Finish(message, work, std::move(transition));
    }
  }

  int ends(const std::string& id) const {
    const auto at = ends_.find(id);
    return at == ends_.end() ? 0 : at->second;
  }
  std::vector<std::string> Left() const {
    std::vector<std::string> left;
    for (const char* kind :
         {"root", "cancel", "waits", "park", "parent", "slot", "claim", "effect", "intent"}) {
      for (const state::Entry& entry : store_.Scan(kind)) left.push_back(entry.key);
    }
    return left;
  }

 private:
  struct Message {
    Message(std::uint64_t of, std::string to, transport::Letter what, std::int64_t from_ns)
        : number(of), mailbox(std::move(to)), letter(std::move(what)), due_ns(from_ns) {}
    std::uint64_t number = 0;
    std::string mailbox;
    transport::Letter letter;
    std::int64_t due_ns = 0;
  };
  using Work = std::function<void(durable::Planner& planner)>;

  unsigned Chance(std::size_t below) { return static_cast<unsigned>(random_() % below); }
  const durable::KnownTable& known_table() const { return *known_.Find(router_.table().digest); }

  transport::Transition Plan(const Work& work, const std::string& nonce = {}) {
    durable::Planner planner(known_, store_, now_ns_, nonce);
    work(planner);
    transport::Transition transition = planner.Take();
    EXPECT_FALSE(planner.lacks_table());
    return transition;
  }

  /// One that may be taken now; where there is none, time passes.
  Message Pick() {
    std::vector<const Message*> due;
    while (due.empty()) {
      std::int64_t next_ns = INT64_MAX;
      for (const Message& message : queue_) {
        if (message.due_ns <= now_ns_) due.push_back(&message);
        next_ns = std::min(next_ns, message.due_ns);
      }
      if (due.empty()) now_ns_ = next_ns;
    }
    return *due[Chance(due.size())];
  }

  void Once() {
    if (queue_.empty()) return;
    const Message message = Pick();
    const auto work = WorkOn(message);
    Finish(message, work, Plan(work, message.letter.nonce));
  }

  void Finish(const Message& message, const Work& work, transport::Transition transition) {
    const auto at = std::ranges::find(queue_, message.number, &Message::number);
    if (at == queue_.end()) return;
    if (!store_.Apply(transition.conditions, {})) transition = Plan(work, message.letter.nonce);
    // Its acknowledgement may be lost.
    if (!has_copies_ || Chance(4) != 0) queue_.erase(at);
    if (message.mailbox == durable::kSink && !transition.changes.empty())
      ++ends_[durable::ReadEnd(message.letter.body)->id];
    Commit(std::move(transition));
  }

  /// It may come twice.
  void Put(const transport::Sending& sending) {
    for (int copies = has_copies_ && Chance(4) == 0 ? 2 : 1; copies > 0; --copies) {
      Message& message = queue_.emplace_back(next_++, sending.mailbox, sending.letter, sending.not_before_ns);
      if (has_copies_) message.letter.nonce = std::to_string(message.number);
    }
  }

  void Commit(const transport::Transition& transition) {
    ASSERT_TRUE(store_.Apply(transition.conditions, transition.changes));
    for (const transport::Sending& sending : transition.sends) Put(sending);
  }

  Work WorkOn(const Message& message) {
    const std::string body = message.letter.body;
    if (message.mailbox == durable::kSink) {
      const durable::EndHead end = *durable::ReadEnd(body);
      return [end, body](durable::Planner& planner) { planner.EndRoot(end, body); };
    }
    if (message.mailbox == durable::kControl)
      return [order = *durable::ReadOrder(body), id = message.letter.id](durable::Planner& planner) {
        planner.Obey(order, id);
      };
    auto read = known_.Read(body);
    Envelope envelope = std::move(*std::get<durable::ReadEnvelope>(read).envelope);
    const bool has_effect = (envelope.route.at + envelope.route.hop) % 2 == 0;
    if (has_copies_ && has_effect && !ClaimsEffect(envelope, message.letter.nonce))
      return [root = envelope.root()](durable::Planner& planner) { planner.BeCopyOf(root); };
    return Visit(std::move(envelope));
  }

  /// The call has an effect.
  bool ClaimsEffect(Envelope& envelope, const std::string& nonce) {
    auto standing = durable::Planner::Standing::kCurrent;
    Commit(Plan([&](durable::Planner& planner) { standing = planner.ClaimDelivery(envelope, true); }, nonce));
    EXPECT_NE(standing, durable::Planner::Standing::kLost);
    return standing == durable::Planner::Standing::kCurrent;
  }

  /// A handler answers by chance.
  Work Visit(Envelope envelope) {
    if (durable::Unwanted(store_, envelope))
      return [this, envelope](durable::Planner& planner) { planner.GiveUp(known_table(), envelope); };
    Envelope before = envelope;
    const bool told = durable::IsCancelled(store_, envelope);
    envelope.cancelled = envelope.cancelled || told;
    route::Step step;
    if (auto error = router_.Admit(envelope, now_ns_)) {
      step = router_.Refuse(envelope, std::move(*error), now_ns_);
    } else if (Chance(6) == 0) {
      step = router_.Fail(envelope, Error{.name = "crash"}, now_ns_);
    } else {
      const contract::Actor& actor = router_.table().actors[router_.ActorAt(envelope)];
      const ValueList results(actor.results.count, Value::Int(static_cast<std::int64_t>(Chance(100))));
      step = router_.Complete(envelope, results, now_ns_);
    }
    return [this, before, envelope, step, told](durable::Planner& planner) {
      if (told) durable::TellCancelled(planner.draft(), before);
      planner.Add(known_table(), envelope, step);
    };
  }

  const route::Router router_;
  durable::KnownTables known_;
  std::mt19937 random_;
  const bool has_copies_;
  std::int64_t now_ns_ = 1;
  state::MemoryStore store_{[this] { return now_ns_; }};
  std::vector<Message> queue_;
  std::uint64_t next_ = 0;
  std::map<std::string, int> ends_;
};

constexpr unsigned kSeeds = 60;
constexpr int kRoots = 5;

/// Runs a few roots, signalled and cancelled as they go, with every seed.
void RunAll(const contract::RouteTable& table, const ValueList& payload, int signals) {
  for (unsigned run = 0; run < 2 * kSeeds; ++run) {
    const unsigned seed = run / 2;
    const bool has_copies = run % 2 == 1;
    SCOPED_TRACE(seed);
    SCOPED_TRACE(has_copies);
    World world(table, seed, has_copies);
    for (int i = 0; i < kRoots; ++i) {
      const std::string id = std::to_string(i);
      world.Enter(id, payload);
      for (int n = 0; n < signals; ++n) world.Tell(durable::SignalOrder{id, "go", std::to_string(n)});
      if (seed % 3 == 0 && i == 0) world.Tell(durable::CancelOrder{id});
    }
    world.Run();
    for (int i = 0; i < kRoots; ++i) EXPECT_EQ(world.ends(std::to_string(i)), 1) << i;
    EXPECT_EQ(world.Left(), std::vector<std::string>());
    if (testing::Test::HasFailure()) return;
  }
}

ValueList Items(int count) {
  ValueList items;
  for (int i = 0; i < count; ++i) items.push_back(Value::Int(i));
  return {Value::List(std::move(items)), Value(), Value()};
}

TEST(AnyOrder, BranchesAndASignal) { RunAll(ForkMesh().table(), ValueList(3), 1); }

TEST(AnyOrder, TheFirstOfTwoBranches) {
  RunAll(ForkMesh({.wait = contract::Wait::kCount, .count = 1}).table(), ValueList(3), 1);
}

TEST(AnyOrder, BranchesWithATimeOut) { RunAll(ForkMesh({.timeout_ns = 10}).table(), ValueList(3), 0); }

TEST(AnyOrder, ElementsAFewAtATime) { RunAll(EachMesh({.fork = {.width = 2}}).table(), Items(7), 0); }

TEST(AnyOrder, ElementsThatWaitForSignals) {
  RunAll(EachMesh({.fork = {.width = 3}, .parks = true}).table(), Items(5), 3);
}

TEST(AnyOrder, SomeElementsThatWaitForSignals) {
  RunAll(EachMesh({.fork = {.wait = contract::Wait::kCount, .count = 2}, .parks = true}).table(), Items(5),
         4);
}

TEST(AnyOrder, Copies) { RunAll(TapMesh().table(), ValueList(1), 0); }

TEST(AnyOrder, AWaitWithAClause) { RunAll(ParkMesh().table(), ValueList(1), 1); }

}  // namespace
}  // namespace mesh::test
