#include "compiler/pipeline/text_layout.h"

#include <llvm/Support/Casting.h>

#include <algorithm>
#include <string_view>

#include "compiler/support/words.h"

namespace meshc::pipeline {
namespace {

using llvm::dyn_cast;
using source::SourceRange;
using syntax::Declaration;

std::uint32_t HeadEnd(const Declaration& declaration) {
  if (const auto* flow = dyn_cast<syntax::FlowDeclaration>(&declaration)) return flow->header.end;
  if (const auto* scenario = dyn_cast<syntax::ScenarioDeclaration>(&declaration)) {
    const SourceRange flow = scenario->flow.range;
    return flow.has_value() ? flow.end : declaration.range.end;
  }
  return declaration.range.end;
}

bool IsPlan(const Declaration& declaration) {
  const auto* router = dyn_cast<syntax::RouterDeclaration>(&declaration);
  return router != nullptr && router->is_plan;
}

bool IsNamed(const Declaration& declaration) {
  return declaration.kind == syntax::DeclarationKind::kFlow || IsPlan(declaration);
}

/// What stands in that file may have changed with no text of ours.
bool ReadsFile(const Declaration& declaration) {
  const auto* scenario = dyn_cast<syntax::ScenarioDeclaration>(&declaration);
  return scenario != nullptr && std::ranges::any_of(scenario->items, [](const syntax::ScenarioItem* item) {
           return !item->file.empty();
         });
}

}  // namespace

std::optional<std::uint32_t> TextLayout::Around(SourceRange range) const {
  const auto file =
      std::ranges::find_if(files, [&](const PlacedFile& each) { return each.id == range.file; });
  if (!range.has_value() || file == files.end()) return std::nullopt;
  const auto begin = declarations.begin() + file->begin;
  const auto behind =
      std::upper_bound(begin, declarations.begin() + file->end, range.begin,
                       [](std::uint32_t at, const PlacedDeclaration& each) { return at < each.range.begin; });
  if (behind == begin || std::prev(behind)->range.end < range.end) return std::nullopt;
  return static_cast<std::uint32_t>(std::prev(behind) - declarations.begin());
}

TextLayout LayoutOf(const source::SourceManager& sources, const std::vector<syntax::File>& files,
                    const diagnostics::Diagnostics& of_texts) {
  TextLayout layout;
  for (const syntax::File& file : files) {
    PlacedFile placed{file.id, std::string(sources.Name(file.id)), std::string(sources.Text(file.id)),
                      static_cast<std::uint32_t>(layout.declarations.size()), 0};
    for (const Declaration* each : file.declarations)
      layout.declarations.push_back(
          {each->kind, each->range, HeadEnd(*each), each->recovered || ReadsFile(*each), {}});
    placed.end = static_cast<std::uint32_t>(layout.declarations.size());
    layout.files.push_back(std::move(placed));
  }
  for (const diagnostics::Diagnostic& found : of_texts.all()) {
    if (const auto number = layout.Around(found.range))
      layout.declarations[*number].mended = true;
    else if (found.severity == diagnostics::Severity::kError)
      layout.has_loose_errors = true;
  }
  return layout;
}

NamedFlows::NamedFlows(const TextLayout& layout, const std::vector<syntax::File>& files) {
  looks_.reserve(layout.declarations.size());
  for (const syntax::File& file : files) {
    for (const Declaration* each : file.declarations) {
      if (IsNamed(*each)) by_name_[each->name.text].push_back(static_cast<std::uint32_t>(looks_.size()));
      looks_.push_back(IsNamed(*each) || each->kind == syntax::DeclarationKind::kScenario);
    }
  }
}

std::vector<std::uint32_t> NamedFlows::In(std::string_view text, std::uint32_t number) const {
  std::vector<std::uint32_t> named;
  if (!looks_[number]) return named;
  EachWord(text, [&](std::string_view word) {
    const auto found = by_name_.find(llvm::StringRef(word.data(), word.size()));
    if (found != by_name_.end()) named.insert(named.end(), found->second.begin(), found->second.end());
  });
  std::ranges::sort(named);
  named.erase(std::unique(named.begin(), named.end()), named.end());
  return named;
}

void NamedFlows::FillIn(TextLayout& layout) const {
  for (const PlacedFile& file : layout.files) {
    for (std::uint32_t i = file.begin; i < file.end; ++i) {
      const SourceRange range = layout.declarations[i].range;
      layout.declarations[i].names =
          In(std::string_view(file.text).substr(range.begin, range.end - range.begin), i);
    }
  }
}

}  // namespace meshc::pipeline
