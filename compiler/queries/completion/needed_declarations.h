// Which declarations a text needs so that it can be checked by itself.
#pragma once

#include <llvm/ADT/DenseSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>

#include <string>
#include <string_view>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

/// What the words of texts name in any file of a root, and what that names in turn. By words, as what is
/// broken was not understood: rather too much than too little. Scenarios and deploys are needed by nothing.
class NeededDeclarations {
 public:
  /// `root` must outlive it.
  explicit NeededDeclarations(const CheckedRoot& root);

  void AddNamedIn(std::string_view text);
  bool Holds(const syntax::Declaration& declaration) const { return needed_.contains(&declaration); }
  /// The file with what is needed of it, its head and its imports; whole if it is broken, as then nobody
  /// knows where declarations end.
  std::string TextOf(const syntax::File& file) const;

 private:
  using Declarations = llvm::SmallVector<const syntax::Declaration*, 1>;

  const CheckedRoot& root_;
  llvm::StringMap<Declarations> named_;
  llvm::StringMap<Declarations> below_;  ///< Errors, by the one that they are a case of: it stands for them.
  llvm::DenseSet<const syntax::Declaration*> needed_;
};

/// The line that says which mesh the file is; empty: it is none.
std::string MeshLine(const syntax::File& file);

}  // namespace meshc::queries
