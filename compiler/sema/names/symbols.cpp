#include "compiler/sema/names/symbols.h"

#include "compiler/support/enumerator.h"

namespace meshc::sema {

Space SpaceOf(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::kTypeAlias:
    case SymbolKind::kRecord:
    case SymbolKind::kEnum:
    case SymbolKind::kUnion:
    case SymbolKind::kEnvelope: return Space::kTypes;
    case SymbolKind::kError: return Space::kErrors;
    case SymbolKind::kProcessor:
    case SymbolKind::kRouter:
    case SymbolKind::kFlow: return Space::kActors;
    case SymbolKind::kPolicy:
    case SymbolKind::kFlavor:
    case SymbolKind::kDeploy: return Space::kPlatform;
  }
  NoSuchEnumerator();
}

std::string_view Noun(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::kTypeAlias: return "type";
    case SymbolKind::kRecord: return "record";
    case SymbolKind::kEnum: return "enum";
    case SymbolKind::kUnion: return "union";
    case SymbolKind::kEnvelope: return "envelope";
    case SymbolKind::kError: return "error";
    case SymbolKind::kProcessor: return "processor";
    case SymbolKind::kRouter: return "router";
    case SymbolKind::kFlow: return "flow";
    case SymbolKind::kPolicy: return "policy";
    case SymbolKind::kFlavor: return "flavor";
    case SymbolKind::kDeploy: return "deploy";
  }
  NoSuchEnumerator();
}

std::string WithArticle(std::string_view noun) {
  // `union` starts like "you".
  const bool vowel = noun.find_first_of("aeio") == 0;
  return (vowel ? "an " : "a ") + std::string(noun);
}

}  // namespace meshc::sema
