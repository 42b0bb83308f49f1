// An editor without windows: one session of the language server in memory, and what it was told.
#pragma once

#include <map>
#include <string>

#include "compiler/language_server/session.h"

namespace meshc::property {

using language_server::Encoding;
using language_server::Json;

/// Texts lie over `disk`, names are paths below "/".
class Editor {
 public:
  explicit Editor(const source::FileSystem& disk, Encoding encoding = Encoding::kUtf8);

  void Open(const std::string& path, const std::string& text);
  /// Replaces the bytes [begin, end) of an open text.
  void Replace(const std::string& path, std::size_t begin, std::size_t end, const std::string& by);
  void Close(const std::string& path);
  /// The result; an error is thrown as std::runtime_error with its code and message.
  Json Ask(const std::string& method, Json params);
  /// As told last.
  Json Findings(const std::string& path);

  /// How many flows and scenarios were not judged again so far, as nothing had changed for them.
  std::uint64_t TakenOver() { return session_.workspace().taken_over(); }

  const std::string& Text(const std::string& path) const { return texts_.at(path); }
  /// `{textDocument}`, with a position if one is given.
  Json At(const std::string& path) const;
  Json At(const std::string& path, std::size_t offset) const;
  Json Position(const std::string& path, std::size_t offset) const;
  /// Of a position in an open text.
  std::size_t Offset(const std::string& path, const Json& position) const;
  /// The texts with the edits of a `WorkspaceEdit`; they are not made.
  std::map<std::string, std::string> With(const Json& workspace_edit) const;

 private:
  void Tell(const std::string& method, Json params);

  Encoding encoding_;
  std::map<std::string, std::string> texts_;
  std::map<std::string, Json> findings_;  // By URI.
  Json answer_;
  std::int64_t next_ = 1;
  language_server::Session session_;
};

std::string UriOf(const std::string& path);

}  // namespace meshc::property
