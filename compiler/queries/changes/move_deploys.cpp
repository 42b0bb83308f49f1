#include "compiler/queries/changes/move_deploys.h"

#include <algorithm>
#include <filesystem>

#include "compiler/queries/changes/head_end.h"

namespace meshc::queries {
namespace {

using source::SourceRange;

bool IsPlatform(const syntax::Declaration& declaration) {
  return declaration.kind == syntax::DeclarationKind::kDeploy ||
         declaration.kind == syntax::DeclarationKind::kFlavor;
}

/// The declaration with its annotations and the comments right above it.
SourceRange WholeOf(std::string_view text, const syntax::File& file, const syntax::Declaration& declaration) {
  SourceRange range = declaration.range;
  for (const syntax::Annotation& annotation : declaration.leading.annotations)
    range.begin = std::min(range.begin, annotation.range.begin);
  for (auto comment = file.comments.rbegin(); comment != file.comments.rend(); ++comment) {
    if (comment->range.end > range.begin) continue;
    const std::string_view between = text.substr(comment->range.end, range.begin - comment->range.end);
    const bool near = between.find_first_not_of(" \t\r\n") == std::string_view::npos &&
                      std::count(between.begin(), between.end(), '\n') <= 1;
    if (!near) break;
    range.begin = comment->range.begin;
  }
  while (range.end < text.size() && (text[range.end] == '\n' || text[range.end] == '\r')) ++range.end;
  return range;
}

}  // namespace

std::optional<MovedDeploys> MoveDeploys(const CheckedRoot& root, source::FileId id) {
  const syntax::File* file = root.FileOf(id);
  if (file == nullptr || root.compilation().diagnostics.HasErrors()) return std::nullopt;
  const std::filesystem::path path(std::string(root.sources().Name(id)));
  const std::string target = path.stem().generic_string() + "_deploy.flow";
  MovedDeploys moved;
  moved.file = (path.parent_path() / target).generic_string();
  const std::uint32_t head = EndOfHead(root, *file);
  const std::string begin = head == 0 ? "" : "\n";
  moved.edits.push_back({{id, head, head}, begin + "import \"" + target + "\";" + (head == 0 ? "\n" : "")});
  bool deploys = false;
  bool stays = false;
  for (const syntax::Declaration* declaration : file->declarations) {
    deploys = deploys || declaration->kind == syntax::DeclarationKind::kDeploy;
    if (!IsPlatform(*declaration)) {
      stays = stays || declaration->kind != syntax::DeclarationKind::kImport;
      continue;
    }
    const SourceRange whole = WholeOf(root.sources().Text(id), *file, *declaration);
    moved.text += root.Text(whole);
    moved.edits.push_back({whole, ""});
  }
  if (!deploys || !stays) return std::nullopt;
  return moved;
}

}  // namespace meshc::queries
