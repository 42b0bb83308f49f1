// The compiler's enumerations as those of the route table. None relies on the order of the other: a new
// enumerator on the compiler's side does not compile until it is given a counterpart.
#pragma once

#include "compiler/ir/expression.h"
#include "compiler/types/declarations.h"
#include "mesh/contract/route_table.h"

namespace meshc::codegen {

mesh::contract::TypeKind ToContract(types::TypeKind kind);  ///< Of a type that programs may have.
mesh::contract::ConstantKind ToContract(types::ConstantKind kind);
mesh::contract::ErrorClass ToContract(types::ErrorClass error_class);
mesh::contract::Backoff ToContract(types::Backoff backoff);
mesh::contract::ActorKind ToContract(types::ActorKind kind);
mesh::contract::Effect ToContract(types::EffectKind kind);
mesh::contract::Function ToContract(ir::Function function);

}  // namespace meshc::codegen
