// What editors do to texts.
#include <optional>
#include <utility>

#include "compiler/language_server/convert.h"
#include "compiler/language_server/errors.h"
#include "compiler/language_server/params.h"
#include "compiler/language_server/session.h"

namespace meshc::language_server {
namespace {

/// The text after one change: of a range, or as a whole. `known`: the lines of the text before; null: nobody
/// knows them.
void Apply(const Json& change, Encoding encoding, const LineIndex* known, std::string& text) {
  const std::string& replacement = TextMember(change, "text");
  const auto range = change.find("range");
  if (range == change.end() || range->is_null()) {
    text = replacement;
    return;
  }
  const std::optional<LineIndex> own = known == nullptr ? std::optional<LineIndex>(text) : std::nullopt;
  const LineIndex& lines = known == nullptr ? *own : *known;
  std::uint32_t begin = lines.OffsetOf(ReadPosition(Member(*range, "start")), encoding);
  std::uint32_t end = lines.OffsetOf(ReadPosition(Member(*range, "end")), encoding);
  if (begin > end) std::swap(begin, end);
  text.replace(begin, end - begin, replacement);
}

/// Null: the editor tells none.
Json VersionOf(const Json& document) {
  const auto version = document.find("version");
  return version != document.end() && version->is_number_integer() ? *version : Json();
}

}  // namespace

void Session::Open(const Json& params) {
  const Json& document = Member(params, "textDocument");
  const std::string& uri = TextMember(document, "uri");
  const std::string name = NameOfUri(uri);
  std::string text = TextMember(document, "text");
  if (workspace_->Read(name) != text) refresh_.Changed(name);
  uris_[name] = uri;
  versions_[name] = VersionOf(document);
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
  for (const Json& change : ListMember(params, "contentChanges"))
    Apply(change, encoding_, std::exchange(lines, nullptr), text);
  versions_[name] = VersionOf(Member(params, "textDocument"));
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
  outcomes_.clear();
  has_news_ = true;
}

void Session::ReadDiskAgain() {
  workspace_->ReadDiskAgain();
  TextsMayHaveChanged();
}

/// Which files import which hangs on those that there are; all else, on texts that were read.
void Session::ChangeFiles(const Json& params) {
  constexpr int kChanged = 2;
  for (const Json& change : ListMember(params, "changes")) {
    const std::string name = NameOfUri(TextMember(change, "uri"));
    if (name.ends_with(".flow") && Member(change, "type") != kChanged) return ReadDiskAgain();
    if (workspace_->ReadAgain(name)) TextsMayHaveChanged();
  }
}

}  // namespace meshc::language_server
