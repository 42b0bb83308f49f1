// Values of the compiler as values of the protocol.
#pragma once

#include <map>

#include "compiler/diagnostics/diagnostic.h"
#include "compiler/language_server/session.h"

namespace meshc::language_server {

Json ToJson(Position position);

/// The places of one root in the units of the editor. For one answer: it keeps where lines begin.
class Converter {
 public:
  Converter(const Session& session, const queries::CheckedRoot& root) : session_(session), root_(root) {}

  Json Range(source::SourceRange range);
  std::string Uri(source::FileId file) const;
  Json Location(source::SourceRange range);
  Json Edit(source::SourceRange range, const std::string& text);
  Json Finding(const diagnostics::Diagnostic& diagnostic);
  std::uint32_t Offset(source::FileId file, const Json& position);
  source::SourceRange ToRange(source::FileId file, const Json& range);
  const queries::CheckedRoot& root() const { return root_; }
  const LineIndex& LinesOf(source::FileId file);

 private:
  const Session& session_;
  const queries::CheckedRoot& root_;
  std::map<std::uint32_t, LineIndex> lines_;  ///< By file.
};

/// Edits of a workspace, `{uri: [edit]}`, without those that are there already.
class WorkspaceEdit {
 public:
  void Add(const std::string& uri, const Json& edit);
  /// For the user to confirm: only for an editor that can ask.
  void RenameFile(const std::string& from, const std::string& to) { renamed_files_.emplace_back(from, to); }
  void CreateFile(const std::string& uri) { created_files_.push_back(uri); }
  Json ToJson(const Session& session) const;

 private:
  Json ToDocumentChanges(const Session& session) const;

  Json changes_ = Json::object();
  std::vector<std::string> created_files_;
  std::vector<std::pair<std::string, std::string>> renamed_files_;
};

/// Throws RequestError unless `json` is `{line, character}` with numbers of 32 bits.
Position ReadPosition(const Json& json);

}  // namespace meshc::language_server
