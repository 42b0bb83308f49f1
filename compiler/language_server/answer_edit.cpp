// What helps while writing: completion, signatures, names, layout, mends.
#include <algorithm>
#include <set>

#include "compiler/diagnostics/mend.h"
#include "compiler/language_server/answers.h"
#include "compiler/language_server/convert.h"
#include "compiler/language_server/errors.h"
#include "compiler/queries/completion.h"
#include "compiler/queries/formatting.h"
#include "compiler/queries/hover.h"
#include "compiler/queries/name_at.h"
#include "compiler/queries/rename.h"
#include "compiler/queries/signature.h"

namespace meshc::language_server {
namespace {

using queries::ItemKind;

/// The protocol's numbers for kinds of items.
int NumberOf(ItemKind kind) {
  constexpr int kMethod = 2, kFunction = 3, kField = 5, kVariable = 6, kClass = 7, kProperty = 10,
                kKeyword = 14, kFile = 17, kEnumMember = 20, kEvent = 23;
  switch (kind) {
    case ItemKind::kKeyword: return kKeyword;
    case ItemKind::kStep: return kMethod;
    case ItemKind::kField: return kField;
    case ItemKind::kVariable: return kVariable;
    case ItemKind::kType: return kClass;
    case ItemKind::kEnumValue: return kEnumMember;
    case ItemKind::kError: return kEvent;
    case ItemKind::kParam: return kProperty;
    case ItemKind::kFunction: return kFunction;
    case ItemKind::kFile: return kFile;
    case ItemKind::kProperty: return kProperty;
  }
  return kKeyword;
}

std::string SortText(std::size_t index) {
  std::string digits = std::to_string(index);
  return std::string(6 - std::min<std::size_t>(6, digits.size()), '0') + digits;
}

Json MarkdownOf(const std::string& text) { return {{"kind", "markdown"}, {"value", text}}; }

const queries::Declared& DeclaredAt(const std::optional<Cursor>& cursor) {
  const auto name = cursor ? queries::FindNameAt(cursor->root(), cursor->place) : std::nullopt;
  if (!name) throw RequestError(ErrorCode::kRequestFailed, "there is no name here");
  return *name->declared;
}

std::vector<diagnostics::Edit> EditsOfRename(const queries::CheckedRoot& root,
                                             const queries::Declared& declared, const std::string& name) {
  const auto library = [&](source::FileId file) { return IsLibrary(root.sources(), file); };
  auto renamed = queries::Rename(root, declared, name, library);
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

Json ToJson(const std::vector<queries::TextEdit>& edits, std::string_view text, Encoding encoding) {
  const LineIndex lines(text);
  Json json = Json::array();
  for (const queries::TextEdit& edit : edits) {
    const Json range = {{"start", language_server::ToJson(lines.PositionOf(edit.begin, encoding))},
                        {"end", language_server::ToJson(lines.PositionOf(edit.end, encoding))}};
    json.push_back({{"range", range}, {"newText", edit.text}});
  }
  return json;
}

std::string TextOf(Session& session, const Json& params) {
  auto text = session.workspace().Read(session.NameOf(params));
  if (!text) throw RequestError(ErrorCode::kRequestFailed, "the file cannot be read");
  return std::move(*text);
}

}  // namespace

Json AnswerCompletion(Session& session, const Json& params) {
  const auto cursor = session.At(params);
  if (!cursor) return nullptr;
  Converter convert(session, cursor->root());
  const queries::Completion completion = queries::Complete(cursor->root(), cursor->place);
  const Json range = convert.Range({cursor->place.file, completion.begin, cursor->place.offset});
  Json items = Json::array();
  for (std::size_t i = 0; i < completion.items.size(); ++i) {
    const queries::CompletionItem& item = completion.items[i];
    Json json = {
        {"label", item.label},
        {"kind", NumberOf(item.kind)},
        {"sortText", SortText(i)},
        {"textEdit", {{"range", range}, {"newText", item.insert.empty() ? item.label : item.insert}}}};
    if (!item.detail.empty()) json["detail"] = item.detail;
    if (item.declared != nullptr && item.declared->leading != nullptr && !item.declared->leading->doc.empty())
      json["documentation"] = MarkdownOf(item.declared->leading->doc.str());
    items.push_back(std::move(json));
  }
  return {{"isIncomplete", false}, {"items", items}};
}

Json AnswerSignature(Session& session, const Json& params) {
  const auto cursor = session.At(params);
  if (!cursor) return nullptr;
  const auto signature = queries::FindSignature(cursor->root(), cursor->place);
  if (!signature) return nullptr;
  std::string label = signature->name + "(";
  Json shown = Json::array();
  for (const queries::SignatureParam& param : signature->params) {
    label += (label.back() == '(' ? "" : ", ") + param.text;
    Json json = {{"label", param.text}};
    const std::string doc = (param.bound ? std::string("*given*") : std::string()) +
                            (param.bound && !param.doc.empty() ? "\n\n" : "") + param.doc;
    if (!doc.empty()) json["documentation"] = MarkdownOf(doc);
    shown.push_back(std::move(json));
  }
  Json information = {{"label", label + ")"}, {"parameters", shown}};
  if (!signature->doc.empty()) information["documentation"] = MarkdownOf(signature->doc);
  Json help = {{"signatures", {information}}, {"activeSignature", 0}};
  // Behind the last one: none is being written yet.
  help["activeParameter"] = signature->active.value_or(signature->params.size());
  return help;
}

Json AnswerPrepareRename(Session& session, const Json& params) {
  const auto cursor = session.At(params);
  const auto name = cursor ? queries::FindNameAt(cursor->root(), cursor->place) : std::nullopt;
  if (!name) throw RequestError(ErrorCode::kRequestFailed, "there is no name here");
  if (IsLibrary(cursor->root().sources(), name->declared->name.file))
    throw RequestError(ErrorCode::kRequestFailed, "it belongs to the standard library");
  return {{"range", Converter(session, cursor->root()).Range(name->range)},
          {"placeholder", cursor->root().Text(name->range)}};
}

Json AnswerRename(Session& session, const Json& params) {
  const auto cursor = session.At(params);
  const queries::Declared& declared = DeclaredAt(cursor);
  const std::string name = params.at("newName").get<std::string>();
  const std::string of(cursor->root().sources().Name(declared.name.file));
  WorkspaceEdit edit;
  for (const Root& root : session.workspace().RootsOf(of)) {
    const source::FileId file = root->FindFile(of);
    const auto* again =
        file.has_value() ? root->names().Find({file, declared.name.begin, declared.name.end}) : nullptr;
    if (again == nullptr) continue;
    const auto edits = EditsOfRename(*root, *again, name);
    RefuseIfItBreaks(session, root, edits, name);
    Converter convert(session, *root);
    for (const diagnostics::Edit& part : edits)
      edit.Add(convert.Uri(part.range.file), convert.Edit(part.range, part.text));
  }
  return edit.ToJson();
}

Json AnswerFormatting(Session& session, const Json& params) {
  const std::string text = TextOf(session, params);
  return ToJson(queries::FormatText(text), text, session.encoding());
}

Json AnswerRangeFormatting(Session& session, const Json& params) {
  const std::string text = TextOf(session, params);
  const LineIndex lines(text);
  const auto at = [&](const char* end) {
    return lines.OffsetOf(ReadPosition(params.at("range").at(end)), session.encoding());
  };
  const auto [begin, end] = std::minmax({at("start"), at("end")});
  return ToJson(queries::FormatRange(text, begin, end), text, session.encoding());
}

Json AnswerOnTypeFormatting(Session& session, const Json& params) {
  const std::string text = TextOf(session, params);
  const std::uint32_t at = LineIndex(text).OffsetOf(ReadPosition(params.at("position")), session.encoding());
  return ToJson(queries::FormatRange(text, at, at), text, session.encoding());
}

}  // namespace meshc::language_server
