// Declared errors in an order in which parents come before their children.
#pragma once

#include "compiler/sema/context.h"

namespace meshc::sema {

struct ErrorSource {
  const Symbol* symbol = nullptr;
  const syntax::ErrorDeclaration* declaration = nullptr;
  ErrorId error;
  std::uint32_t depth = 0;  ///< Number of ancestors.
};

std::vector<ErrorSource> SortedErrorSources(Context& context);

}  // namespace meshc::sema
