#include "compiler/sema/expressions/whole_number.h"

#include <algorithm>
#include <string>

#include "mesh/value/json_number.h"

namespace meshc::sema {

std::optional<std::int64_t> WholeNumber(llvm::StringRef literal) {
  std::string digits = literal.str();
  digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
  return mesh::WholeNumber(digits);
}

}  // namespace meshc::sema
