#include "compiler/queries/raised_error.h"

#include <algorithm>

namespace meshc::queries {

const types::Error* FindRaised(const types::Declarations& declarations, const Words& head) {
  auto end = head.end();
  if (end != head.begin() && *std::prev(end) == "()") --end;
  const auto raises = std::find_if(
      head.begin(), end, [](const std::string& word) { return word == "raise" || word == "raises"; });
  if (raises == end || std::next(raises) == end) return nullptr;
  // The last word of a qualified name tells, as it does of steps.
  const auto found = std::ranges::find(declarations.errors, *std::prev(end), &types::Error::name);
  return found == declarations.errors.end() ? nullptr : &*found;
}

}  // namespace meshc::queries
