// Which fields may be absent where they are read.
#pragma once

#include <map>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

/// For many questions about one file.
class PresenceMap {
 public:
  PresenceMap(const CheckedRoot& root, source::FileId file);

  /// True if `mention` reads a field of a flow's envelope that not every path to there has given a value.
  bool IsMaybePresent(const sema::Mention& mention) const;

 private:
  const CheckedRoot& root_;
  std::map<std::uint32_t, ir::PointId> points_;  ///< By begin: the innermost statement of that place.
};

}  // namespace meshc::queries
