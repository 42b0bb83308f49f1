// One editor: what it has opened, what it can do, and what it is told.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "compiler/language_server/positions.h"
#include "compiler/language_server/refresh.h"
#include "compiler/language_server/workspace.h"

namespace meshc::language_server {

using Json = nlohmann::json;

/// From the command line; the editor's settings come on top.
struct SessionDefaults {
  CheckSettings check;
  std::string folder;   ///< Absolute; where it was started.
  std::string version;  ///< Of meshc.
};

/// What users may switch, `meshc.*`.
struct Switches {
  std::int64_t delay_ms = 0;  ///< Before new findings show.
  bool hint_params = true;
  bool hint_results = true;
  bool hint_presence = true;
  bool hint_hops = false;
  bool hint_types = false;
  bool lens_scenarios = true;
  bool lens_callers = true;
  bool lens_graph = true;
  bool lens_times = true;
};

/// A place that the editor asks of. `roots` is never empty; `root` is the first.
struct Cursor {
  std::vector<Root> roots;
  queries::Place place;
  std::string name;

  const queries::CheckedRoot& root() const { return *roots.front(); }
  /// The same place as one of the roots knows it.
  queries::Place In(const queries::CheckedRoot& other) const { return {other.FindFile(name), place.offset}; }
};

/// What comes in while a request is being answered, by whoever reads.
struct Meanwhile {
  std::function<bool()> is_cancelled;
  std::function<std::vector<Json>()> edits;  ///< That wait.
};

/// What was drawn last of a root, by level and format.
struct Picture {
  std::weak_ptr<const queries::CheckedRoot> of;  ///< Gone: a text has changed since.
  Json answer;                                   ///< Null: nothing could be drawn yet.
  std::string dot;                               ///< What an SVG shows; empty: it is none.
};

/// Takes messages one by one, in order. Not thread-safe.
class Session {
 public:
  using Send = std::function<void(const Json& message)>;
  Session(const source::FileSystem& disk, SessionDefaults defaults, Send send);

  /// A request is answered, a notification heeded. `overtaking`: the edits behind it that were heeded first.
  /// What `meanwhile` tells is asked before the answer is sent.
  void Handle(const Json& message, const std::vector<Json>& overtaking = {}, const Meanwhile& meanwhile = {});
  /// The answer to a request that was given up.
  void Refuse(const Json& id, int code, const std::string& message);
  /// Tells what is found now, if texts have changed since it was told; `gone_only`: keeps new findings back.
  /// True: some were.
  /// Throws pipeline::Interrupted, and has told nothing then, if `gives_way` is true while texts are checked.
  bool Publish(bool gone_only = false, const std::function<bool()>& gives_way = {});
  bool has_news() const { return has_news_; }
  /// Milliseconds before new findings show.
  std::int64_t delay_ms() const { return switches_.delay_ms; }
  /// Set by `exit`: 0 after `shutdown`, else 1.
  std::optional<int> exit_code() const { return exit_code_; }

  // For answers.
  Workspace& workspace() { return *workspace_; }
  Encoding encoding() const { return encoding_; }
  const Switches& switches() const { return switches_; }
  const Json& capabilities() const { return capabilities_; }
  const source::FileSystem& disk() const { return disk_; }
  bool has_capability(const char* pointer) const;
  /// `create`, `rename`: what edits of the workspace may do to files.
  bool has_resource_operation(std::string_view operation) const;
  /// It asks before it makes changes that are annotated so.
  bool confirms_changes() const;

  /// The name in the workspace that `params.textDocument.uri` means. Throws RequestError if it is no file.
  std::string NameOf(const Json& params) const;
  std::string NameOfUri(const std::string& uri) const;
  std::string UriOfName(const std::string& name) const;
  /// Of the text that the editor has; null: the file is not open, or the editor tells none.
  Json VersionOfUri(const std::string& uri) const;
  /// Null: the file is not open with that text.
  const LineIndex* LinesOf(const std::string& name, std::string_view text) const;
  /// Of the text that the editor has; `params.position` in it. None: no root could read the file.
  std::optional<Cursor> At(const Json& params);
  /// As At, but of all except what `params.position` or `params.range` needs, the root may know no more than
  /// what is declared: for questions about what a name is and where it leads from, and for completion.
  std::optional<Cursor> Focused(const Json& params);
  std::optional<Cursor> AtName(const std::string& name, const Json& position);
  /// The file without a place in it.
  std::optional<Cursor> File(const Json& params);
  /// The semantic tokens that a later question asks the difference to; returns their name.
  std::string KeepTokens(const std::string& file, Json data);
  /// Null: others were kept since.
  const Json* KeptTokens(const std::string& file, const std::string& result_id) const;
  /// The last picture of this key that could be drawn.
  Picture& KeptPicture(const std::string& key) { return pictures_[key]; }
  /// What a scenario of the file came to: told beside the file's findings until a text changes.
  void KeepOutcome(const std::string& file, const std::string& scenario, Json findings);
  /// Of all scenarios that were run on these texts.
  Json OutcomesOf(const std::string& file) const;
  void Notify(const std::string& method, Json params);
  /// Returns the id of the request.
  std::string Ask(const std::string& method, Json params);

 private:
  friend class Lifecycle;
  void HandleRequest(const std::string& method, const Json& id, const Json& params,
                     const std::vector<Json>& overtaking, const Meanwhile& meanwhile);
  bool IsOvertaken(const std::string& method, const Json& params, const std::vector<Json>& overtaking) const;
  void HandleNotification(const std::string& method, const Json& params);
  Json Initialize(const Json& params);
  void Initialized();
  void ChangeFolders(const Json& params);
  void ChangeFiles(const Json& params);
  void ReadDiskAgain();
  /// Not by an edit of one text, but behind the editor's back.
  void TextsMayHaveChanged();
  bool WatchesFiles() const;
  void RefreshOthers();
  void Configure(const Json& settings);
  /// Takes over the switches; returns what checks hang on.
  CheckSettings HeedSettings();
  void Open(const Json& params);
  void Change(const Json& params);
  void Close(const Json& params);
  void TellFindings(const std::string& name, Json findings);

  const source::FileSystem& disk_;
  SessionDefaults defaults_;
  Send send_;
  std::unique_ptr<Workspace> workspace_;
  Encoding encoding_ = Encoding::kUtf16;
  Json settings_ = Json::object();  ///< The user's, all that were told.
  Switches switches_;               ///< As they say.
  Json capabilities_;
  std::map<std::string, std::string> uris_;  ///< Of open files, as the editor spells them, by name.
  std::map<std::string, Json> versions_;     ///< Of open files, by name; null: it was not told.
  std::map<std::string, Json> told_;         ///< Findings, by name.
  std::map<std::string, Json> told_versions_;
  std::map<std::string, std::pair<std::string, Json>> tokens_;  ///< By file: their name, and they.
  std::map<std::string, Picture> pictures_;
  std::map<std::string, std::map<std::string, Json>> outcomes_;  ///< By file and scenario: findings.
  Refresh refresh_;
  std::int64_t next_tokens_ = 1;
  bool initialized_ = false;
  bool shut_down_ = false;
  bool has_news_ = false;
  bool pushes_ = true;
  std::int64_t next_request_ = 1;
  std::optional<int> exit_code_;
};

}  // namespace meshc::language_server
