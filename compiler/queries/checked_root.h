// What every question is asked of: one root, checked, with everything that the stages handed on.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "compiler/analysis/path_facts.h"
#include "compiler/pipeline/compilation.h"
#include "compiler/queries/declared.h"

namespace meshc::queries {

/// A place that the cursor is at: a byte offset in one file.
struct Place {
  source::FileId file;
  std::uint32_t offset = 0;
};

inline bool Covers(source::SourceRange range, Place place) {
  return range.file == place.file && range.begin <= place.offset && place.offset <= range.end;
}

/// Never changes. Answers refer to it, and to nothing that dies before it. Not thread-safe: what is found at
/// the first question is kept.
class CheckedRoot {
 public:
  /// `shared`: what the compilation refers to and does not own.
  explicit CheckedRoot(std::unique_ptr<pipeline::Compilation> compilation,
                       std::vector<std::shared_ptr<const void>> shared = {});

  const pipeline::Compilation& compilation() const { return *compilation_; }
  const source::SourceManager& sources() const { return compilation_->sources; }
  /// Null: the root could not be read.
  const sema::TypedProgram* program() const {
    return compilation_->program ? &*compilation_->program : nullptr;
  }
  /// Of all that is declared, whatever a focus left unchecked; of flows that are not known whole
  /// (`is_whole`), not of what stands in them.
  const DeclaredNames& names() const;
  /// False: of some flows and scenarios only the findings and mentions are known.
  bool is_whole() const { return compilation_->left_out.empty(); }

  /// The lowered mesh, with gaps where the program has errors; null: nothing is known of its paths.
  const ir::Mesh* mesh() const;
  const analysis::Facts* facts() const;
  const budget::Budgets* budgets() const;
  /// What is known at each point of `mesh()`; null: there is none. Found at the first question.
  const analysis::PathFacts* paths() const;

  /// None: the root does not reach it. `name` is that of the source manager.
  source::FileId FindFile(std::string_view name) const;
  /// Null: it was not parsed.
  const syntax::File* FileOf(source::FileId id) const;
  std::string_view Text(source::SourceRange range) const { return sources().Text(range); }

 private:
  std::vector<std::shared_ptr<const void>> shared_;
  std::unique_ptr<pipeline::Compilation> compilation_;
  mutable std::unique_ptr<const DeclaredNames> names_;
  mutable std::unique_ptr<const analysis::PathFacts> paths_;
};

}  // namespace meshc::queries
