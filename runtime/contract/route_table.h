// The route table: the compiled control flow of one mesh version, as constant data.
//
// This header is the binary contract between the compiler and every host. It is built by
// `codegen/route_table`, run as it is by `meshc test`, written as generated C++ for
// `lib<mesh>_routes.so`, and printed as `routes.json`; the three are equal.
//
// Everything is plain data: arrays of PODs addressed by index, so that a table is constant,
// needs no allocation on load and looking up a program point is one index operation.
// `kNone` means "no such entry". Text is UTF-8, never null-terminated by contract.
// Thread rule: a table is immutable; share it freely.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace mesh::contract {

/// Bumped on any change of the layout below; a host refuses a table of another version.
inline constexpr std::uint32_t kRouteTableVersion = 2;

using Index = std::uint32_t;
inline constexpr Index kNone = 0xffffffffU;

/// A view of constant entries owned by the table.
template <typename T>
struct Array {
  const T* data = nullptr;
  Index size = 0;

  constexpr const T& operator[](Index index) const { return data[index]; }
  constexpr const T* begin() const { return data; }
  constexpr const T* end() const { return data + size; }
};

/// A run of consecutive entries of one of the table's arrays.
struct Span {
  Index first = 0;
  Index count = 0;
};

// ---------------------------------------------------------------- types

enum class TypeKind : std::uint8_t {
  kBool,
  kInt,
  kFloat,
  kString,
  kBytes,
  kTimestamp,
  kDuration,
  kJson,
  kList,
  kMap,
  kOptional,
  kRecord,
  kEnum,
  kUnion,
};

/// A payload type. The bounds are inclusive; which of them apply depends on the kind:
/// `int_*` for int, `float_*` for float, `length_*` for string (code points) and list.
struct Type {
  TypeKind kind = TypeKind::kJson;
  bool open = false;  ///< Enum: values outside the list are legal.
  bool has_min = false;
  bool has_max = false;
  Index element = kNone;          ///< Type of list, map and optional elements.
  std::string_view name = {};     ///< Declared name of record, enum, union; else empty.
  Span members = {};              ///< Record members and union tags, in `members`.
  Span values = {};               ///< Enum values, in `strings`.
  std::string_view pattern = {};  ///< String: RE2, must match whole; empty: none.
  std::int64_t min = 0;           ///< Int bound, or length bound.
  std::int64_t max = 0;
  double float_min = 0;
  double float_max = 0;
};

/// A record member, a union tag, a processor's param or result, a label-less name/type pair.
struct Member {
  std::string_view name = {};
  Index type = kNone;
  Index default_value = kNone;  ///< In `constants`; kNone: no default.
  bool sensitive = false;       ///< Its value stands in no error, log or trace.
};

/// A constant value. Children of lists, maps, records and unions stand in `constants` too.
enum class ConstantKind : std::uint8_t {
  kNull,
  kBool,
  kInt,
  kFloat,
  kString,
  kBytes,
  kTimestamp,
  kDuration,
  kList,    ///< `children`: elements.
  kMap,     ///< `children`: alternating key (kString) and value, sorted by key.
  kRecord,  ///< `children`: one per member of `type`, in order; absent ones are kNull.
  kUnion,   ///< `integer`: tag index in `type`; `children`: the one value.
};

struct Constant {
  ConstantKind kind = ConstantKind::kNull;
  bool boolean = false;
  std::uint32_t nanoseconds = 0;  ///< kTimestamp: what is left of a second; below 10^9.
  std::int64_t integer = 0;       ///< kInt; kTimestamp: seconds since 1970; kDuration: nanoseconds.
  double number = 0;
  std::string_view text = {};  ///< kString, and kBytes (raw bytes).
  Index type = kNone;          ///< kRecord, kUnion.
  Span children = {};          ///< In `constant_children`.
};

// ---------------------------------------------------------------- declarations

enum FieldMode : std::uint8_t {
  kModePlain = 0,  ///< Write-once.
  kModeVar = 1,
  kModeLog = 2,  ///< `type` is the list type; every write appends one element.
  kModeIn = 4,
  kModeOut = 8,
};

/// A field of an envelope. Its slot in a payload is its index within `Envelope::fields`.
struct Field {
  std::string_view name = {};
  Index type = kNone;
  std::uint8_t mode = kModePlain;
  bool sensitive = false;
  Index default_value = kNone;
};

struct EnvelopeSchema {
  std::string_view name = {};
  Span fields = {};
};

enum class ErrorClass : std::uint8_t { kRetriable, kRecoverable, kFatal };

/// The built-in errors stand first, in this order, then declared ones sorted by name.
enum class BuiltinError : Index {
  kAny,
  kTimeout,
  kCrash,
  kContractViolation,
  kExpressionError,
  kLoopExhausted,
  kJoinFailed,
  kDeadlineExceeded,
  kCancelled,
  kUnroutable,
  kCount,
};

struct ErrorKind {
  std::string_view name = {};
  Index parent = kNone;  ///< kNone only for `any`.
  ErrorClass error_class = ErrorClass::kFatal;
  Index detail_type = kNone;  ///< Record with own and inherited fields; kNone: none.
};

enum class Backoff : std::uint8_t { kConstant, kLinear, kExponential };

struct RetryPolicy {
  std::uint32_t attempts = 1;  ///< In all, the first one included.
  Backoff backoff = Backoff::kConstant;
  bool jitter = false;
  std::int64_t delay_ns = 0;      ///< First delay; 0: at once.
  std::int64_t max_delay_ns = 0;  ///< 0: unbounded.
  Span only_errors = {};          ///< In `indices`, error indices; empty: every retriable one.
};

enum class ActorKind : std::uint8_t { kProcessor, kChoiceRouter, kPlanRouter };
enum class Effect : std::uint8_t { kNoEffect, kIdempotent, kAtLeastOnce };

struct Actor {
  std::string_view name = {};
  ActorKind kind = ActorKind::kProcessor;
  Span params = {};             ///< In `members`.
  Span results = {};            ///< In `members`. Routers: empty.
  Span labels = {};             ///< Choice router: labels, in `strings`.
  Span steps = {};              ///< Plan router: listed actors and flows, in `strings`.
  std::uint32_t max_steps = 0;  ///< Plan router.
  Span raises = {};             ///< In `indices`: declared errors.
  std::int64_t timeout_ns = 0;
  Index retry = kNone;  ///< In `retries`; kNone: one attempt.
  Effect effect = Effect::kNoEffect;
  Index effect_key = kNone;  ///< Program over the params; kNone: per call.
  bool effect_shared = false;
  Index undo = kNone;  ///< Actor.
  std::uint32_t concurrency = 1;
  std::string_view contract = {};  ///< Digest of params, results, labels, raises; 16 hex digits.
};

struct Flow {
  std::string_view name = {};
  Index envelope = kNone;
  Index entry = kNone;      ///< Point.
  std::int64_t sla_ns = 0;  ///< 0: none.
  Span loops = {};          ///< Loop ids of this flow are consecutive.
};

struct Loop {
  std::string_view name = {};  ///< Path of the loop, for people.
  std::uint32_t max = 0;
};

// ---------------------------------------------------------------- expressions

/// A program is a run of instructions for a stack machine. "Absent" is a value of its own,
/// made by the soft loads and consumed by kIsPresent and kJumpIfPresent only.
enum class Op : std::uint8_t {
  kConstant,   ///< push constants[a]
  kField,      ///< push payload slot a; absent: expression_error
  kFieldSoft,  ///< push payload slot a or absent
  kParam,      ///< push argument a (effect keys, stub conditions; undo params, where results follow)
  kParamSoft,
  kVariable,    ///< push the `each` value with variable id a
  kCaught,      ///< push member a (0 name, 1 message, 2 actor, 3 detail) of clause frame b levels up
  kMember,      ///< pop record; push member a; absent optional: expression_error
  kMemberSoft,  ///< pop record or absent; push member a or absent
  kTag,         ///< pop union; push the value of tag a; another tag: expression_error
  kTagSoft,
  kJsonMember,  ///< pop json; push member strings[a]; absent: expression_error
  kJsonMemberSoft,
  kIndex,  ///< pop key, pop list, map or json; push element; absent: expression_error
  kIndexSoft,
  kIsPresent,      ///< pop; push bool: neither absent nor null
  kJumpIfPresent,  ///< present: keep it and go to a; else pop it
  kJump,           ///< go to a (index within the program)
  kJumpIfFalse,    ///< pop bool; false: go to a
  kNot,
  kNegate,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kRemainder,  ///< ints, floats, strings (+), times, durations
  kToFloat,    ///< int on top becomes float
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kIn,      ///< pop container, pop element; push bool
  kList,    ///< pop a values; push a list of them
  kRecord,  ///< pop one value per member of type a (null: absent); push the record
  kUnion,   ///< pop value; push union of type a with tag b
  kMap,     ///< pop a pairs key, value; push a map
  kCall,    ///< function a (enum Function) with b arguments
};

enum class Function : std::uint8_t {
  kLen,
  kLower,
  kUpper,
  kTrim,
  kContains,
  kStartsWith,
  kEndsWith,
  kMatches,
  kMin,
  kMax,
  kAbs,
  kToInt,
  kToFloat,
  kToString,
};

struct Instruction {
  Op op = Op::kConstant;
  Index a = 0;
  Index b = 0;
};

/// `result` tells the evaluator's caller what type stands on the stack at the end.
struct Program {
  Span code = {};        ///< In `code`; jump targets count from `code.first`.
  Index result = kNone;  ///< Type.
};

// ---------------------------------------------------------------- program points

enum class PointKind : std::uint8_t {
  kCall,          ///< Deliver to processor `actor`; results by `writes`; then `next`.
  kAsk,           ///< Deliver to choice router `actor`; `targets[label]` follows.
  kFollow,        ///< Deliver to plan router `actor`, push a follow frame with the steps that it returned;
                  ///< then `next`, a kFollowNext. `targets[i]` is where step i of the actor starts; one of
                  ///< `once` may be returned once only.
  kFollowNext,    ///< Take the first step of the follow frame and go to its target at the frame's kFollow;
                  ///< none left: pop the frame; then `next`.
  kFlowCall,      ///< Push a call frame for flow `callee`, go to its entry; on return `next`. With
                  ///< `own_envelope` the frame keeps the payload, `bindings` fill a fresh one, and on
                  ///< return `writes` carry its fields back; an error brings the kept payload back alone.
  kReturn,        ///< Leave the flow: pop its call frame, or end the envelope well.
  kSet,           ///< Evaluate `program`, write it by `writes` (one entry); then `next`.
  kBranch,        ///< `program` is bool: targets[0] if true, else targets[1].
  kMatch,         ///< `program` is the subject; `cases` in order; `targets.back()` is the rest.
  kLoopStart,     ///< Set the counter of `loop` to 0; then `next`.
  kLoopRound,     ///< Counter below max: add 1, targets[0] (body); else targets[1] (exhausted), the
                  ///< counter kept: a kUnwind or a handler drops it.
  kUnwind,        ///< Pop `frames` frames, drop the counters `loops`; then `next`. A saga frame that goes
                  ///< so, or with its call frame, gives its undo calls to the saga frame below, if any.
  kFinallyEnter,  ///< Push a finally frame whose pending exit is `exit`; then `next`. With kExitError
                  ///< it is reached from a kCatch only, and the frame takes the error in hand.
  kFinallyExit,   ///< Pop the finally frame; go on with its exit: `targets[exit]`; or its error arises
                  ///< here, by this point's own handler.
  kCatch,         ///< An error in hand arrives here: first matching entry of `cases` pushes a clause
                  ///< frame with it and takes its target; none: targets.back() (a kFinallyEnter with
                  ///< kExitError) if present, else the error goes on by this point's own handler.
                  ///< A case for `any` matches every error whose own class is not fatal.
  kRaise,         ///< Raise error `error`, message `program`, detail `detail`.
  kReraise,       ///< Raise the error of the innermost clause frame again, its actor kept; the frame
                  ///< itself goes as the handler says.
  kFork,       ///< One child per entry of `targets`, with a branch frame, joined by `fork`. Joined: `next`,
               ///< a kJoin. A join that fails is an error that arises here, and merges nothing.
  kEachFork,   ///< The same with one child per element of list `program`: all start at targets[0], with
               ///< a branch frame and, above it, an each frame.
  kJoin,       ///< What kFork or kEachFork opened is merged; then `next`.
  kBranchEnd,  ///< A child ends here: well, or failed if an error arrives. Its branch frame tells which
               ///< join waits for it; a copy that kTap made has none.
  kPark,       ///< Wait for signal `signal` of type `type`, `writes` (one entry) stores it; then `next`.
               ///< After `timeout_ns`: targets[0], or error `timeout` if there is none.
  kTap,        ///< Send a copy, with a branch frame without a join, to point targets[0]; then `next`.
  kSagaEnter,  ///< Push a saga frame; then `next`. Calls that succeed above it add their `undo` to it.
  kSagaExit,   ///< Pop the saga frame, as kUnwind does; then `next`.
  kUndo,       ///< An error arrives here: the saga frame takes it and its undo calls are delivered, the
               ///< last one first; then the frame goes and the error arises by this point's own handler.
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

enum class Wait : std::uint8_t { kAll, kCount };

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

/// What programs are made of and speak about. A scenario set brings a pool of its own that
/// begins with the entries of its mesh's table, so that indices of the table hold in both.
struct Pool {
  Array<std::string_view> strings = {};
  Array<Index> indices = {};
  Array<Type> types = {};
  Array<Member> members = {};
  Array<Constant> constants = {};
  Array<Index> constant_children = {};
  Array<Instruction> code = {};
  Array<Program> programs = {};
};

/// The whole table.
struct RouteTable {
  std::uint32_t version = kRouteTableVersion;
  std::string_view mesh = {};
  std::string_view digest = {};  ///< 16 hex digits; depends on meaning only.
  Pool pool = {};
  Array<EnvelopeSchema> envelopes = {};
  Array<Field> fields = {};
  Array<ErrorKind> errors = {};
  Array<RetryPolicy> retries = {};
  Array<Actor> actors = {};  ///< Sorted by name.
  Array<Flow> flows = {};    ///< Sorted by name.
  Array<Loop> loops = {};
  Array<Handler> handlers = {};
  Array<Binding> bindings = {};
  Array<Write> writes = {};
  Array<Case> cases = {};
  Array<Collect> collects = {};
  Array<Fork> forks = {};
  Array<Point> points = {};  ///< Sorted by name.
};

/// The entries of `all` that `span` names.
template <typename T>
constexpr Array<T> Slice(const Array<T>& all, Span span) {
  return {all.data + span.first, span.count};
}

}  // namespace mesh::contract

/// What `lib<mesh>_routes.so` exports (C ABI). The table lives as long as the library is loaded.
extern "C" {
std::uint32_t mesh_routes_version(void);
const char* mesh_routes_digest(void);
const mesh::contract::RouteTable* mesh_routes_table(void);
}
