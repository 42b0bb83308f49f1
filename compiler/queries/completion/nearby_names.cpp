#include "compiler/queries/completion/nearby_names.h"

#include <algorithm>

namespace meshc::queries {
namespace {

/// It stands there, and what it means is declared somewhere.
bool Counts(const sema::Mention& mention) {
  return !sema::IsImplied(mention.access) && mention.declared.has_value();
}

}  // namespace

NearbyNames::NearbyNames(const CheckedRoot& root, Place place) {
  CountDistances(root.compilation().mentions, place);
  FindFollowers(root.compilation().mentions, place);
}

NearbyNames::Order NearbyNames::OrderOf(const Declared* declared) const {
  const auto found = declared == nullptr ? orders_.end() : orders_.find(NameOf(declared->name));
  return found == orders_.end() ? Order{} : found->second;
}

void NearbyNames::CountDistances(const sema::Mentions& mentions, Place place) {
  for (const sema::Mention& mention : mentions) {
    if (mention.range.file != place.file || !Counts(mention)) continue;
    const std::uint32_t at = mention.range.begin;
    std::uint32_t& distance = orders_[NameOf(mention.declared)].distance;
    distance = std::min(distance, at < place.offset ? place.offset - at : at - place.offset);
  }
}

/// Mentions are in the order of places.
void NearbyNames::FindFollowers(const sema::Mentions& mentions, Place place) {
  const sema::Mention* before = nullptr;
  for (const sema::Mention& mention : mentions) {
    const bool earlier = mention.range.file == place.file && mention.range.end < place.offset;
    if (earlier && Counts(mention)) before = &mention;
  }
  if (before == nullptr) return;
  bool behind = false;
  for (const sema::Mention& mention : mentions) {
    if (!Counts(mention)) continue;
    if (behind) orders_[NameOf(mention.declared)].elsewhere = false;
    behind = mention.declared == before->declared && &mention != before;
  }
}

}  // namespace meshc::queries
