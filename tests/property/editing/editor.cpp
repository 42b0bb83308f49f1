#include "tests/property/editing/editor.h"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "compiler/language_server/convert.h"
#include "compiler/language_server/uris.h"

namespace meshc::property {

using language_server::LineIndex;

namespace {

language_server::SessionDefaults InRootFolder() {
  language_server::SessionDefaults defaults;
  defaults.folder = "/";
  return defaults;
}

}  // namespace

std::string UriOf(const std::string& path) { return language_server::UriOfPath(path); }

Editor::Editor(const source::FileSystem& disk, Encoding encoding)
    : encoding_(encoding), session_(disk, InRootFolder(), [this](const Json& message) {
        if (message.contains("id"))
          answer_ = message;
        else if (message["method"] == "textDocument/publishDiagnostics")
          findings_[message["params"]["uri"].get<std::string>()] = message["params"]["diagnostics"];
      }) {
  const Json offered = encoding == Encoding::kUtf8 ? Json{"utf-8", "utf-16"} : Json{"utf-16"};
  Ask("initialize", {{"capabilities",
                      {{"general", {{"positionEncodings", offered}}},
                       {"workspace", {{"workspaceEdit", {{"documentChanges", true}}}}},
                       {"textDocument", {{"publishDiagnostics", Json::object()}}}}}});
  Tell("initialized", Json::object());
}

void Editor::Tell(const std::string& method, Json params) {
  session_.Handle({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

Json Editor::Ask(const std::string& method, Json params) {
  session_.Handle({{"jsonrpc", "2.0"}, {"id", next_++}, {"method", method}, {"params", std::move(params)}});
  if (answer_.contains("error"))
    throw std::runtime_error(method + ": " + answer_["error"]["code"].dump() + " " +
                             answer_["error"]["message"].get<std::string>());
  return std::move(answer_["result"]);
}

Json Editor::Findings(const std::string& path) {
  if (session_.has_news()) session_.Publish();
  return findings_[UriOf(path)];
}

void Editor::Open(const std::string& path, const std::string& text) {
  texts_[path] = text;
  Tell("textDocument/didOpen",
       {{"textDocument",
         {{"uri", UriOf(path)}, {"languageId", "meshflow"}, {"version", next_++}, {"text", text}}}});
}

void Editor::Replace(const std::string& path, std::size_t begin, std::size_t end, const std::string& by) {
  const Json range = {{"start", Position(path, begin)}, {"end", Position(path, end)}};
  texts_[path].replace(begin, end - begin, by);
  Tell("textDocument/didChange", {{"textDocument", {{"uri", UriOf(path)}, {"version", next_++}}},
                                  {"contentChanges", {{{"range", range}, {"text", by}}}}});
}

void Editor::Close(const std::string& path) {
  texts_.erase(path);
  Tell("textDocument/didClose", At(path));
}

Json Editor::At(const std::string& path) const { return {{"textDocument", {{"uri", UriOf(path)}}}}; }

Json Editor::At(const std::string& path, std::size_t offset) const {
  Json params = At(path);
  params["position"] = Position(path, offset);
  return params;
}

Json Editor::Position(const std::string& path, std::size_t offset) const {
  return language_server::ToJson(
      LineIndex(Text(path)).PositionOf(static_cast<std::uint32_t>(offset), encoding_));
}

std::size_t Editor::Offset(const std::string& path, const Json& position) const {
  return LineIndex(Text(path)).OffsetOf(language_server::ReadPosition(position), encoding_);
}

std::map<std::string, std::string> Editor::With(const Json& workspace_edit) const {
  std::map<std::string, Json> edits;  // By URI.
  const Json changes = workspace_edit.value("changes", Json::object());
  const Json documents = workspace_edit.value("documentChanges", Json::array());
  for (const auto& [uri, list] : changes.items()) edits[uri] = list;
  for (const Json& change : documents) {
    if (change.contains("edits")) edits[change["textDocument"]["uri"].get<std::string>()] = change["edits"];
  }
  std::map<std::string, std::string> texts = texts_;
  for (auto& [path, text] : texts) {
    std::vector<std::pair<std::pair<std::size_t, std::size_t>, std::string>> sorted;
    for (const Json& edit : edits[UriOf(path)])
      sorted.push_back({{Offset(path, edit["range"]["start"]), Offset(path, edit["range"]["end"])},
                        edit["newText"].get<std::string>()});
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (auto edit = sorted.rbegin(); edit != sorted.rend(); ++edit)
      text.replace(edit->first.first, edit->first.second - edit->first.first, edit->second);
  }
  return texts;
}

}  // namespace meshc::property
