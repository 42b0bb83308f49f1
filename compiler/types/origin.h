// What every declaration has, whatever it declares.
#pragma once

#include <string>

#include "compiler/source/source_range.h"

namespace meshc::types {

/// Where a declaration stands, and what annotations say of it.
struct Origin {
  source::SourceRange range;  ///< The name in its declaration.
  std::string doc;            ///< Text of `///` comments, without markers.
  std::string owner;          ///< @owner
  std::string deprecated;     ///< @deprecated: the reason; empty: not deprecated.
  std::string was;            ///< @was
  bool imported = false;      ///< Declared outside the root file.
};

}  // namespace meshc::types
