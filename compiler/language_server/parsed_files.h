// Files as they were parsed last: a text that stays the same is parsed once, for all roots that reach it.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/sema/file_parser.h"

namespace meshc::language_server {

/// A text and what parsing it gave. Never changes.
struct ParsedFile {
  source::SourceManager sources;  ///< Holds the text under `file.id`.
  diagnostics::Diagnostics diagnostics;
  syntax::File file;
};

/// Not thread-safe.
class ParsedFiles {
 public:
  /// The file with that text and id. Places in it count from the file's begin, under that id.
  std::shared_ptr<const ParsedFile> Get(std::string_view name, std::string_view text, source::FileId id);
  /// The file with that text, under the id that it had last.
  std::shared_ptr<const ParsedFile> Get(std::string_view name, std::string_view text);
  /// Lets go all others.
  void KeepOnly(const std::set<std::string>& names);

 private:
  std::map<std::string, std::shared_ptr<const ParsedFile>, std::less<>> files_;
};

/// For one compilation.
class SharingParser final : public sema::FileParser {
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
