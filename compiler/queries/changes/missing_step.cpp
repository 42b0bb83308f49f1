#include "compiler/queries/changes/missing_step.h"

#include <fmt/format.h>
#include <llvm/Support/Casting.h>

#include <algorithm>
#include <functional>

#include "compiler/diagnostics/diagnostics_4_paths.h"
#include "compiler/pipeline/run_stages.h"
#include "compiler/queries/steps.h"
#include "compiler/source/memory_file_system.h"
#include "compiler/syntax/statement_parts.h"

namespace meshc::queries {
namespace {

using diagnostics::Diagnostic;
using diagnostics::Edit;
using source::SourceRange;

/// Each trial is a full check: some milliseconds.
constexpr std::size_t kMostTrialText = 100'000;
constexpr int kMostTrials = 8;
constexpr std::size_t kMostSteps = 3;

/// Where a step may be put: the closing braces of empty blocks, then that of the flow's body.
std::vector<std::uint32_t> PlacesIn(const syntax::FlowDeclaration& flow) {
  std::vector<std::uint32_t> places;
  const auto add = [&](const syntax::Block& block) {
    if (block.statements.empty() && block.range.has_value()) places.push_back(block.range.end - 1);
  };
  const std::function<void(const syntax::Statement&)> visit = [&](const syntax::Statement& statement) {
    if (const auto* block = llvm::dyn_cast<syntax::BlockStatement>(&statement)) add(block->block);
    syntax::ForEachPart(statement, [&](const syntax::Statement& part, bool) { visit(part); });
  };
  syntax::ForEachPart(flow, [&](const syntax::Statement& part, bool) { visit(part); });
  for (const syntax::OnClause& clause : flow.guards.clauses) add(clause.body);
  if (flow.body.range.has_value()) places.push_back(flow.body.range.end - 1);
  return places;
}

std::vector<std::string> ProcessorsThatGive(const CheckedRoot& root, std::string_view field) {
  std::vector<std::string> names;
  for (const types::Actor& actor : root.program()->declarations.actors) {
    const bool gives =
        std::ranges::any_of(actor.results, [&](const auto& each) { return each.name == field; });
    // What stands behind a qualifier is not called by its name alone.
    if (gives && actor.kind == types::ActorKind::kProcessor && actor.name.find('.') == std::string::npos)
      names.push_back(actor.name);
  }
  return names;
}

/// On a line of its own if the brace stands on one.
Edit CallBefore(const CheckedRoot& root, source::FileId file, std::uint32_t brace, const std::string& name) {
  const std::string_view text = root.sources().Text(file);
  std::uint32_t begin = brace;
  while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) --begin;
  if (begin > 0 && text[begin - 1] == '\n') {
    const std::string indent(text.substr(begin, brace - begin));
    return {{file, begin, begin}, fmt::format("{}  {};\n", indent, name)};
  }
  return {{file, brace, brace}, fmt::format("{}{}; ", begin == brace ? " " : "", name)};
}

int ErrorsOf(const std::vector<Diagnostic>& all) {
  return static_cast<int>(std::ranges::count(all, diagnostics::Severity::kError, &Diagnostic::severity));
}

int AlikeOf(const std::vector<Diagnostic>& all, const Diagnostic& finding) {
  return static_cast<int>(std::ranges::count_if(all, [&](const Diagnostic& each) {
    return each.code == finding.code && each.message == finding.message;
  }));
}

bool Mends(const CheckedRoot& root, const Edit& edit, const Diagnostic& finding) {
  source::MemoryFileSystem files;
  for (std::uint32_t i = 0; i < root.sources().FileCount(); ++i) {
    const source::FileId id{i};
    std::string text(root.sources().Text(id));
    if (id == edit.range.file) text.insert(edit.range.begin, edit.text);
    files.Put(std::string(root.sources().Name(id)), std::move(text));
  }
  pipeline::Compilation tried;
  pipeline::RunStages({root.compilation().path, root.compilation().imports, pipeline::Stage::kFacts,
                       sema::RootKind::kMeshOrLibrary},
                      files, tried);
  const auto& before = root.compilation().diagnostics.all();
  const auto& after = tried.diagnostics.all();
  return AlikeOf(after, finding) < AlikeOf(before, finding) && ErrorsOf(after) < ErrorsOf(before);
}

std::size_t SizeOf(const source::SourceManager& sources) {
  std::size_t size = 0;
  for (std::uint32_t i = 0; i < sources.FileCount(); ++i) size += sources.Text(source::FileId{i}).size();
  return size;
}

}  // namespace

std::vector<MissingStep> StepsThatMend(const CheckedRoot& root, const Diagnostic& finding) {
  std::vector<MissingStep> steps;
  const bool missing = finding.code == diagnostics::diag::MissingOutput.code && !finding.notes.empty();
  if (!missing || root.program() == nullptr || SizeOf(root.sources()) > kMostTrialText) return steps;
  const syntax::FlowDeclaration* flow = FlowAround(root, {finding.range.file, finding.range.begin});
  if (flow == nullptr) return steps;
  const std::string field(root.Text(finding.notes.front().range));
  const std::vector<std::string> names = ProcessorsThatGive(root, field);
  int trials = 0;
  for (const std::uint32_t place : PlacesIn(*flow)) {
    for (const std::string& name : names) {
      if (steps.size() == kMostSteps || ++trials > kMostTrials) return steps;
      const Edit edit = CallBefore(root, finding.range.file, place, name);
      if (Mends(root, edit, finding))
        steps.push_back({fmt::format("call `{}`, which gives `{}`", name, field), edit});
    }
    if (!steps.empty()) return steps;
  }
  return steps;
}

}  // namespace meshc::queries
