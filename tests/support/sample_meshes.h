// Meshes that tests of hosts run: one call with a clause, a cycle, a fork with a park behind it, a tap,
// an `each` whose body may wait for a signal.
#pragma once

#include <cstdint>

#include "tests/support/table_builder.h"

namespace mesh::test {

/// What a test wants of the call.
struct CallOptions {
  std::int64_t timeout_ns = 0;
  std::int64_t sla_ns = 0;
  contract::RetryPolicy retry = {};
  contract::Effect effect = contract::Effect::kNoEffect;
  bool effect_by_text = false;  ///< The key is the value of `text`…
  bool effect_shared = false;   ///< …across envelopes.
  std::uint32_t concurrency = 1;
  contract::BuiltinError caught = contract::BuiltinError::kAny;  ///< kCount: no clause.
  std::int64_t longest_reply = 1000;
};

/// `flow main on Work { work; } on CAUGHT { fallback; }` over
/// `in text: string; var reply: string(..LONGEST);`, where both actors take `text` and give `reply`.
class CallMesh {
 public:
  static constexpr Index kText = 0;
  static constexpr Index kReply = 1;

  explicit CallMesh(const CallOptions& options) {
    const Index string = b_.AddType(contract::TypeKind::kString);
    const Index reply = b_.AddType(
        contract::Type{.kind = contract::TypeKind::kString, .has_max = true, .max = options.longest_reply});
    const Span params = b_.AddMembers({{.name = "text", .type = string}});
    const Span results = b_.AddMembers({{.name = "reply", .type = reply}});
    const Index busy =
        b_.AddError({.name = "busy", .parent = 0, .error_class = contract::ErrorClass::kRetriable});
    const Span raises = b_.AddIndices({busy});
    contract::Actor fallback{.name = "fallback",
                             .params = params,
                             .results = results,
                             .raises = raises,
                             .timeout_ns = 0,
                             .contract = "00000000000000f0"};
    contract::Actor work = fallback;
    work.name = "work";
    work.timeout_ns = options.timeout_ns;
    work.retry = b_.AddRetry(options.retry);
    work.effect = options.effect;
    work.effect_shared = options.effect_shared;
    work.concurrency = options.concurrency;
    if (options.effect_by_text) work.effect_key = b_.AddProgram({{contract::Op::kParam, 0, 0}}, string);
    const Index fallback_actor = b_.AddActor(fallback);
    const Index work_actor = b_.AddActor(work);
    b_.AddFlow({.name = "main", .entry = kWork, .sla_ns = options.sla_ns},
               {{.name = "text", .type = string, .mode = contract::kModeIn},
                {.name = "reply", .type = reply, .mode = contract::kModeVar}});
    AddPoints(options, string, fallback_actor, work_actor);
    table_ = b_.View();
  }

  const contract::RouteTable& table() const { return table_; }

 private:
  enum : Index { kCatch, kFallback, kLeave, kReturn, kWork };

  void AddPoints(const CallOptions& options, Index string, Index fallback, Index work) {
    const bool caught = options.caught != contract::BuiltinError::kCount;
    const Span bindings = b_.AddBindings({{.param = 0, .program = b_.AddFieldProgram(kText, string)}});
    const Span writes = b_.AddWrites({{.result = 0, .field = kReply}});
    const Span cases = b_.AddCases({{.error = static_cast<Index>(options.caught), .target = kFallback}});
    const Index handler = caught ? b_.AddHandler({.target = kCatch}) : kNone;
    using enum contract::PointKind;
    b_.AddPoint({.name = "main/catch", .kind = contract::PointKind::kCatch, .flow = 0, .cases = cases});
    b_.AddPoint({.name = "main/fallback",
                 .kind = kCall,
                 .flow = 0,
                 .next = kLeave,
                 .actor = fallback,
                 .bindings = bindings,
                 .writes = writes});
    b_.AddPoint({.name = "main/leave", .kind = kUnwind, .flow = 0, .next = CallMesh::kReturn, .frames = 1});
    b_.AddPoint({.name = "main/return", .kind = contract::PointKind::kReturn, .flow = 0});
    b_.AddPoint({.name = "main/work",
                 .kind = kCall,
                 .flow = 0,
                 .handler = handler,
                 .next = CallMesh::kReturn,
                 .actor = work,
                 .bindings = bindings,
                 .writes = writes});
  }

  TableBuilder b_;
  contract::RouteTable table_;
};

/// `flow main on Work { loop { left; right; if count >= rounds { return; } } }` over
/// `in rounds: int; in note: string; var count: int = 0;`: `left(count) -> (count)` adds 1,
/// `right(count, note) -> (count)` leaves it.
class CycleMesh {
 public:
  static constexpr Index kRounds = 0;
  static constexpr Index kNote = 1;
  static constexpr Index kCount = 2;

  explicit CycleMesh(std::uint32_t concurrency = 4) {
    const Index integer = b_.AddType(contract::TypeKind::kInt);
    const Index string =
        b_.AddType(contract::Type{.kind = contract::TypeKind::kString, .has_max = true, .max = 1'000'000});
    const Index boolean = b_.AddType(contract::TypeKind::kBool);
    const Index zero = b_.AddConstant({.kind = contract::ConstantKind::kInt});
    const Span count = b_.AddMembers({{.name = "count", .type = integer}});
    const Span both = b_.AddMembers({{.name = "count", .type = integer}, {.name = "note", .type = string}});
    const Index left = b_.AddActor({.name = "left",
                                    .params = count,
                                    .results = count,
                                    .concurrency = concurrency,
                                    .contract = "00000000000000a0"});
    const Index right = b_.AddActor({.name = "right",
                                     .params = both,
                                     .results = count,
                                     .concurrency = concurrency,
                                     .contract = "00000000000000b0"});
    b_.AddLoop({.name = "main/loop", .max = 1'000'000});
    b_.AddFlow({.name = "main", .entry = kStart, .loops = {0, 1}},
               {{.name = "rounds", .type = integer, .mode = contract::kModeIn},
                {.name = "note", .type = string, .mode = contract::kModeIn},
                {.name = "count", .type = integer, .mode = contract::kModeVar, .default_value = zero}});
    AddPoints(integer, string, boolean, left, right);
    table_ = b_.View();
  }

  const contract::RouteTable& table() const { return table_; }

 private:
  enum : Index { kBranch, kLeft, kReturn, kRight, kRound, kStart };

  void AddPoints(Index integer, Index string, Index boolean, Index left, Index right) {
    using contract::Op;
    const Index done = b_.AddProgram(
        {{Op::kField, kCount, 0}, {Op::kField, kRounds, 0}, {Op::kGreaterEqual, 0, 0}}, boolean);
    const Index read_count = b_.AddFieldProgram(kCount, integer);
    const Index read_note = b_.AddFieldProgram(kNote, string);
    const Span writes = b_.AddWrites({{.result = 0, .field = kCount}});
    using enum contract::PointKind;
    b_.AddPoint({.name = "main/branch",
                 .kind = contract::PointKind::kBranch,
                 .flow = 0,
                 .targets = b_.AddIndices({CycleMesh::kReturn, kRound}),
                 .program = done});
    b_.AddPoint({.name = "main/left",
                 .kind = kCall,
                 .flow = 0,
                 .next = kRight,
                 .actor = left,
                 .bindings = b_.AddBindings({{.param = 0, .program = read_count}}),
                 .writes = writes});
    b_.AddPoint({.name = "main/return", .kind = contract::PointKind::kReturn, .flow = 0});
    b_.AddPoint({.name = "main/right",
                 .kind = kCall,
                 .flow = 0,
                 .next = CycleMesh::kBranch,
                 .actor = right,
                 .bindings = b_.AddBindings(
                     {{.param = 0, .program = read_count}, {.param = 1, .program = read_note}}),
                 .writes = writes});
    b_.AddPoint({.name = "main/round",
                 .kind = kLoopRound,
                 .flow = 0,
                 .targets = b_.AddIndices({kLeft, CycleMesh::kReturn}),
                 .loop = 0});
    b_.AddPoint({.name = "main/start", .kind = kLoopStart, .flow = 0, .next = kRound, .loop = 0});
  }

  TableBuilder b_;
  contract::RouteTable table_;
};

/// `flow main on Work { parallel [wait K] [timeout D] { left; right; } await go: int into answer timeout 1h;
/// }` over `left: int; right: int; answer: int;`, where each actor gives the field of its name.
class ForkMesh {
 public:
  static constexpr Index kLeft = 0;
  static constexpr Index kRight = 1;
  static constexpr Index kAnswer = 2;

  explicit ForkMesh(contract::Fork fork = {}, std::uint32_t concurrency = 4) {
    const Index integer = b_.AddType(contract::TypeKind::kInt);
    const Index left = b_.AddActor({.name = "left",
                                    .results = b_.AddMembers({{.name = "left", .type = integer}}),
                                    .concurrency = concurrency,
                                    .contract = "00000000000000a0"});
    const Index right = b_.AddActor({.name = "right",
                                     .results = b_.AddMembers({{.name = "right", .type = integer}}),
                                     .concurrency = concurrency,
                                     .contract = "00000000000000b0"});
    b_.AddFlow({.name = "main", .entry = kFork}, {{.name = "left", .type = integer},
                                                  {.name = "right", .type = integer},
                                                  {.name = "answer", .type = integer}});
    b_.AddPoint({.name = "main/0/fork",
                 .kind = contract::PointKind::kFork,
                 .flow = 0,
                 .next = kJoin,
                 .targets = b_.AddIndices({kCallLeft, kCallRight}),
                 .fork = b_.AddFork(fork)});
    AddBranch("main/1/left", "main/2/end", left, kLeft, kEndLeft);
    AddBranch("main/3/right", "main/4/end", right, kRight, kEndRight);
    b_.AddPoint({.name = "main/5/join", .kind = contract::PointKind::kJoin, .flow = 0, .next = kPark});
    b_.AddPoint({.name = "main/6/park",
                 .kind = contract::PointKind::kPark,
                 .flow = 0,
                 .next = kReturn,
                 .writes = b_.AddWrites({{.field = kAnswer}}),
                 .timeout_ns = 3'600'000'000'000,
                 .signal = "go",
                 .type = integer});
    b_.AddPoint({.name = "main/7/return", .kind = contract::PointKind::kReturn, .flow = 0});
    table_ = b_.View();
  }

  const contract::RouteTable& table() const { return table_; }

 private:
  enum : Index { kFork, kCallLeft, kEndLeft, kCallRight, kEndRight, kJoin, kPark, kReturn };

  void AddBranch(std::string_view name, std::string_view end_name, Index actor, Index field, Index end) {
    b_.AddPoint({.name = name,
                 .kind = contract::PointKind::kCall,
                 .flow = 0,
                 .handler = b_.AddHandler({.target = end, .frames = 1}),
                 .next = end,
                 .actor = actor,
                 .writes = b_.AddWrites({{.result = 0, .field = field}})});
    b_.AddPoint({.name = end_name, .kind = contract::PointKind::kBranchEnd, .flow = 0, .next = kJoin});
  }

  TableBuilder b_;
  contract::RouteTable table_;
};

/// `flow main on Work { tap copy; work; }` over `done: int;`, where `copy` gives nothing and `work` `done`.
class TapMesh {
 public:
  static constexpr Index kDone = 0;

  explicit TapMesh(std::uint32_t concurrency = 1) {
    const Index integer = b_.AddType(contract::TypeKind::kInt);
    const Index copy =
        b_.AddActor({.name = "copy", .concurrency = concurrency, .contract = "00000000000000a0"});
    const Index work = b_.AddActor({.name = "work",
                                    .results = b_.AddMembers({{.name = "done", .type = integer}}),
                                    .concurrency = concurrency,
                                    .contract = "00000000000000b0"});
    b_.AddFlow({.name = "main", .entry = kTap}, {{.name = "done", .type = integer}});
    b_.AddPoint({.name = "main/0/tap",
                 .kind = contract::PointKind::kTap,
                 .flow = 0,
                 .next = kWork,
                 .targets = b_.AddIndices({kCopy})});
    b_.AddPoint({.name = "main/1/copy",
                 .kind = contract::PointKind::kCall,
                 .flow = 0,
                 .handler = b_.AddHandler({.target = kEnd, .frames = 1}),
                 .next = kEnd,
                 .actor = copy});
    b_.AddPoint({.name = "main/2/end", .kind = contract::PointKind::kBranchEnd, .flow = 0});
    b_.AddPoint({.name = "main/3/work",
                 .kind = contract::PointKind::kCall,
                 .flow = 0,
                 .next = kReturn,
                 .actor = work,
                 .writes = b_.AddWrites({{.result = 0, .field = kDone}})});
    b_.AddPoint({.name = "main/4/return", .kind = contract::PointKind::kReturn, .flow = 0});
    table_ = b_.View();
  }

  const contract::RouteTable& table() const { return table_; }

 private:
  enum : Index { kTap, kCopy, kEnd, kWork, kReturn };

  TableBuilder b_;
  contract::RouteTable table_;
};

/// `flow main on Work { each v in items [width W] [wait K] [timeout D] { [await go: int into answer timeout
/// 1h;] work; } collect answer into answers }` over `in items: [int]; answer: int; answers: [int];`, where
/// `work` gives `answer`.
class EachMesh {
 public:
  static constexpr Index kItems = 0;
  static constexpr Index kAnswer = 1;
  static constexpr Index kAnswers = 2;

  struct Options {
    contract::Fork fork = {};
    bool parks = false;
    contract::Effect effect = contract::Effect::kNoEffect;
    contract::RetryPolicy retry = {};
    std::uint32_t concurrency = 4;
  };

  explicit EachMesh(Options options) {
    const Index integer = b_.AddType(contract::TypeKind::kInt);
    const Index list = b_.AddType(contract::Type{.kind = contract::TypeKind::kList, .element = integer});
    const Index work = b_.AddActor({.name = "work",
                                    .results = b_.AddMembers({{.name = "answer", .type = integer}}),
                                    .retry = b_.AddRetry(options.retry),
                                    .effect = options.effect,
                                    .concurrency = options.concurrency,
                                    .contract = "00000000000000a0"});
    b_.AddFlow({.name = "main", .entry = kFork},
               {{.name = "items", .type = list, .mode = contract::kModeIn},
                {.name = "answer", .type = integer, .mode = contract::kModeVar},
                {.name = "answers", .type = list, .mode = contract::kModeVar}});
    options.fork.variable = 0;
    options.fork.collects = b_.AddCollects({{.from = kAnswer, .into = kAnswers}});
    AddPoints(options, integer, list, work);
    table_ = b_.View();
  }

  const contract::RouteTable& table() const { return table_; }

 private:
  enum : Index { kFork, kPark, kWork, kEnd, kJoin, kReturn };

  void AddPoints(const Options& options, Index integer, Index list, Index work) {
    const Span writes = b_.AddWrites({{.result = 0, .field = kAnswer}});
    const Index handler = b_.AddHandler({.target = kEnd, .frames = 1});
    b_.AddPoint({.name = "main/0/each",
                 .kind = contract::PointKind::kEachFork,
                 .flow = 0,
                 .next = kJoin,
                 .targets = b_.AddIndices({options.parks ? kPark : kWork}),
                 .program = b_.AddFieldProgram(kItems, list),
                 .fork = b_.AddFork(options.fork)});
    b_.AddPoint({.name = "main/1/park",
                 .kind = contract::PointKind::kPark,
                 .flow = 0,
                 .handler = handler,
                 .next = kWork,
                 .writes = b_.AddWrites({{.field = kAnswer}}),
                 .timeout_ns = 3'600'000'000'000,
                 .signal = "go",
                 .type = integer});
    b_.AddPoint({.name = "main/2/work",
                 .kind = contract::PointKind::kCall,
                 .flow = 0,
                 .handler = handler,
                 .next = kEnd,
                 .actor = work,
                 .writes = writes});
    b_.AddPoint({.name = "main/3/end", .kind = contract::PointKind::kBranchEnd, .flow = 0, .next = kJoin});
    b_.AddPoint({.name = "main/4/join", .kind = contract::PointKind::kJoin, .flow = 0, .next = kReturn});
    b_.AddPoint({.name = "main/5/return", .kind = contract::PointKind::kReturn, .flow = 0});
  }

  TableBuilder b_;
  contract::RouteTable table_;
};

}  // namespace mesh::test
