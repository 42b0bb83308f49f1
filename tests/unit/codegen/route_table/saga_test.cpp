// What the recovery log keeps of undo calls: Flow text through all stages, and run.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "codegen/route_table/route_table.h"
#include "mesh/deterministic/simulation.h"
#include "mesh/deterministic/trace.h"
#include "mesh/envelope/envelope_json.h"
#include "tests/support/checked_mesh.h"

namespace meshc::codegen {
namespace {

using Strings = std::vector<std::string>;

/// `book` gives what its undo may or may not take.
constexpr const char* kTrip = R"(mesh trip;
error full recoverable;
envelope E { in i: int; q: int; r: int; }
processor first(i: int) -> (r: int) { undo undo_first; }
processor undo_first(r: int);
processor book(i: int) -> (q: int) { undo cancel; }
processor cancel(q: int(5..9));
flow m on E { saga { first; book; raise full("x"); } }
)";

struct Undone {
  Strings visits;
  Strings log;  ///< `undo_failed contract_violation cancel`
};

Undone Travel(std::int64_t booked) {
  const auto checked = test::CheckText(kTrip);
  EXPECT_EQ(checked.Errors(), Strings{});
  const auto data = BuildTable(checked.mesh, checked.facts);
  const auto table = data.View();
  const mesh::route::Router router(table);
  const mesh::EnvelopeCodec codec(table);
  const auto responder = [&](mesh::contract::Index actor, const mesh::route::Arguments&,
                             const mesh::Envelope& envelope) -> mesh::deterministic::Answer {
    // What travels between hosts is the same envelope.
    EXPECT_EQ(codec.Decode(codec.Encode(envelope, {})).index(), 0U);
    mesh::actor::Results results;
    if (table.actors[actor].results.count > 0) results.values.push_back(mesh::Value::Int(booked));
    return {std::move(results), 0};
  };
  mesh::Envelope envelope;
  envelope.id = "e";
  envelope.payload = {mesh::Value::Int(1), mesh::Value(), mesh::Value()};
  mesh::deterministic::Trace trace;
  const auto run = mesh::deterministic::Simulate(router, router.FindFlow("m"), std::move(envelope), responder,
                                                 {.observers = {&trace}});
  Undone undone{trace.Visits(), {}};
  for (const mesh::LogEntry& entry : run.envelope.status.log)
    undone.log.push_back(entry.action + " " + entry.error + " " + entry.actor);
  return undone;
}

TEST(Saga, AnUndoWhoseParamsBreakTheirBoundsIsRecordedAndNotCalled) {
  const Undone undone = Travel(2);
  EXPECT_EQ(undone.visits, (Strings{"first", "book", "undo_first"}));
  EXPECT_EQ(undone.log, (Strings{"undo_failed contract_violation cancel", "undone full undo_first"}));
}

TEST(Saga, AnUndoWithinItsBoundsIsCalled) {
  const Undone undone = Travel(5);
  EXPECT_EQ(undone.visits, (Strings{"first", "book", "cancel", "undo_first"}));
  EXPECT_EQ(undone.log, (Strings{"undone full cancel", "undone full undo_first"}));
}

}  // namespace
}  // namespace meshc::codegen
