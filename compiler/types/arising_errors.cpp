#include "compiler/types/arising_errors.h"

#include <algorithm>
#include <iterator>

namespace meshc::types {

void ArisingErrors::AddAt(source::SourceRange place, const std::vector<ErrorId>& errors) {
  if (errors.empty()) return;
  const List before = At(place);
  std::vector<ErrorId> all;
  std::set_union(before.begin(), before.end(), errors.begin(), errors.end(), std::back_inserter(all));
  const auto [number, fresh] = numbers_.try_emplace(all, static_cast<std::uint32_t>(lists_.size()));
  if (fresh) lists_.push_back(std::move(all));
  at_[KeyOf(place)] = number->second;
}

ArisingErrors::List ArisingErrors::At(source::SourceRange place) const {
  const auto found = at_.find(KeyOf(place));
  return found == at_.end() ? List{} : List(lists_[found->second]);
}

}  // namespace meshc::types
