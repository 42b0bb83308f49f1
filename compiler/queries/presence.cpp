#include "compiler/queries/presence.h"

namespace meshc::queries {

PresenceMap::PresenceMap(const CheckedRoot& root, source::FileId file) : root_(root) {
  const ir::Mesh* mesh = root.mesh();
  if (mesh == nullptr) return;
  for (const ir::PointId id : mesh->points.ids()) {
    const ir::Point& point = mesh->points[id];
    if (!point.implied && point.origin.file == file) points_.try_emplace(point.origin.begin, id);
  }
}

bool PresenceMap::IsMaybePresent(const sema::Mention& mention) const {
  auto behind = points_.upper_bound(mention.range.begin);
  const ir::Mesh* mesh = root_.mesh();
  while (behind != points_.begin()) {
    --behind;
    const ir::Point& point = mesh->points[behind->second];
    if (point.origin.end < mention.range.end) continue;
    const auto fields = root_.paths()->FieldsAt(behind->second);
    const auto& known = mesh->declarations.envelopes[mesh->flows[point.flow].envelope].fields;
    for (std::size_t slot = 0; slot < fields.size() && slot < known.size(); ++slot) {
      if (known[slot].origin.range == mention.declared) return fields[slot] == analysis::Presence::kMaybe;
    }
    return false;
  }
  return false;
}

}  // namespace meshc::queries
