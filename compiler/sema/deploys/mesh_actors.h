// The actors of the whole mesh, by name.
//
// A deploy places all of them, so it may name each without importing the file that declares it: their
// names are unique in a mesh.
#pragma once

#include <llvm/ADT/StringMap.h>

#include "compiler/sema/deploys/setting_words.h"

namespace meshc::sema {

class MeshActors {
 public:
  explicit MeshActors(const Context& context);

  /// Reports a name that is no actor's. To be deployed is no use: an actor that no flow calls stays
  /// unused.
  ActorId Find(const SettingScope& scope, const syntax::QualifiedName& name) const;

 private:
  SymbolId FindSymbol(const SettingScope& scope, const syntax::QualifiedName& name) const;

  llvm::StringMap<SymbolId> names_;  ///< Actors and flows.
  bool incomplete_ = false;          ///< A file is missing, so an unknown name may be one of its names.
};

}  // namespace meshc::sema
