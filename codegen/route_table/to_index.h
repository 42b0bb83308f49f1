// Ids of the mesh as the table has them.
#pragma once

#include "compiler/support/id.h"
#include "mesh/contract/route_table.h"

namespace meshc::codegen {

template <typename Tag>
mesh::contract::Index ToIndex(Id<Tag> id) {
  return id.has_value() ? id.index : mesh::contract::kNone;
}

}  // namespace meshc::codegen
