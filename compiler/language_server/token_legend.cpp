#include "compiler/language_server/token_legend.h"

#include <algorithm>
#include <cstring>

#include "compiler/support/enumerator.h"

namespace meshc::language_server {
namespace {

using queries::DeclaredKind;
using syntax::TokenKind;

int TypeNamed(const char* name) {
  const auto& types = TokenTypes();
  const auto found = std::find_if(types.begin(), types.end(),
                                  [&](const char* type) { return std::strcmp(type, name) == 0; });
  return static_cast<int>(found - types.begin());
}

const char* NameOf(DeclaredKind kind) {
  switch (kind) {
    case DeclaredKind::kImportAlias: return "namespace";
    case DeclaredKind::kTypeAlias:
    case DeclaredKind::kUnion: return "type";
    case DeclaredKind::kRecord: return "struct";
    case DeclaredKind::kEnum: return "enum";
    case DeclaredKind::kEnvelope: return "class";
    case DeclaredKind::kError: return "event";
    case DeclaredKind::kProcessor:
    case DeclaredKind::kRouter: return "function";
    case DeclaredKind::kFlow: return "method";
    case DeclaredKind::kPolicy:
    case DeclaredKind::kFlavor:
    case DeclaredKind::kDeploy: return "macro";
    case DeclaredKind::kScenario: return "string";
    case DeclaredKind::kMember:
    case DeclaredKind::kTag:
    case DeclaredKind::kErrorField:
    case DeclaredKind::kField: return "property";
    case DeclaredKind::kParam:
    case DeclaredKind::kResult: return "parameter";
    case DeclaredKind::kValue:
    case DeclaredKind::kLabel: return "enumMember";
    case DeclaredKind::kVariable:
    case DeclaredKind::kClauseVariable: return "variable";
  }
  NoSuchEnumerator();
}

bool IsDeprecated(const queries::Declared& declared) {
  return declared.leading != nullptr &&
         std::any_of(declared.leading->annotations.begin(), declared.leading->annotations.end(),
                     [](const auto& annotation) { return annotation.name.text == "deprecated"; });
}

}  // namespace

const std::vector<const char*>& TokenTypes() {
  static const std::vector<const char*> kTypes = {
      "namespace", "type",   "struct",   "enum",      "class",      "event",    "function",
      "method",    "macro",  "property", "parameter", "enumMember", "variable", "keyword",
      "string",    "number", "operator", "comment",   "decorator"};
  return kTypes;
}

const std::vector<const char*>& TokenModifiers() {
  static const std::vector<const char*> kModifiers = {"declaration", "modification",   "maybePresent",
                                                      "deprecated",  "defaultLibrary", "documentation"};
  return kModifiers;
}

TokenClass ClassOf(const queries::Colour& colour, std::string_view, bool library) {
  if (colour.declared != nullptr) {
    TokenClass result{TypeNamed(NameOf(colour.declared->kind)), 0};
    result.modifiers = (colour.is_declaration ? 1 : 0) | (colour.is_write ? 2 : 0) |
                       (colour.is_maybe_present ? 4 : 0) | (IsDeprecated(*colour.declared) ? 8 : 0) |
                       (library ? 16 : 0);
    return result;
  }
  constexpr int kDocumentation = 32;
  switch (colour.token.kind) {
    case TokenKind::kKeyword: return {TypeNamed("keyword"), 0};
    case TokenKind::kString: return {TypeNamed("string"), 0};
    case TokenKind::kNumber: return {TypeNamed("number"), 0};
    case TokenKind::kOperator: return {TypeNamed("operator"), 0};
    case TokenKind::kComment: return {TypeNamed("comment"), 0};
    case TokenKind::kDocComment: return {TypeNamed("comment"), kDocumentation};
    case TokenKind::kAt: return {TypeNamed("decorator"), 0};
    // A word of the language where it is no name.
    case TokenKind::kWord: return {TypeNamed("keyword"), 0};
    case TokenKind::kName:
    case TokenKind::kPunctuation: return {};
  }
  NoSuchEnumerator();
}

}  // namespace meshc::language_server
