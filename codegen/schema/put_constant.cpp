#include "codegen/schema/put_constant.h"

#include <nlohmann/json.hpp>

#include "codegen/common/pool_builder.h"
#include "mesh/value/json.h"

namespace meshc::codegen {

void PutConstant(const types::Declarations& declarations, const types::Constant& constant, types::TypeId type,
                 nlohmann::ordered_json& target) {
  // The runtime knows how a value looks on the wire; so it need not be said here again.
  PoolBuilder builder(declarations);
  const contract::Index type_index = builder.AddType(type);
  const contract::Index constant_index = builder.AddConstant(constant);
  const contract::Pool pool = builder.pool().View();
  target =
      nlohmann::ordered_json::parse(mesh::ToJson(pool, type_index, mesh::FromConstant(pool, constant_index)));
}

}  // namespace meshc::codegen
