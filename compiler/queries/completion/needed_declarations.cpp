#include "compiler/queries/completion/needed_declarations.h"

#include <fmt/format.h>
#include <llvm/Support/Casting.h>

#include <algorithm>
#include <vector>

#include "compiler/support/words.h"

namespace meshc::queries {
namespace {

using syntax::Declaration;
using syntax::DeclarationKind;

/// What stands in nobody's way, and what others may name.
bool MayBeNeeded(const Declaration& declaration) {
  return declaration.kind != DeclarationKind::kScenario && declaration.kind != DeclarationKind::kDeploy &&
         declaration.kind != DeclarationKind::kImport && !declaration.recovered;
}

}  // namespace

NeededDeclarations::NeededDeclarations(const CheckedRoot& root) : root_(root) {
  for (const syntax::File& file : root.compilation().WholeFiles()) {
    for (const Declaration* each : file.declarations) {
      if (!MayBeNeeded(*each)) continue;
      named_[each->name.text].push_back(each);
      const auto* error = llvm::dyn_cast<syntax::ErrorDeclaration>(each);
      if (error != nullptr) below_[error->parent.name.text].push_back(each);
    }
  }
}

void NeededDeclarations::AddNamedIn(std::string_view text) {
  std::vector<std::string_view> open{text};
  const auto add_all = [&](const llvm::StringMap<Declarations>& known, std::string_view word) {
    const auto found = known.find(llvm::StringRef(word.data(), word.size()));
    if (found == known.end()) return;
    for (const Declaration* each : found->second) {
      if (needed_.insert(each).second) open.push_back(root_.Text(each->range));
    }
  };
  while (!open.empty()) {
    const std::string_view next = open.back();
    open.pop_back();
    EachWord(next, [&](std::string_view word) {
      add_all(named_, word);
      add_all(below_, word);
    });
  }
}

std::string NeededDeclarations::TextOf(const syntax::File& file) const {
  if (std::ranges::any_of(file.declarations, [](const Declaration* each) { return each->recovered; }))
    return std::string(root_.sources().Text(file.id));
  std::string text = MeshLine(file);
  for (const Declaration* each : file.declarations) {
    if (each->kind == DeclarationKind::kImport || Holds(*each))
      text += fmt::format("{}\n", root_.Text(each->range));
  }
  // A file without a word is an error.
  return text.empty() ? "// nothing\n" : text;
}

std::string MeshLine(const syntax::File& file) {
  return file.mesh_range.has_value() ? fmt::format("mesh {};\n", file.mesh.str()) : "";
}

}  // namespace meshc::queries
