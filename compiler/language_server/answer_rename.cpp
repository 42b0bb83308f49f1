// Other names for what is declared.
#include <filesystem>
#include <set>

#include "compiler/language_server/answers.h"
#include "compiler/language_server/convert.h"
#include "compiler/language_server/errors.h"
#include "compiler/language_server/handler_files.h"
#include "compiler/language_server/params.h"
#include "compiler/loading/library.h"
#include "compiler/queries/changes/rename.h"
#include "compiler/queries/name_at.h"

namespace meshc::language_server {
namespace {

const queries::Declared& DeclaredAt(const std::optional<Cursor>& cursor) {
  const auto name = cursor ? queries::FindNameAt(cursor->root(), cursor->place) : std::nullopt;
  if (!name) throw RequestError(ErrorCode::kRequestFailed, "there is no name here");
  return *name->declared;
}

void RefuseLibrary(const Cursor& cursor, const queries::Declared& declared) {
  if (loading::IsLibrary(cursor.root().sources(), declared.name.file))
    throw RequestError(ErrorCode::kRequestFailed, "it belongs to the standard library");
}

std::vector<diagnostics::Edit> EditsOfRename(const queries::CheckedRoot& root,
                                             const queries::Declared& declared,
                                             const queries::NewName& name) {
  auto renamed = queries::Rename(root, declared, name);
  if (const auto* refusal = std::get_if<queries::RenameRefusal>(&renamed))
    throw RequestError(ErrorCode::kRequestFailed, refusal->reason);
  return std::get<std::vector<diagnostics::Edit>>(std::move(renamed));
}

/// The file's text after the edits, which are sorted and do not overlap.
std::string Applied(const queries::CheckedRoot& root, source::FileId file,
                    const std::vector<diagnostics::Edit>& edits) {
  std::string text(root.sources().Text(file));
  for (auto edit = edits.rbegin(); edit != edits.rend(); ++edit) {
    if (edit->range.file == file)
      text.replace(edit->range.begin, edit->range.end - edit->range.begin, edit->text);
  }
  return text;
}

/// A name that captures another one, or is captured, shows as an error that was not there.
void RefuseIfItBreaks(Session& session, const Root& root, const std::vector<diagnostics::Edit>& edits,
                      const std::string& name) {
  std::map<std::string, std::string> texts;
  for (const diagnostics::Edit& edit : edits) {
    std::string file(root->sources().Name(edit.range.file));
    if (!texts.contains(file)) texts[file] = Applied(*root, edit.range.file, edits);
  }
  const auto after = session.workspace().CheckWith(root->compilation().path, texts);
  if (after->diagnostics.ErrorCount() <= root->compilation().diagnostics.ErrorCount()) return;
  std::set<std::string> before;
  for (const auto& finding : root->compilation().diagnostics.all()) before.insert(finding.message);
  std::string why;
  for (const auto& finding : after->diagnostics.all()) {
    const bool fresh = finding.severity == diagnostics::Severity::kError && !before.contains(finding.message);
    if (why.empty() && fresh) why = ": " + finding.message;
  }
  throw RequestError(ErrorCode::kRequestFailed, "the name `" + name + "` would break something" + why);
}

/// The file that an actor's handler stands in bears its name, too: a change that people confirm, or nobody
/// makes.
void AddHandlerFile(Session& session, const queries::CheckedRoot& root, const queries::Declared& declared,
                    const std::string& name, WorkspaceEdit& edit) {
  using queries::DeclaredKind;
  if (declared.kind != DeclaredKind::kProcessor && declared.kind != DeclaredKind::kRouter) return;
  if (!session.has_resource_operation("rename") || !session.confirms_changes()) return;
  const std::string handler = FindHandler(session.workspace(), root, declared);
  if (handler.empty()) return;
  const std::filesystem::path path(handler);
  edit.RenameFile(
      session.UriOfName(handler),
      session.UriOfName((path.parent_path() / (name + path.extension().string())).generic_string()));
}

}  // namespace

Json AnswerPrepareRename(Session& session, const Json& params) {
  const auto cursor = session.At(params);
  const auto name = cursor ? queries::FindNameAt(cursor->root(), cursor->place) : std::nullopt;
  if (!name) throw RequestError(ErrorCode::kRequestFailed, "there is no name here");
  RefuseLibrary(*cursor, *name->declared);
  return {{"range", Converter(session, cursor->root()).Range(name->range)},
          {"placeholder", cursor->root().Text(name->range)}};
}

Json AnswerRename(Session& session, const Json& params) {
  const auto cursor = session.At(params);
  const queries::Declared& declared = DeclaredAt(cursor);
  const queries::NewName name{TextMember(params, "newName"), params.value("keepWas", false)};
  RefuseLibrary(*cursor, declared);
  const std::string of(cursor->root().sources().Name(declared.name.file));
  WorkspaceEdit edit;
  for (const Root& root : session.workspace().JudgesOf(of)) {
    const source::FileId file = root->FindFile(of);
    const auto* again =
        file.has_value() ? root->names().Find({file, declared.name.begin, declared.name.end}) : nullptr;
    if (again == nullptr) continue;
    const auto edits = EditsOfRename(*root, *again, name);
    RefuseIfItBreaks(session, root, edits, name.text);
    Converter convert(session, *root);
    for (const diagnostics::Edit& part : edits)
      edit.Add(convert.Uri(part.range.file), convert.Edit(part.range, part.text));
  }
  AddHandlerFile(session, cursor->root(), declared, name.text, edit);
  return edit.ToJson(session);
}

}  // namespace meshc::language_server
