// What a mesh declares: envelopes, errors, actors, flows and their loops.
#pragma once

#include <string_view>

#include "mesh/contract/entry.h"

namespace mesh::contract {

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

enum class ErrorClass : std::uint8_t {
#define MESH_ERROR_CLASS(enumerator, name) enumerator,
#include "mesh/contract/enumerations.def"
};

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

enum class Backoff : std::uint8_t {
#define MESH_BACKOFF(enumerator, name) enumerator,
#include "mesh/contract/enumerations.def"
};

struct RetryPolicy {
  std::uint32_t attempts = 1;  ///< In all, the first one included.
  Backoff backoff = Backoff::kConstant;
  bool jitter = false;
  std::int64_t delay_ns = 0;      ///< First delay; 0: at once.
  std::int64_t max_delay_ns = 0;  ///< 0: unbounded.
  Span only_errors = {};          ///< In `indices`, error indices; empty: every retriable one.
};

enum class ActorKind : std::uint8_t {
#define MESH_ACTOR_KIND(enumerator, name) enumerator,
#include "mesh/contract/enumerations.def"
};
enum class Effect : std::uint8_t {
#define MESH_EFFECT(enumerator, name) enumerator,
#include "mesh/contract/enumerations.def"
};

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

}  // namespace mesh::contract
