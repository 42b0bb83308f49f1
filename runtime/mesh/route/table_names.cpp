#include "mesh/route/table_names.h"

namespace mesh::route {
namespace {

constexpr std::string_view kTypeKinds[] = {
#define MESH_TYPE_KIND(enumerator, name) name,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kConstantKinds[] = {
#define MESH_CONSTANT_KIND(enumerator, name) name,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kErrorClasses[] = {
#define MESH_ERROR_CLASS(enumerator, name) name,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kBackoffs[] = {
#define MESH_BACKOFF(enumerator, name) name,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kActorKinds[] = {
#define MESH_ACTOR_KIND(enumerator, name) name,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kEffects[] = {
#define MESH_EFFECT(enumerator, name) name,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kOps[] = {
#define MESH_OP(enumerator, name) name,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kWaits[] = {
#define MESH_WAIT(enumerator, name) name,
#include "mesh/contract/enumerations.def"
};

constexpr std::string_view kPointKinds[] = {
#define MESH_POINT_KIND(enumerator, name) name,
#include "mesh/contract/enumerations.def"
};

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
