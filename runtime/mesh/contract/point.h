// Program points and what they are made of.
#pragma once

#include <string_view>

#include "mesh/contract/entry.h"

namespace mesh::contract {

enum class PointKind : std::uint8_t {
#define MESH_POINT_KIND(enumerator, name) enumerator,
#include "mesh/contract/enumerations.def"
};

/// Where an error that arises at a point goes: frames above the first `frames` of this flow's
/// activation go, then the counters `drop_loops`, and control goes to `target` with the error in
/// hand. A point without a handler lets the error leave its flow: all frames down to and with the
/// call frame go, and all counters of the flow, and it arises again at the caller's kFlowCall; at
/// the bottom it ends the envelope as failed.
struct Handler {
  Index target = kNone;      ///< A kCatch, kUndo or kBranchEnd point.
  std::uint32_t frames = 0;  ///< Frames above the flow's call frame that stay.
  Span drop_loops = {};      ///< In `indices`: counters to drop.
};

/// One write into the payload.
struct Write {
  Index result = kNone;  ///< Result of the call, slot of a called flow; kNone for kSet and kPark.
  Index field = kNone;   ///< Slot in the flow's envelope; kNone: dropped.
  Span path = {};        ///< In `indices`: member indices below a `var` record.
  bool append = false;   ///< `log` fields: append one element.
};

/// A param bound to a program; an optional param that finds nothing has none. Of a kFlowCall the
/// param is a slot of the callee's envelope.
struct Binding {
  Index param = kNone;  ///< Index within the actor's params, or slot.
  Index program = kNone;
  bool soft = false;  ///< Absent result: take the param's default or leave it out.
};

/// An arm of kMatch or kCatch. Exactly one of the two is set.
struct Case {
  Index constant = kNone;  ///< kMatch: equal to this constant; a union: its tag's name.
  Index error = kNone;     ///< kCatch: this error or a descendant.
  Index target = kNone;
};

enum class Wait : std::uint8_t {
#define MESH_WAIT(enumerator, name) enumerator,
#include "mesh/contract/enumerations.def"
};

/// A field of a child that is collected into a list of the parent: a log is appended to, any other
/// field replaced.
struct Collect {
  Index from = kNone;  ///< Slot.
  Index into = kNone;
};

/// How a kFork or kEachFork is joined.
struct Fork {
  Wait wait = Wait::kAll;
  std::uint32_t count = 0;      ///< kCount: so many branches must succeed.
  std::int64_t timeout_ns = 0;  ///< 0: none.
  Span optional = {};           ///< kFork: in `indices`, the branches whose errors do not count.
  Index variable = kNone;       ///< kEachFork, like all below.
  std::uint32_t max = 0;        ///< More elements: expression_error. 0: unbounded.
  std::uint32_t width = 0;      ///< Children at a time; 0: all.
  Span collects = {};
};

/// How a finally was entered. Jump exits are numbered from 0 within one region.
inline constexpr Index kExitError = kNone;

/// A program point. Its index in `points` is `at`; points are sorted by name.
/// Operands that a kind does not name are kNone or empty.
struct Point {
  std::string_view name = {};  ///< `flow/construct#n[label]/…/callee#n`
  PointKind kind = PointKind::kReturn;
  Index flow = kNone;     ///< The flow it belongs to; kFlowCall's callee is `callee`.
  Index handler = kNone;  ///< In `handlers`; kNone: the error leaves the flow.
  Index next = kNone;
  Span targets = {};  ///< In `indices`: points.
  Index actor = kNone;
  Index callee = kNone;       ///< kFlowCall: flow.
  bool own_envelope = false;  ///< kFlowCall.
  Span bindings = {};
  Span writes = {};
  Span undo = {};                ///< kCall: params of the actor's `undo`, in `bindings`.
  Span once = {};                ///< kFollow: in `indices`, steps.
  Span requires_fields = {};     ///< In `indices`: slots that must be present on arrival.
  std::int64_t timeout_ns = -1;  ///< Overrides the actor's; -1: it does not. kPark: its own.
  Index retry = kNone;           ///< Overrides the actor's.
  Index program = kNone;
  Index detail = kNone;  ///< kRaise: program of the detail record.
  Index error = kNone;   ///< kRaise.
  Index loop = kNone;
  Index exit = kExitError;   ///< kFinallyEnter.
  std::uint32_t frames = 0;  ///< kUnwind.
  Span loops = {};           ///< kUnwind: in `indices`.
  Span cases = {};
  std::string_view signal = {};  ///< kPark.
  Index type = kNone;            ///< kPark.
  Index fork = kNone;            ///< kFork, kEachFork.
};

}  // namespace mesh::contract
