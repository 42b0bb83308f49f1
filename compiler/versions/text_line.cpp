#include "compiler/versions/text_line.h"

#include "compiler/budget/words.h"
#include "mesh/value/utf8.h"

namespace meshc::versions {

std::string TextLine(std::string_view line) {
  return mesh::ShowControls(mesh::MendUtf8(std::string(line))) + "\n";
}

std::string TimeText(std::int64_t nanoseconds) { return budget::TimeText(budget::Amount(nanoseconds)); }

}  // namespace meshc::versions
