#include "codegen/helm/literal.h"

namespace meshc::codegen::helm {

std::string Literal(std::string_view text) {
  std::string literal;
  for (const char c : text) {
    if (c == '$') literal += c;
    literal += c;
  }
  return literal;
}

}  // namespace meshc::codegen::helm
