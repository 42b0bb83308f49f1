// The params of what is being called at the cursor.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

struct SignatureParam {
  std::string text;  ///< `text: string(1..4000)`
  std::string doc;
  bool bound = false;  ///< It is given already.
};

struct Signature {
  std::string name;
  std::string doc;
  std::vector<SignatureParam> params;
  std::optional<std::size_t> in_braces;  ///< From this one on they stand in braces behind the others.
  std::optional<std::size_t> active;     ///< The one that is being written.
};

/// None: the cursor is in no call. Works in unfinished text.
std::optional<Signature> FindSignature(const CheckedRoot& root, Place place);

}  // namespace meshc::queries
