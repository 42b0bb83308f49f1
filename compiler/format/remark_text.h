// The text of a comment as it is written anew.
#pragma once

#include <string>
#include <vector>

#include "compiler/format/cursor.h"

namespace meshc::format {

struct RemarkText {
  std::vector<std::string> lines;  ///< Without blanks at their ends.
  /// A block each of whose lines begins with `*`: they are moved with it. The lines of other
  /// blocks stay in their columns.
  bool starred = false;
};

RemarkText ReadRemark(const Remark& remark);

}  // namespace meshc::format
