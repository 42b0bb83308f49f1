#include "compiler/language_server/convert.h"

#include <algorithm>
#include <limits>

#include "compiler/language_server/errors.h"
#include "compiler/language_server/params.h"
#include "compiler/language_server/uris.h"
#include "compiler/loading/library.h"

namespace meshc::language_server {
namespace {

constexpr std::string_view kLibraryFolder = "std/";
constexpr int kUnnecessary = 1;
constexpr int kDeprecated = 2;

std::uint32_t ReadNumber(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_number())
    throw RequestError(ErrorCode::kInvalidParams, "a position has a line and a character");
  const double value = found->get<double>();
  constexpr double kMost = std::numeric_limits<std::int32_t>::max();
  return value <= 0 ? 0 : static_cast<std::uint32_t>(std::min(value, kMost));
}

/// `path`, labels and notes that have no place stand below the message.
std::string MessageOf(const diagnostics::Diagnostic& diagnostic) {
  std::string text = diagnostic.message;
  for (const auto& note : diagnostic.notes) {
    if (!note.range.has_value()) text += "\nnote: " + note.text;
  }
  for (const auto& fix : diagnostic.fixes) text += "\nhelp: " + fix.help;
  if (diagnostic.path.empty()) return text;
  text += "\npath: ";
  for (std::size_t i = 0; i < diagnostic.path.size(); ++i) text += (i == 0 ? "" : " > ") + diagnostic.path[i];
  return text;
}

Json TagsOf(const diagnostics::Diagnostic& diagnostic) {
  const auto* row = diagnostics::FindCode(diagnostic.code);
  Json tags = Json::array();
  if (row == nullptr) return tags;
  if (row->flag.starts_with("unused") || row->flag.find("unreachable") != std::string_view::npos)
    tags.push_back(kUnnecessary);
  if (row->flag.find("deprecated") != std::string_view::npos) tags.push_back(kDeprecated);
  return tags;
}

}  // namespace

Json ToJson(Position position) { return {{"line", position.line}, {"character", position.character}}; }

Position ReadPosition(const Json& json) {
  if (!json.is_object()) throw RequestError(ErrorCode::kInvalidParams, "a position is an object");
  return {ReadNumber(json, "line"), ReadNumber(json, "character")};
}

const LineIndex& Converter::LinesOf(source::FileId file) {
  const auto found = lines_.find(file.index);
  if (found != lines_.end()) return found->second;
  const std::string_view text = root_.sources().Text(file);
  const LineIndex* known = session_.LinesOf(std::string(root_.sources().Name(file)), text);
  return lines_.emplace(file.index, known == nullptr ? LineIndex(text) : *known).first->second;
}

Json Converter::Range(source::SourceRange range) {
  if (!range.has_value()) return {{"start", ToJson(Position{})}, {"end", ToJson(Position{})}};
  const LineIndex& lines = LinesOf(range.file);
  return {{"start", ToJson(lines.PositionOf(range.begin, session_.encoding()))},
          {"end", ToJson(lines.PositionOf(range.end, session_.encoding()))}};
}

std::string Converter::Uri(source::FileId file) const {
  std::string_view name = root_.sources().Name(file);
  if (!loading::IsLibrary(root_.sources(), file)) return session_.UriOfName(std::string(name));
  return std::string(kLibraryScheme) + std::string(name.substr(kLibraryFolder.size()));
}

Json Converter::Location(source::SourceRange range) {
  return {{"uri", Uri(range.file)}, {"range", Range(range)}};
}

Json Converter::Edit(source::SourceRange range, const std::string& text) {
  return {{"range", Range(range)}, {"newText", text}};
}

std::uint32_t Converter::Offset(source::FileId file, const Json& position) {
  return LinesOf(file).OffsetOf(ReadPosition(position), session_.encoding());
}

source::SourceRange Converter::ToRange(source::FileId file, const Json& range) {
  std::uint32_t begin = Offset(file, Member(range, "start"));
  std::uint32_t end = Offset(file, Member(range, "end"));
  if (begin > end) std::swap(begin, end);
  return {file, begin, end};
}

Json Converter::Finding(const diagnostics::Diagnostic& diagnostic) {
  const std::string code = diagnostics::PrintCode(diagnostic.code);
  Json finding = {{"range", Range(diagnostic.range)},
                  {"severity", diagnostic.severity == diagnostics::Severity::kError ? 1 : 2},
                  {"code", code},
                  {"codeDescription", {{"href", "meshc-explain:/" + code + ".md"}}},
                  {"source", "meshc"},
                  {"message", MessageOf(diagnostic)}};
  if (Json tags = TagsOf(diagnostic); !tags.empty()) finding["tags"] = std::move(tags);
  Json related = Json::array();
  for (const auto& label : diagnostic.labels) {
    if (label.range.has_value())
      related.push_back({{"location", Location(label.range)}, {"message", label.text}});
  }
  for (const auto& note : diagnostic.notes) {
    if (note.range.has_value())
      related.push_back({{"location", Location(note.range)}, {"message", note.text}});
  }
  if (!related.empty()) finding["relatedInformation"] = std::move(related);
  return finding;
}

Json WorkspaceEdit::ToJson(const Session& session) const {
  const bool files = !created_files_.empty() || !renamed_files_.empty();
  return files ? ToDocumentChanges(session) : Json{{"changes", changes_}};
}

Json WorkspaceEdit::ToDocumentChanges(const Session& session) const {
  Json changes = Json::array();
  for (const std::string& uri : created_files_)
    changes.push_back({{"kind", "create"}, {"uri", uri}, {"options", {{"ignoreIfExists", true}}}});
  for (const auto& [uri, edits] : changes_.items())
    changes.push_back(
        {{"textDocument", {{"uri", uri}, {"version", session.VersionOfUri(uri)}}}, {"edits", edits}});
  if (renamed_files_.empty()) return {{"documentChanges", changes}};
  for (const auto& [from, to] : renamed_files_)
    changes.push_back({{"kind", "rename"}, {"oldUri", from}, {"newUri", to}, {"annotationId", "handler"}});
  const Json handler = {{"label", "rename the handler file"}, {"needsConfirmation", true}};
  return {{"documentChanges", changes}, {"changeAnnotations", {{"handler", handler}}}};
}

void WorkspaceEdit::Add(const std::string& uri, const Json& edit) {
  Json& edits = changes_[uri];
  if (std::find(edits.begin(), edits.end(), edit) == edits.end()) edits.push_back(edit);
}

}  // namespace meshc::language_server
