#include "compiler/analysis/error_sets.h"

namespace meshc::analysis {
namespace {

constexpr types::ErrorId kAny = types::IdOf(types::BuiltinError::kAny);

/// Each error behind its parent. Those of a cycle, which has been reported, are left out.
std::vector<types::ErrorId> ParentsFirst(const types::Declarations& declarations) {
  std::vector<std::vector<types::ErrorId>> children(declarations.errors.size());
  std::vector<types::ErrorId> order;
  for (const types::ErrorId error : declarations.errors.ids()) {
    const types::ErrorId parent = declarations.errors[error].parent;
    if (parent.has_value())
      children[parent.index].push_back(error);
    else
      order.push_back(error);
  }
  for (std::size_t next = 0; next < order.size(); ++next) {
    const auto& below = children[order[next].index];
    order.insert(order.end(), below.begin(), below.end());
  }
  return order;
}

}  // namespace

ErrorSets::ErrorSets(const types::Declarations& declarations)
    : pool_(declarations.errors.size()), families_(declarations.errors.size()) {
  for (const types::ErrorId error : declarations.errors.ids()) {
    families_[error.index] = Add({}, error);
    if (declarations.errors[error].error_class != types::ErrorClass::kFatal)
      not_fatal_ = Add(not_fatal_, error);
  }
  const std::vector<types::ErrorId> order = ParentsFirst(declarations);
  for (std::size_t i = order.size(); i-- > 0;) {
    const types::ErrorId parent = declarations.errors[order[i]].parent;
    if (!parent.has_value()) continue;
    SetId& family = families_[parent.index];
    family = pool_.Unite(family, families_[order[i].index]);
  }
}

SetId ErrorSets::All() {
  return pool_.Remove(pool_.First(static_cast<std::uint32_t>(families_.size())), kAny.index);
}

SetId ErrorSets::MatchedBy(types::ErrorId error) const {
  return error == kAny ? not_fatal_ : families_[error.index];
}

std::vector<types::ErrorId> ErrorSets::List(SetId set) const {
  std::vector<types::ErrorId> list;
  for (const std::uint32_t member : pool_.Members(set)) list.push_back({member});
  return list;
}

}  // namespace meshc::analysis
