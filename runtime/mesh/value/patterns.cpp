#include "mesh/value/patterns.h"

#include <re2/re2.h>

namespace mesh {

std::string_view FindBadPattern(const contract::Pool& pool) {
  re2::RE2::Options quiet;
  quiet.set_log_errors(false);
  for (const contract::Type& type : pool.types) {
    const re2::StringPiece pattern(type.pattern.data(), type.pattern.size());
    if (!type.pattern.empty() && !re2::RE2(pattern, quiet).ok()) return type.pattern;
  }
  return {};
}

}  // namespace mesh
