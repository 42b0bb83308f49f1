// What helps while writing: completion, signatures, layout.
#include <algorithm>
#include <filesystem>

#include "compiler/language_server/answers.h"
#include "compiler/language_server/convert.h"
#include "compiler/language_server/errors.h"
#include "compiler/language_server/params.h"
#include "compiler/queries/changes/formatting.h"
#include "compiler/queries/completion/completion.h"
#include "compiler/queries/signature.h"
#include "compiler/support/enumerator.h"

namespace meshc::language_server {
namespace {

constexpr const char* kSnippets = "/textDocument/completion/completionItem/snippetSupport";

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
  NoSuchEnumerator();
}

std::string SortText(std::size_t index) {
  std::string digits = std::to_string(index);
  return std::string(6 - std::min<std::size_t>(6, digits.size()), '0') + digits;
}

Json MarkdownOf(const std::string& text) { return {{"kind", "markdown"}, {"value", text}}; }

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

/// `name(a, b)`, or of an error `name(a) { b }`: editors look for the params in it.
std::string LabelOf(const queries::Signature& signature) {
  std::string label = signature.name + "(";
  for (std::size_t i = 0; i < signature.params.size(); ++i) {
    const bool opens = signature.in_braces == i;
    label += opens ? ") { " : i > 0 ? ", " : "";
    label += signature.params[i].text;
  }
  return label + (signature.in_braces ? " }" : ")");
}

std::string TextOf(Session& session, const Json& params) {
  auto text = session.workspace().Read(session.NameOf(params));
  if (!text) throw RequestError(ErrorCode::kRequestFailed, "the file cannot be read");
  return std::move(*text);
}

/// Those of the workspace's flows that the file may import, as it would name them.
void AddFiles(Session& session, const std::string& from, queries::Completion& completion) {
  const std::filesystem::path folder = std::filesystem::path(from).parent_path();
  for (const std::string& name : session.workspace().FilesBelow(".flow")) {
    if (name == from) continue;
    queries::CompletionItem item;
    item.label = std::filesystem::path(name).lexically_relative(folder).generic_string();
    item.kind = ItemKind::kFile;
    completion.items.push_back(std::move(item));
  }
}

}  // namespace

Json AnswerCompletion(Session& session, const Json& params) {
  const auto cursor = session.Focused(params);
  if (!cursor) return nullptr;
  Converter convert(session, cursor->root());
  queries::Completion completion = queries::Complete(cursor->root(), cursor->place);
  if (completion.wants_path) AddFiles(session, cursor->name, completion);
  const Json range = convert.Range({cursor->place.file, completion.begin, cursor->place.offset});
  Json items = Json::array();
  for (std::size_t i = 0; i < completion.items.size(); ++i) {
    const queries::CompletionItem& item = completion.items[i];
    Json json = {
        {"label", item.label},
        {"kind", NumberOf(item.kind)},
        {"sortText", SortText(i)},
        {"textEdit", {{"range", range}, {"newText", item.insert.empty() ? item.label : item.insert}}}};
    if (!item.snippet.empty() && session.has_capability(kSnippets)) {
      json["insertTextFormat"] = 2;
      json["textEdit"]["newText"] = item.snippet;
    }
    if (!item.detail.empty()) json["detail"] = item.detail;
    if (item.declared != nullptr && item.declared->leading != nullptr && !item.declared->leading->doc.empty())
      json["documentation"] = MarkdownOf(item.declared->leading->doc.str());
    items.push_back(std::move(json));
  }
  return {{"isIncomplete", completion.has_more}, {"items", items}};
}

Json AnswerSignature(Session& session, const Json& params) {
  const auto cursor = session.Focused(params);
  if (!cursor) return nullptr;
  const auto signature = queries::FindSignature(cursor->root(), cursor->place);
  if (!signature) return nullptr;
  Json shown = Json::array();
  for (const queries::SignatureParam& param : signature->params) {
    Json json = {{"label", param.text}};
    const std::string doc = (param.bound ? std::string("*given*") : std::string()) +
                            (param.bound && !param.doc.empty() ? "\n\n" : "") + param.doc;
    if (!doc.empty()) json["documentation"] = MarkdownOf(doc);
    shown.push_back(std::move(json));
  }
  Json information = {{"label", LabelOf(*signature)}, {"parameters", shown}};
  if (!signature->doc.empty()) information["documentation"] = MarkdownOf(signature->doc);
  Json help = {{"signatures", {information}}, {"activeSignature", 0}};
  // None is being written yet: the next one that lacks a value is likely. Behind the last one: there is none.
  const auto next = std::ranges::find(signature->params, false, &queries::SignatureParam::bound);
  help["activeParameter"] =
      signature->active.value_or(static_cast<std::size_t>(next - signature->params.begin()));
  return help;
}

Json AnswerFormatting(Session& session, const Json& params) {
  const std::string text = TextOf(session, params);
  return ToJson(queries::FormatText(text), text, session.encoding());
}

Json AnswerRangeFormatting(Session& session, const Json& params) {
  const std::string text = TextOf(session, params);
  const LineIndex lines(text);
  const auto at = [&](const char* end) {
    return lines.OffsetOf(ReadPosition(Member(Member(params, "range"), end)), session.encoding());
  };
  const auto [begin, end] = std::minmax({at("start"), at("end")});
  return ToJson(queries::FormatRange(text, begin, end), text, session.encoding());
}

Json AnswerOnTypeFormatting(Session& session, const Json& params) {
  const std::string text = TextOf(session, params);
  const std::uint32_t at =
      LineIndex(text).OffsetOf(ReadPosition(Member(params, "position")), session.encoding());
  return ToJson(queries::FormatRange(text, at, at), text, session.encoding());
}

}  // namespace meshc::language_server
