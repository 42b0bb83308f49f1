#include "mesh/route/table_names.h"

#include <iterator>

namespace mesh::route {
namespace {

constexpr std::string_view kTypeKinds[] = {"bool",      "int",      "float", "string", "bytes",
                                           "timestamp", "duration", "json",  "list",   "map",
                                           "optional",  "record",   "enum",  "union"};
constexpr std::string_view kConstantKinds[] = {"null",      "bool",     "int",  "float", "string", "bytes",
                                               "timestamp", "duration", "list", "map",   "record", "union"};
constexpr std::string_view kErrorClasses[] = {"retriable", "recoverable", "fatal"};
constexpr std::string_view kBackoffs[] = {"constant", "linear", "exponential"};
constexpr std::string_view kActorKinds[] = {"processor", "choice_router", "plan_router"};
constexpr std::string_view kEffects[] = {"none", "idempotent", "at_least_once"};
constexpr std::string_view kWaits[] = {"all", "count"};
constexpr std::string_view kOps[] = {"constant",
                                     "field",
                                     "field_soft",
                                     "param",
                                     "param_soft",
                                     "variable",
                                     "caught",
                                     "member",
                                     "member_soft",
                                     "tag",
                                     "tag_soft",
                                     "json_member",
                                     "json_member_soft",
                                     "index",
                                     "index_soft",
                                     "is_present",
                                     "jump_if_present",
                                     "jump",
                                     "jump_if_false",
                                     "not",
                                     "negate",
                                     "add",
                                     "subtract",
                                     "multiply",
                                     "divide",
                                     "remainder",
                                     "to_float",
                                     "equal",
                                     "not_equal",
                                     "less",
                                     "less_equal",
                                     "greater",
                                     "greater_equal",
                                     "in",
                                     "list",
                                     "record",
                                     "union",
                                     "map",
                                     "call"};
constexpr std::string_view kPointKinds[] = {
    "call",   "ask",   "follow",     "follow_next", "flow_call", "return",        "set",
    "branch", "match", "loop_start", "loop_round",  "unwind",    "finally_enter", "finally_exit",
    "catch",  "raise", "reraise",    "fork",        "each_fork", "join",          "branch_end",
    "park",   "tap",   "saga_enter", "saga_exit",   "undo"};

/// The lists are as long as the enumerations.
template <typename Enum>
constexpr bool Covers(std::size_t names, Enum last) {
  return names == static_cast<std::size_t>(last) + 1;
}
static_assert(Covers(std::size(kTypeKinds), contract::TypeKind::kUnion));
static_assert(Covers(std::size(kConstantKinds), contract::ConstantKind::kUnion));
static_assert(Covers(std::size(kErrorClasses), contract::ErrorClass::kFatal));
static_assert(Covers(std::size(kBackoffs), contract::Backoff::kExponential));
static_assert(Covers(std::size(kActorKinds), contract::ActorKind::kPlanRouter));
static_assert(Covers(std::size(kEffects), contract::Effect::kAtLeastOnce));
static_assert(Covers(std::size(kWaits), contract::Wait::kCount));
static_assert(Covers(std::size(kOps), contract::Op::kCall));
static_assert(Covers(std::size(kPointKinds), contract::PointKind::kUndo));

}  // namespace

std::span<const std::string_view> NamesOf(contract::TypeKind) { return kTypeKinds; }
std::span<const std::string_view> NamesOf(contract::ConstantKind) { return kConstantKinds; }
std::span<const std::string_view> NamesOf(contract::ErrorClass) { return kErrorClasses; }
std::span<const std::string_view> NamesOf(contract::Backoff) { return kBackoffs; }
std::span<const std::string_view> NamesOf(contract::ActorKind) { return kActorKinds; }
std::span<const std::string_view> NamesOf(contract::Effect) { return kEffects; }
std::span<const std::string_view> NamesOf(contract::Op) { return kOps; }
std::span<const std::string_view> NamesOf(contract::Wait) { return kWaits; }
std::span<const std::string_view> NamesOf(contract::PointKind) { return kPointKinds; }

}  // namespace mesh::route
