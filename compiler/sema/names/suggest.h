// Near-miss suggestions: `did you mean ...`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "compiler/sema/context.h"

namespace meshc::sema {

/// Adds a fix that replaces `name` by the nearest candidate; false: none is near enough to be meant.
bool Suggest(Context& context, diagnostics::Builder report, const syntax::Identifier& name,
             const std::vector<std::string_view>& candidates);

/// The candidate that is near enough to `name` to be meant; empty: none is.
std::string NearestOf(Context& context, std::string_view name,
                      const std::vector<std::string_view>& candidates);

/// "`a`, `b` and `c`"; a long list ends in "and N more".
NameList ListNames(std::vector<std::string> names);

/// The names of declarations, members, values ... as candidates.
template <typename Items>
std::vector<std::string_view> NamesOf(const Items& items) {
  std::vector<std::string_view> names;
  for (const auto& item : items) names.push_back(item.name);
  return names;
}

}  // namespace meshc::sema
