#include "codegen/common/contract_names.h"

namespace meshc::codegen {
namespace {

namespace contract = mesh::contract;

constexpr std::string_view kTypeKinds[] = {
#define MESH_TYPE_KIND(enumerator, name) "TypeKind::" #enumerator,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kConstantKinds[] = {
#define MESH_CONSTANT_KIND(enumerator, name) "ConstantKind::" #enumerator,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kErrorClasses[] = {
#define MESH_ERROR_CLASS(enumerator, name) "ErrorClass::" #enumerator,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kBackoffs[] = {
#define MESH_BACKOFF(enumerator, name) "Backoff::" #enumerator,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kActorKinds[] = {
#define MESH_ACTOR_KIND(enumerator, name) "ActorKind::" #enumerator,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kEffects[] = {
#define MESH_EFFECT(enumerator, name) "Effect::" #enumerator,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kOps[] = {
#define MESH_OP(enumerator, name) "Op::" #enumerator,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kWaits[] = {
#define MESH_WAIT(enumerator, name) "Wait::" #enumerator,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kPointKinds[] = {
#define MESH_POINT_KIND(enumerator, name) "PointKind::" #enumerator,
#include "mesh/contract/enumerations.def"
};

}  // namespace

std::string_view Spell(contract::TypeKind value) { return kTypeKinds[static_cast<std::size_t>(value)]; }
std::string_view Spell(contract::ConstantKind value) {
  return kConstantKinds[static_cast<std::size_t>(value)];
}
std::string_view Spell(contract::ErrorClass value) { return kErrorClasses[static_cast<std::size_t>(value)]; }
std::string_view Spell(contract::Backoff value) { return kBackoffs[static_cast<std::size_t>(value)]; }
std::string_view Spell(contract::ActorKind value) { return kActorKinds[static_cast<std::size_t>(value)]; }
std::string_view Spell(contract::Effect value) { return kEffects[static_cast<std::size_t>(value)]; }
std::string_view Spell(contract::Op value) { return kOps[static_cast<std::size_t>(value)]; }
std::string_view Spell(contract::Wait value) { return kWaits[static_cast<std::size_t>(value)]; }
std::string_view Spell(contract::PointKind value) { return kPointKinds[static_cast<std::size_t>(value)]; }

}  // namespace meshc::codegen
