#include "compiler/queries/name_at.h"

#include <algorithm>

namespace meshc::queries {
namespace {

using sema::Mention;
using sema::Mentions;

/// The first mention of the file that begins at `offset` or behind.
Mentions::const_iterator FirstFrom(const Mentions& all, source::FileId file, std::uint32_t offset) {
  return std::lower_bound(all.begin(), all.end(), std::make_pair(file.index, offset),
                          [](const Mention& m, const auto& key) {
                            return std::make_pair(m.range.file.index, m.range.begin) < key;
                          });
}

/// Names do not overlap, so the last one that begins before the place decides.
const Mention* FindMention(const Mentions& all, Place place) {
  auto behind = FirstFrom(all, place.file, place.offset + 1);
  while (behind != all.begin()) {
    const Mention& candidate = *--behind;
    if (candidate.range.file != place.file || candidate.range.end < place.offset) return nullptr;
    if (!sema::IsImplied(candidate.access)) return &candidate;
  }
  return nullptr;
}

}  // namespace

std::optional<NameAt> FindNameAt(const CheckedRoot& root, Place place) {
  if (const Declared* declared = root.names().At(place.file, place.offset))
    return NameAt{declared->name, declared, true};
  const Mention* mention = FindMention(root.compilation().mentions, place);
  if (mention == nullptr) return std::nullopt;
  const Declared* declared = root.names().Find(mention->declared);
  if (declared == nullptr) return std::nullopt;
  return NameAt{mention->range, declared, false};
}

std::vector<Mention> MentionsIn(const CheckedRoot& root, source::SourceRange within) {
  std::vector<Mention> found;
  const Mentions& all = root.compilation().mentions;
  for (auto it = FirstFrom(all, within.file, within.begin);
       it != all.end() && it->range.file == within.file && it->range.begin < within.end; ++it)
    found.push_back(*it);
  return found;
}

}  // namespace meshc::queries
