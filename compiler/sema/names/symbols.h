// The names of a mesh: what is declared, and which names each file sees.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringRef.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/source/source_range.h"
#include "compiler/support/id.h"
#include "compiler/syntax/declaration.h"

namespace meshc::sema {

using SymbolId = Id<struct SymbolTag>;

enum class SymbolKind : std::uint8_t {
  kTypeAlias,
  kRecord,
  kEnum,
  kUnion,
  kEnvelope,
  kError,
  kProcessor,
  kRouter,
  kFlow,
  kPolicy,
  kFlavor,
  kDeploy,
};

/// The namespaces of the language: a name is unique within one of them.
enum class Space : std::uint8_t { kTypes, kErrors, kActors, kPlatform };
inline constexpr std::size_t kSpaceCount = 4;

Space SpaceOf(SymbolKind kind);
/// `record`
std::string_view Noun(SymbolKind kind);
/// `a record`, `an enum`
std::string WithArticle(std::string_view noun);

struct Symbol {
  SymbolKind kind = SymbolKind::kRecord;
  llvm::StringRef name;
  const syntax::Declaration* declaration = nullptr;
  source::FileId file;
  std::uint32_t index = 0;  ///< In the store of its kind.
  bool used = false;        ///< Named somewhere outside of scenarios.
  std::string deprecated;   ///< Why, if it is.
};

/// What a name means in one file.
struct Visible {
  SymbolId symbol;
  const syntax::ImportDeclaration* import = nullptr;  ///< Null: declared in the file itself.
};

struct FileScope {
  std::array<llvm::StringMap<Visible>, kSpaceCount> names;
  std::vector<SymbolId> own;  ///< What the file declares, in source order, duplicates left out.
  /// Files by import alias; no file: it could not be loaded.
  llvm::StringMap<source::FileId> aliases;
  /// An import without alias could not be loaded, so an unknown name may be one of its names.
  bool incomplete = false;
};

struct SymbolTable {
  Store<SymbolId, Symbol> symbols;
  std::vector<FileScope> scopes;  ///< By FileId.

  const FileScope& ScopeOf(source::FileId file) const { return scopes[file.index]; }
};

}  // namespace meshc::sema
