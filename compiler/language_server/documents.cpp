// What editors do to texts.
#include <optional>
#include <utility>

#include "compiler/language_server/convert.h"
#include "compiler/language_server/errors.h"
#include "compiler/language_server/session.h"

namespace meshc::language_server {
namespace {

/// The text after one change: of a range, or as a whole. `known`: the lines of the text before; null: nobody
/// knows them.
void Apply(const Json& change, Encoding encoding, const LineIndex* known, std::string& text) {
  const std::string& replacement = change.at("text").get_ref<const std::string&>();
  const auto range = change.find("range");
  if (range == change.end() || range->is_null()) {
    text = replacement;
    return;
  }
  const std::optional<LineIndex> own = known == nullptr ? std::optional<LineIndex>(text) : std::nullopt;
  const LineIndex& lines = known == nullptr ? *own : *known;
  std::uint32_t begin = lines.OffsetOf(ReadPosition(range->at("start")), encoding);
  std::uint32_t end = lines.OffsetOf(ReadPosition(range->at("end")), encoding);
  if (begin > end) std::swap(begin, end);
  text.replace(begin, end - begin, replacement);
}

}  // namespace

void Session::Open(const Json& params) {
  const Json& document = params.at("textDocument");
  const std::string uri = document.at("uri").get<std::string>();
  const std::string name = NameOfUri(uri);
  std::string text = document.at("text").get<std::string>();
  if (workspace_->Read(name) != text) refresh_.Changed(name);
  uris_[name] = uri;
  versions_[name] = document.value("version", std::int64_t{0});
  workspace_->Put(name, std::move(text));
  has_news_ = true;
}

/// Edits of files that were never opened mean nothing.
void Session::Change(const Json& params) {
  const std::string name = NameOf(params);
  const std::string* known = workspace_->TextOf(name);
  if (known == nullptr) throw RequestError(ErrorCode::kInvalidParams, "`" + name + "` is not open");
  std::string text = *known;
  const LineIndex* lines = workspace_->LinesOf(name);
  for (const Json& change : params.at("contentChanges"))
    Apply(change, encoding_, std::exchange(lines, nullptr), text);
  versions_[name] = params.at("textDocument").value("version", versions_[name]);
  workspace_->Put(name, std::move(text));
  refresh_.Changed(name);
  outcomes_.clear();
  has_news_ = true;
}

void Session::Close(const Json& params) {
  const std::string name = NameOf(params);
  const std::optional<std::string> before = workspace_->Read(name);
  workspace_->Close(name);
  if (workspace_->Read(name) != before) refresh_.Changed(name);
  versions_.erase(name);
  told_versions_.erase(name);
  tokens_.erase(name);
  has_news_ = true;
}

void Session::ReadDiskAgain() {
  workspace_->ReadDiskAgain();
  refresh_.AllChanged();
  has_news_ = true;
}

/// Which files import which hangs on those that there are; all else, on texts that were read.
void Session::ChangeFiles(const Json& params) {
  constexpr int kChanged = 2;
  for (const Json& change : params.at("changes")) {
    const std::string name = NameOfUri(change.at("uri").get<std::string>());
    if (name.ends_with(".flow") && change.at("type") != kChanged) return ReadDiskAgain();
    if (!workspace_->ReadAgain(name)) continue;
    refresh_.AllChanged();
    has_news_ = true;
  }
}

}  // namespace meshc::language_server
