// The resolved declarations of a mesh: everything but control flow and scenarios.
//
// Made by `sema`, carried unchanged through the mesh IR into every back end. Ids index the
// stores of one `Declarations`. Stores are sorted by name before anything is lowered, so that
// ids, and all output that follows them, do not depend on the order in source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compiler/support/id.h"
#include "compiler/types/constant.h"
#include "compiler/types/deployment.h"
#include "compiler/types/ids.h"
#include "compiler/types/origin.h"
#include "compiler/types/retry.h"
#include "compiler/types/type.h"

namespace meshc::types {

struct Member {
  std::string name;
  TypeId type;
  std::optional<Constant> default_value;
  bool sensitive = false;
  Origin origin;
};

struct Record {
  std::string name;
  std::vector<Member> members;  ///< In source order: the order is part of the type.
  std::vector<std::string> reserved;
  Origin origin;
};

struct EnumValue {
  std::string name;
  Origin origin;
};

struct Enum {
  std::string name;
  bool open = false;
  std::vector<EnumValue> values;
  Origin origin;
};

struct Union {
  std::string name;
  std::vector<Member> tags;
  Origin origin;
};

/// How often a field may be written.
enum class WriteMode : std::uint8_t { kOnce, kVar, kLog };

struct Field {
  std::string name;
  TypeId type;  ///< A log field: the list type.
  WriteMode mode = WriteMode::kOnce;
  bool in = false;
  bool out = false;
  bool sensitive = false;
  std::optional<Constant> default_value;
  Origin origin;
};

struct Envelope {
  std::string name;
  std::vector<Field> fields;  ///< In source order; a field's slot is its index.
  std::vector<std::string> reserved;
  Origin origin;
};

enum class ErrorClass : std::uint8_t { kRetriable, kRecoverable, kFatal };

/// Built-in errors stand first, in this order, which is that of `mesh::contract::BuiltinError`.
enum class BuiltinError : std::uint32_t {
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

constexpr ErrorId IdOf(BuiltinError error) { return {static_cast<std::uint32_t>(error)}; }

struct Error {
  std::string name;
  ErrorId parent;  ///< None only for `any`.
  ErrorClass error_class = ErrorClass::kFatal;
  std::vector<Member> fields;  ///< Inherited ones first.
  TypeId detail;               ///< Record type of `fields`; none: no fields.
  Origin origin;
};

enum class ActorKind : std::uint8_t { kProcessor, kChoiceRouter, kPlanRouter };
enum class EffectKind : std::uint8_t { kNone, kIdempotent, kAtLeastOnce };

struct Effect {
  EffectKind kind = EffectKind::kNone;
  std::uint32_t param = 0;          ///< First link of `by PARAM_PATH`.
  std::vector<std::uint32_t> path;  ///< Member indices below it.
  bool has_key = false;
  bool shared = false;
};

struct Actor {
  std::string name;
  ActorKind kind = ActorKind::kProcessor;
  std::vector<Member> params;
  std::vector<Member> results;
  std::vector<EnumValue> labels;   ///< Choice router.
  std::vector<std::string> steps;  ///< Plan router: actors and flows.
  std::uint32_t max_steps = 0;
  std::vector<ErrorId> raises;  ///< Sorted.
  std::int64_t timeout_ns = 30'000'000'000;
  std::optional<Retry> retry;
  Effect effect;
  ActorId undo;
  std::uint32_t concurrency = 1;
  double cost = 0;  ///< @cost per visit
  Origin origin;
};

struct Declarations {
  std::string mesh;  ///< `shop.support`
  TypeStore types;
  Store<RecordId, Record> records;
  Store<EnumId, Enum> enums;
  Store<UnionId, Union> unions;
  Store<EnvelopeId, Envelope> envelopes;
  Store<ErrorId, Error> errors;
  Store<ActorId, Actor> actors;
  Store<FlavorId, Flavor> flavors;
  Store<DeployId, Deploy> deploys;
};

/// How a type is written: `[string](..50)`, `Order?`.
std::string PrintType(const Declarations& declarations, TypeId type);
/// True if an error of kind `error` is matched by a clause for `clause`; `any` matches every
/// error whose class is not fatal.
bool Matches(const Declarations& declarations, ErrorId error, ErrorId clause);
/// True if `error` is `ancestor` or descends from it by name.
bool DescendsFrom(const Declarations& declarations, ErrorId error, ErrorId ancestor);

}  // namespace meshc::types
