#include "compiler/queries/checked_root.h"

#include <utility>

namespace meshc::queries {

CheckedRoot::CheckedRoot(std::unique_ptr<pipeline::Compilation> compilation,
                         std::vector<std::shared_ptr<const void>> shared)
    : shared_(std::move(shared)), compilation_(std::move(compilation)) {}

const DeclaredNames& CheckedRoot::names() const {
  if (names_ == nullptr) names_ = std::make_unique<const DeclaredNames>(compilation_->WholeFiles());
  return *names_;
}

const ir::Mesh* CheckedRoot::mesh() const {
  if (compilation_->mesh) return &*compilation_->mesh;
  return compilation_->remains ? &compilation_->remains->mesh : nullptr;
}

const analysis::Facts* CheckedRoot::facts() const {
  if (compilation_->facts) return &*compilation_->facts;
  return compilation_->remains ? &compilation_->remains->facts : nullptr;
}

const budget::Budgets* CheckedRoot::budgets() const {
  if (compilation_->budgets) return &*compilation_->budgets;
  return compilation_->remains ? &compilation_->remains->budgets : nullptr;
}

const analysis::PathFacts* CheckedRoot::paths() const {
  if (paths_ == nullptr && mesh() != nullptr) paths_ = std::make_unique<const analysis::PathFacts>(*mesh());
  return paths_.get();
}

source::FileId CheckedRoot::FindFile(std::string_view name) const {
  for (std::uint32_t i = 0; i < sources().FileCount(); ++i) {
    if (sources().Name({i}) == name) return {i};
  }
  return {};
}

const syntax::File* CheckedRoot::FileOf(source::FileId id) const {
  for (const syntax::File& file : compilation_->WholeFiles()) {
    if (file.id == id) return &file;
  }
  return nullptr;
}

}  // namespace meshc::queries
