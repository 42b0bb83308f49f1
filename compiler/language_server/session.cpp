#include "compiler/language_server/session.h"

#include <algorithm>
#include <filesystem>

#include "compiler/language_server/answers.h"
#include "compiler/language_server/convert.h"
#include "compiler/language_server/errors.h"
#include "compiler/language_server/params.h"
#include "compiler/language_server/uris.h"

namespace meshc::language_server {
namespace {

const Json& ParamsOf(const Json& message) {
  static const Json kNone = Json::object();
  const auto found = message.find("params");
  return found == message.end() || found->is_null() ? kNone : *found;
}

/// The answers change texts of the whole mesh, so they hold for those that they were asked of alone.
bool ChangesManyTexts(const std::string& method) {
  return method == "textDocument/rename" || method == "textDocument/codeAction" ||
         method == "codeAction/resolve";
}

/// The answers change the text that they were asked of, and look at no other.
bool ChangesOwnText(const std::string& method) {
  return method == "textDocument/formatting" || method == "textDocument/rangeFormatting" ||
         method == "textDocument/onTypeFormatting";
}

}  // namespace

Session::Session(const source::FileSystem& disk, SessionDefaults defaults, Send send)
    : disk_(disk), defaults_(std::move(defaults)), send_(std::move(send)) {}

void Session::Notify(const std::string& method, Json params) {
  send_({{"jsonrpc", "2.0"}, {"method", method}, {"params", std::move(params)}});
}

std::string Session::Ask(const std::string& method, Json params) {
  std::string id = "meshc-" + std::to_string(next_request_++);
  send_({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}});
  return id;
}

void Session::RefreshOthers() {
  const auto together = [this](const std::string& file, const std::string& other) {
    return workspace_->AreTogether(file, other);
  };
  refresh_.Tell(workspace_->OpenNames(), together,
                [this](const std::string& method) { return Ask(method, nullptr); });
}

void Session::Refuse(const Json& id, int code, const std::string& message) {
  send_({{"jsonrpc", "2.0"}, {"id", id}, {"error", {{"code", code}, {"message", message}}}});
}

std::string Session::KeepTokens(const std::string& file, Json data) {
  std::string id = std::to_string(next_tokens_++);
  tokens_[file] = {id, std::move(data)};
  return id;
}

const Json* Session::KeptTokens(const std::string& file, const std::string& result_id) const {
  const auto found = tokens_.find(file);
  return found == tokens_.end() || found->second.first != result_id ? nullptr : &found->second.second;
}

void Session::KeepOutcome(const std::string& file, const std::string& scenario, Json findings) {
  outcomes_[file][scenario] = std::move(findings);
  if (!pushes_) refresh_.AllChanged();
  has_news_ = true;
}

void Session::TextsMayHaveChanged() {
  outcomes_.clear();
  refresh_.AllChanged();
  has_news_ = true;
}

Json Session::OutcomesOf(const std::string& file) const {
  Json all = Json::array();
  const auto found = outcomes_.find(file);
  if (found == outcomes_.end()) return all;
  for (const auto& [scenario, findings] : found->second)
    all.insert(all.end(), findings.begin(), findings.end());
  return all;
}

bool Session::has_capability(const char* pointer) const {
  const Json::json_pointer at(pointer);
  return capabilities_.contains(at) && capabilities_.at(at).is_boolean() && capabilities_.at(at).get<bool>();
}

bool Session::has_resource_operation(std::string_view operation) const {
  const Json::json_pointer at("/workspace/workspaceEdit/resourceOperations");
  if (!has_capability("/workspace/workspaceEdit/documentChanges") || !capabilities_.contains(at))
    return false;
  const Json& known = capabilities_.at(at);
  return std::find(known.begin(), known.end(), operation) != known.end();
}

bool Session::confirms_changes() const {
  const Json::json_pointer at("/workspace/workspaceEdit/changeAnnotationSupport");
  return capabilities_.contains(at) && capabilities_.at(at).is_object();
}

void Session::Handle(const Json& message, const std::vector<Json>& overtaking, const Meanwhile& meanwhile) {
  const auto id = message.is_object() ? message.find("id") : message.end();
  const bool has_id = message.is_object() && id != message.end();
  const auto method = message.is_object() ? message.find("method") : message.end();
  if (!message.is_object() || method == message.end() || !method->is_string()) {
    // What has an id and a result answers a question of ours.
    const bool answer = has_id && (message.contains("result") || message.contains("error"));
    if (!answer)
      Refuse(has_id ? *id : Json(), static_cast<int>(ErrorCode::kInvalidRequest), "no request");
    else
      refresh_.Answered(*id, [this](const std::string& asked) { return Ask(asked, nullptr); });
    return;
  }
  if (has_id) return HandleRequest(*method, *id, ParamsOf(message), overtaking, meanwhile);
  try {
    HandleNotification(*method, ParamsOf(message));
  } catch (const std::exception& error) {
    Notify("window/logMessage", {{"type", 2}, {"message", method->get<std::string>() + ": " + error.what()}});
  }
}

bool Session::IsOvertaken(const std::string& method, const Json& params,
                          const std::vector<Json>& overtaking) const {
  if (ChangesManyTexts(method)) return !overtaking.empty();
  if (!ChangesOwnText(method)) return false;
  const std::string name = NameOf(params);
  return std::any_of(overtaking.begin(), overtaking.end(), [&](const Json& edit) {
    try {
      return NameOf(ParamsOf(edit)) == name;
    } catch (const std::exception&) {
      return false;  // It named no text, so it has changed none.
    }
  });
}

void Session::HandleRequest(const std::string& method, const Json& id, const Json& params,
                            const std::vector<Json>& overtaking, const Meanwhile& meanwhile) {
  const auto refuse = [&](ErrorCode code, const std::string& text) {
    Refuse(id, static_cast<int>(code), text);
  };
  if (method == "initialize" && initialized_)
    return refuse(ErrorCode::kInvalidRequest, "initialized already");
  if (method != "initialize" && !initialized_) return refuse(ErrorCode::kNotInitialized, "not initialized");
  if (shut_down_) return refuse(ErrorCode::kInvalidRequest, "shut down");
  const auto is_cancelled = [&] { return meanwhile.is_cancelled && meanwhile.is_cancelled(); };
  const auto refuse_asked = [&](ErrorCode code, const std::string& text) {
    if (is_cancelled()) return refuse(ErrorCode::kCancelled, "cancelled");
    refuse(code, text);
  };
  try {
    const auto refuse_overtaken = [&] { refuse(ErrorCode::kContentModified, "the text has changed"); };
    if (IsOvertaken(method, params, overtaking)) return refuse_overtaken();
    Json result;
    if (method == "initialize") {
      result = Initialize(params);
    } else if (method == "shutdown") {
      shut_down_ = true;
    } else {
      const Answer* answer = FindAnswer(method);
      if (answer == nullptr)
        return refuse(ErrorCode::kMethodNotFound, "meshc does not answer `" + method + "`");
      result = (*answer)(*this, params);
      if (is_cancelled()) return refuse(ErrorCode::kCancelled, "cancelled");
      const bool changes = ChangesManyTexts(method) || ChangesOwnText(method);
      if (changes && meanwhile.edits && IsOvertaken(method, params, meanwhile.edits()))
        return refuse_overtaken();
    }
    send_({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
  } catch (const RequestError& error) {
    refuse_asked(error.code(), error.what());
  } catch (const Json::exception& error) {
    Notify("window/logMessage", {{"type", 2}, {"message", method + ": " + error.what()}});
    refuse_asked(ErrorCode::kInvalidParams,
                 "a member of the params is not of the kind that the protocol has");
  } catch (const std::exception& error) {
    refuse_asked(ErrorCode::kInternalError, error.what());
  }
}

void Session::HandleNotification(const std::string& method, const Json& params) {
  if (method == "exit") {
    exit_code_ = shut_down_ ? 0 : 1;
    return;
  }
  if (!initialized_ || shut_down_) return;
  if (method == "initialized") return Initialized();
  if (method == "textDocument/didOpen") return Open(params);
  if (method == "textDocument/didChange") return Change(params);
  if (method == "textDocument/didClose") return Close(params);
  if (method == "workspace/didChangeWorkspaceFolders") return ChangeFolders(params);
  if (method == "workspace/didChangeConfiguration")
    return Configure(params.value("settings", Json::object()));
  if (method == "workspace/didChangeWatchedFiles") return ChangeFiles(params);
  // Who watches the disk tells what else a save has changed there.
  if (method == "textDocument/didSave" && !WatchesFiles()) ReadDiskAgain();
}

std::string Session::NameOfUri(const std::string& uri) const {
  if (uri.starts_with(kLibraryScheme)) return "std/" + uri.substr(kLibraryScheme.size());
  if (const auto path = PathOfUri(uri)) return workspace_->NameOf(*path);
  // A text that was never saved, `untitled:1`: known by its URI.
  return std::filesystem::path(uri).lexically_normal().generic_string();
}

std::string Session::NameOf(const Json& params) const {
  return NameOfUri(TextMember(Member(params, "textDocument"), "uri"));
}

std::string Session::UriOfName(const std::string& name) const {
  const auto open = uris_.find(name);
  if (open != uris_.end()) return open->second;
  return UriOfPath(workspace_->PathOf(name));
}

Json Session::VersionOfUri(const std::string& uri) const {
  const auto version = versions_.find(NameOfUri(uri));
  return version == versions_.end() ? Json() : version->second;
}

const LineIndex* Session::LinesOf(const std::string& name, std::string_view text) const {
  const std::string* open = workspace_->TextOf(name);
  return open != nullptr && *open == text ? workspace_->LinesOf(name) : nullptr;
}

std::optional<Cursor> Session::AtName(const std::string& name, const Json& position) {
  Cursor cursor;
  cursor.name = name;
  for (const Root& root : workspace_->RootsOf(name)) {
    if (root->FindFile(name).has_value()) cursor.roots.push_back(root);
  }
  if (cursor.roots.empty()) return std::nullopt;
  if (!position.is_null()) {
    cursor.place.offset = Converter(*this, cursor.root()).Offset(cursor.root().FindFile(name), position);
    const std::string own = workspace_->RootOf(name, cursor.place.offset);
    if (own != cursor.root().compilation().path)
      cursor.roots.insert(cursor.roots.begin(), workspace_->RootNamed(own));
  }
  cursor.place.file = cursor.root().FindFile(name);
  return cursor;
}

std::optional<Cursor> Session::At(const Json& params) {
  return AtName(NameOf(params), Member(params, "position"));
}

std::optional<Cursor> Session::Focused(const Json& params) {
  Cursor cursor;
  cursor.name = NameOf(params);
  const LineIndex* lines = workspace_->LinesOf(cursor.name);
  const bool is_range = params.contains("range") && !params.contains("position");
  if (lines == nullptr) return is_range ? File(params) : At(params);
  const auto offset = [&](const Json& position) {
    return lines->OffsetOf(ReadPosition(position), encoding_);
  };
  cursor.place.offset =
      offset(is_range ? Member(Member(params, "range"), "start") : Member(params, "position"));
  const std::uint32_t end = is_range ? offset(Member(Member(params, "range"), "end")) : cursor.place.offset;
  cursor.roots.push_back(workspace_->FocusedRoot(cursor.name, cursor.place.offset, end));
  cursor.place.file = cursor.root().FindFile(cursor.name);
  if (!cursor.place.file.has_value()) return std::nullopt;
  return cursor;
}

std::optional<Cursor> Session::File(const Json& params) { return AtName(NameOf(params), nullptr); }

}  // namespace meshc::language_server
