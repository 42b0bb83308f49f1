#include "mesh/route/declared_errors.h"

#include <algorithm>

#include <fmt/format.h>

#include "mesh/route/builtin_errors.h"
#include "mesh/route/check_value.h"
#include "mesh/value/json.h"
#include "mesh/value/zero.h"

namespace mesh::route {
namespace {

using contract::BuiltinError;
using contract::Index;

bool HasOnlyDefaults(const contract::Pool& pool, Index type) {
  const auto members = Slice(pool.members, pool.types[type].members);
  return std::all_of(members.begin(), members.end(), [&](const contract::Member& member) {
    return member.default_value != contract::kNone ||
           pool.types[member.type].kind == contract::TypeKind::kOptional;
  });
}

/// What an error takes up wherever it travels, about as Value::weight counts.
std::size_t WeightOf(const Error& error) {
  return error.name.size() + error.message.size() + error.actor.size() + error.detail.weight();
}

}  // namespace

bool MayRaise(const Router& router, const contract::Actor& actor, Index error) {
  if (error != static_cast<Index>(BuiltinError::kAny) && error < static_cast<Index>(BuiltinError::kCount))
    return true;
  const auto raises = Slice(router.table().pool.indices, actor.raises);
  return std::any_of(raises.begin(), raises.end(), [&](Index each) { return router.IsError(error, each); });
}

Error CheckRaised(const Router& router, const contract::Actor& actor, Error error) {
  const std::size_t weight = WeightOf(error);
  if (weight > router.limits().payload_bytes) {
    return MakeError(BuiltinError::kContractViolation,
                     fmt::format("raised an error of about {} bytes, {} are allowed", weight,
                                 router.limits().payload_bytes),
                     actor.name);
  }
  const Index index = router.FindError(error.name);
  if (index == contract::kNone || !MayRaise(router, actor, index)) {
    return MakeError(BuiltinError::kContractViolation,
                     fmt::format("raised `{}`, which it does not declare: {}", error.name, error.message),
                     actor.name);
  }
  if (error.actor.empty()) error.actor = actor.name;
  const Index type = router.table().errors[index].detail_type;
  if (type == contract::kNone) return error;
  if (!error.detail.present() && HasOnlyDefaults(router.table().pool, type)) {
    error.detail = ZeroOf(router.table().pool, type).value_or(Value());
  }
  if (const auto broken = CheckValue(router, type, error.detail)) {
    return MakeError(BuiltinError::kContractViolation,
                     fmt::format("the detail of `{}`: {}{}{}", error.name, broken->path,
                                 broken->path.empty() ? "" : ": ", broken->message),
                     actor.name);
  }
  return error;
}

std::string_view DeclaredName(const Router& router, std::string_view error) {
  const Index index = router.FindError(error);
  return index != contract::kNone ? router.table().errors[index].name
                                  : BuiltinName(BuiltinError::kContractViolation);
}

}  // namespace mesh::route
