#include "compiler/analysis/arising.h"

#include <map>

#include "compiler/analysis/failures.h"

namespace meshc::analysis {

types::ArisingErrors FindArising(const ir::Mesh& mesh) {
  types::ArisingErrors arising;
  ErrorSets sets(mesh.declarations);
  const OwnErrors own(mesh, sets);
  for (const types::ActorId actor : mesh.declarations.actors.ids())
    arising.AddCall(sets.List(own.OfCall(actor)));
  std::map<std::uint32_t, std::vector<types::ErrorId>> lists;  // By set: many points share few.
  for (const ir::Point& point : mesh.points) {
    const SetId set = own.BesidesCall(point);
    if (set.empty()) continue;
    const auto [list, fresh] = lists.try_emplace(set.index);
    if (fresh) list->second = sets.List(set);
    arising.AddAt(point.origin, list->second);
  }
  return arising;
}

}  // namespace meshc::analysis
