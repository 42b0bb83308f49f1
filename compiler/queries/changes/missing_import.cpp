#include "compiler/queries/changes/missing_import.h"

#include <llvm/Support/Casting.h>

#include <algorithm>
#include <array>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/loading/library.h"
#include "compiler/queries/changes/head_end.h"

namespace meshc::queries {

bool LacksAName(const diagnostics::Diagnostic& finding) {
  namespace diag = diagnostics::diag;
  static constexpr std::array kCodes{
      diag::UnknownType.code, diag::UnknownEnvelope.code, diag::UnknownError.code, diag::UnknownActor.code,
      diag::UnknownFlow.code, diag::UnknownPolicy.code,   diag::UnknownFlavor.code};
  return std::find(kCodes.begin(), kCodes.end(), finding.code) != kCodes.end();
}

std::optional<diagnostics::Edit> ImportOf(const CheckedRoot& root, source::FileId id,
                                          const std::string& target) {
  const syntax::File* file = root.FileOf(id);
  if (file == nullptr) return std::nullopt;
  for (const syntax::Declaration* declaration : file->declarations) {
    const auto* import = llvm::dyn_cast<syntax::ImportDeclaration>(declaration);
    if (import != nullptr && import->target == target) return std::nullopt;
  }
  const std::uint32_t end = EndOfHead(root, *file);
  const bool library = target.starts_with("std.");
  const std::string line = library ? "import " + target + ";" : "import \"" + target + "\";";
  return diagnostics::Edit{{id, end, end}, end == 0 ? line + "\n" : "\n" + line};
}

std::vector<std::string> LibrariesThatBring(std::string_view name) {
  std::vector<std::string> found;
  for (const std::string_view library : loading::LibraryNames()) {
    source::SourceManager sources;
    diagnostics::Diagnostics unheard;
    const source::FileId id = sources.Add(std::string(library), std::string(loading::FindLibrary(library)));
    const syntax::File file = syntax::ParseFile(sources, id, unheard);
    const bool brings = std::ranges::any_of(file.declarations, [&](const syntax::Declaration* each) {
      return each->kind != syntax::DeclarationKind::kImport && std::string_view(each->name.text) == name;
    });
    if (brings) found.push_back("std." + std::string(library));
  }
  return found;
}

bool Brings(const CheckedRoot& root, source::FileId file, std::string_view name) {
  const auto& all = root.names().all();
  return std::any_of(all.begin(), all.end(), [&](const Declared& declared) {
    return declared.name.file == file && !declared.is_part() && declared.kind != DeclaredKind::kImportAlias &&
           declared.kind != DeclaredKind::kScenario && root.Text(declared.name) == name;
  });
}

}  // namespace meshc::queries
