#include "compiler/sema/names/suggest.h"

#include <llvm/ADT/StringRef.h>

#include <algorithm>
#include <utility>

#include "compiler/diagnostics/edit_distance.h"
#include "compiler/diagnostics/name_list.h"

namespace meshc::sema {

namespace {

/// A name that can only be meant: one letter differs, or two stand in each other's place. Of short names
/// every letter counts.
bool IsSlip(llvm::StringRef written, llvm::StringRef meant) {
  constexpr std::size_t kShort = 4;
  if (written.equals_insensitive(meant)) return true;
  if (std::min(written.size(), meant.size()) < kShort) return false;
  if (diagnostics::EditDistance({written.data(), written.size()}, {meant.data(), meant.size()}, 1) <= 1)
    return true;
  const auto* differs = std::mismatch(written.begin(), written.end(), meant.begin(), meant.end()).first;
  const auto at = static_cast<std::size_t>(differs - written.begin());
  return written.size() == meant.size() && at + 1 < written.size() && written[at] == meant[at + 1] &&
         written[at + 1] == meant[at] && written.substr(at + 2) == meant.substr(at + 2);
}

diagnostics::NearName Near(Context& context, std::string_view name,
                           const std::vector<std::string_view>& candidates) {
  if (context.suggestions_left == 0) return {};
  --context.suggestions_left;
  return diagnostics::Nearest(name, candidates);
}

}  // namespace

std::string NearestOf(Context& context, std::string_view name,
                      const std::vector<std::string_view>& candidates) {
  return std::string(Near(context, name, candidates).name);
}

bool Suggest(Context& context, diagnostics::Builder report, const syntax::Identifier& name,
             const std::vector<std::string_view>& candidates) {
  const auto nearest = Near(context, {name.text.data(), name.text.size()}, candidates);
  if (nearest.name.empty()) return false;
  const std::string meant(nearest.name);
  report.AddFix("did you mean `" + meant + "`?", {{name.range, meant}},
                nearest.alone && IsSlip(name.text, meant) ? diagnostics::Applicability::kMachine
                                                          : diagnostics::Applicability::kMaybe);
  return true;
}

NameList ListNames(std::vector<std::string> names) { return diagnostics::ListNames(std::move(names)); }

}  // namespace meshc::sema
