#include "compiler/sema/suggest.h"

namespace meshc::sema {

namespace {

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

void Suggest(Context& context, diagnostics::Builder report, const syntax::Identifier& name,
             const std::vector<std::string_view>& candidates) {
  const auto nearest = Near(context, {name.text.data(), name.text.size()}, candidates);
  if (nearest.name.empty()) return;
  const std::string meant(nearest.name);
  report.AddFix("did you mean `" + meant + "`?", {{name.range, meant}},
                nearest.alone ? diagnostics::Applicability::kMachine : diagnostics::Applicability::kMaybe);
}

NameList ListNames(std::vector<std::string> names) {
  constexpr std::size_t kShown = 8;
  if (names.size() <= kShown + 1) return diagnostics::JoinNames(names);
  const std::size_t more = names.size() - kShown;
  std::string text;
  for (std::size_t i = 0; i < kShown; ++i) text += "`" + names[i] + "`, ";
  text.erase(text.size() - 2);
  return {text + " and " + std::to_string(more) + " more"};
}

}  // namespace meshc::sema
