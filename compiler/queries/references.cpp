#include "compiler/queries/references.h"

#include <algorithm>

namespace meshc::queries {

std::vector<Reference> FindReferences(const CheckedRoot& root, const Declared& declared) {
  std::vector<Reference> found{{declared.name, sema::Access::kPlain, true}};
  for (const sema::Mention& mention : root.compilation().mentions) {
    if (mention.declared == declared.name) found.push_back({mention.range, mention.access, false});
  }
  std::sort(found.begin(), found.end(), [](const Reference& a, const Reference& b) {
    return std::make_pair(a.range.file.index, a.range.begin) <
           std::make_pair(b.range.file.index, b.range.begin);
  });
  return found;
}

}  // namespace meshc::queries
