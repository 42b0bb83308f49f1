// The functions of expressions, as editors show them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/types/type.h"

namespace meshc::queries {

struct Function {
  std::string name;
  std::vector<std::string> params;  ///< As a signature shows them.
  std::vector<types::TypeKind> of;  ///< What its first argument may be; best first.
  std::string rest;                 ///< Its other argument, where one has to stand; empty: it has none.
};

/// In the order in which they are offered.
const std::vector<Function>& Functions();

}  // namespace meshc::queries
