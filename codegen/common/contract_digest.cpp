#include "codegen/common/contract_digest.h"

#include <fmt/core.h>

#include "codegen/common/contract_kinds.h"
#include "codegen/common/pool_builder.h"
#include "compiler/support/digest.h"
#include "mesh/route/table_json.h"
#include "mesh/route/table_names.h"

namespace meshc::codegen {
namespace {

bool EveryHandlerMayRaise(types::ErrorId error) {
  using contract::BuiltinError;
  return error.index == static_cast<contract::Index>(BuiltinError::kTimeout) ||
         error.index == static_cast<contract::Index>(BuiltinError::kCrash) ||
         error.index == static_cast<contract::Index>(BuiltinError::kContractViolation);
}

}  // namespace

std::vector<types::ErrorId> RaisableErrors(const types::Declarations& declarations, types::ActorId actor) {
  std::vector<types::ErrorId> raisable;
  for (const types::ErrorId error : declarations.errors.ids()) {
    if (EveryHandlerMayRaise(error) || !declarations.errors[error].parent.has_value()) continue;
    for (const types::ErrorId declared : declarations.actors[actor].raises) {
      if (!types::DescendsFrom(declarations, error, declared)) continue;
      raisable.push_back(error);
      break;
    }
  }
  return raisable;
}

std::string ContractDigest(const types::Declarations& declarations, types::ActorId id) {
  const types::Actor& actor = declarations.actors[id];
  PoolBuilder pool(declarations);
  const contract::Span params = pool.AddMembers(actor.params);
  const contract::Span results = pool.AddMembers(actor.results);
  const contract::ActorKind kind = ToContract(actor.kind);
  std::string text = fmt::format("kind {}\nparams {} {}\nresults {} {}\nmax_steps {}\n",
                                 mesh::route::NamesOf(kind)[static_cast<std::size_t>(kind)], params.first,
                                 params.count, results.first, results.count, actor.max_steps);
  for (const types::EnumValue& label : actor.labels) text += fmt::format("label {}\n", label.name);
  for (const std::string& step : actor.steps) text += fmt::format("step {}\n", step);
  for (const types::ErrorId error : RaisableErrors(declarations, id)) {
    const types::TypeId detail = declarations.errors[error].detail;
    const contract::Index type = detail.has_value() ? pool.AddType(detail) : contract::kNone;
    text += fmt::format("raises {} {}\n", declarations.errors[error].name, type);
  }
  return Digest(text + mesh::route::WritePoolJson(pool.pool().View()), 16);
}

}  // namespace meshc::codegen
