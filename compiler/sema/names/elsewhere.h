// What a check has to know of flows whose bodies it does not see.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "compiler/source/source_range.h"

namespace meshc::sema {

/// Found by a former check of the same flows, which saw their bodies.
struct Elsewhere {
  bool has_errors = false;
  /// All heads stand as they stood: what is wrong with their names alone is known, and not looked for again.
  bool heads_are_known = false;
  std::vector<source::SourceRange> used;  ///< Names of what is declared, in the order of places.

  static bool IsBefore(source::SourceRange a, source::SourceRange b) {
    return std::tie(a.file.index, a.begin) < std::tie(b.file.index, b.begin);
  }
  bool Uses(source::SourceRange name) const {
    return std::binary_search(used.begin(), used.end(), name, IsBefore);
  }
};

}  // namespace meshc::sema
