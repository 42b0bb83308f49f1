// Files as they were parsed last: a text that stays the same is parsed once, for all roots that reach it, and
// of one that changes what is new in it.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/loading/file_parser.h"
#include "compiler/syntax/reparse.h"

namespace meshc::language_server {

/// A text and what parsing it gave. Stays as it is for as long as somebody beside `ParsedFiles` holds it.
struct ParsedFile {
  source::SourceManager sources;  ///< Holds the text under `file.id`.
  diagnostics::Diagnostics diagnostics;
  syntax::File file;
  syntax::Reparser parser;  ///< Owns the nodes of `file`.
};

/// Not thread-safe.
class ParsedFiles {
 public:
  /// By name, and by the id that a root knows it under: places in it bear that.
  using Key = std::pair<std::string, std::uint32_t>;

  /// The file with that text and id. What is new is parsed if nobody holds the text before; else all is.
  std::shared_ptr<const ParsedFile> Get(std::string_view name, std::string_view text, source::FileId id);
  /// The file with that text, under an id that it has had.
  std::shared_ptr<const ParsedFile> Get(std::string_view name, std::string_view text);
  /// What is new in that text is read, and nothing is parsed.
  std::vector<syntax::TextToken> TokensOf(std::string_view name, std::string_view text) const;
  /// Lets go all others.
  void KeepOnly(const std::set<Key>& files);

 private:
  std::map<Key, std::shared_ptr<ParsedFile>> files_;
};

/// For one compilation.
class SharingParser final : public loading::FileParser {
 public:
  explicit SharingParser(ParsedFiles& files) : files_(files) {}
  syntax::File Parse(const source::SourceManager& sources, source::FileId id,
                     diagnostics::Diagnostics& diagnostics) override;
  /// What the compilation refers to.
  std::vector<std::shared_ptr<const void>> TakeShared() { return std::move(shared_); }

 private:
  ParsedFiles& files_;
  std::vector<std::shared_ptr<const void>> shared_;
};

}  // namespace meshc::language_server
