#include "compiler/language_server/parsed_files.h"

#include <utility>

#include "compiler/syntax/borrow_file.h"

namespace meshc::language_server {
namespace {

void Parse(ParsedFile& parsed, std::string_view name, std::string_view text, source::FileId id) {
  parsed.sources = {};
  // Ids count from the first file: those before this one stay empty.
  while (parsed.sources.FileCount() < id.index) parsed.sources.Add("", "");
  parsed.sources.Add(std::string(name), std::string(text));
  parsed.diagnostics = {};
  parsed.file = parsed.parser.Parse(parsed.sources, id, parsed.diagnostics);
}

}  // namespace

std::shared_ptr<const ParsedFile> ParsedFiles::Get(std::string_view name, std::string_view text,
                                                   source::FileId id) {
  auto& known = files_[{std::string(name), id.index}];
  if (known != nullptr && known->sources.Text(id) == text) return known;
  if (known.use_count() != 1) known = std::make_shared<ParsedFile>();
  Parse(*known, name, text, id);
  return known;
}

std::shared_ptr<const ParsedFile> ParsedFiles::Get(std::string_view name, std::string_view text) {
  const auto known = files_.lower_bound({std::string(name), 0});
  const bool found = known != files_.end() && known->first.first == name;
  return Get(name, text, {found ? known->first.second : 0});
}

std::vector<syntax::TextToken> ParsedFiles::TokensOf(std::string_view name, std::string_view text) const {
  const auto known = files_.lower_bound({std::string(name), 0});
  const bool found = known != files_.end() && known->first.first == name && known->second != nullptr;
  return found ? known->second->parser.Tokens(text) : syntax::ReadTokens(text);
}

void ParsedFiles::KeepOnly(const std::set<Key>& files) {
  std::erase_if(files_, [&](const auto& entry) { return !files.contains(entry.first); });
}

syntax::File SharingParser::Parse(const source::SourceManager& sources, source::FileId id,
                                  diagnostics::Diagnostics& diagnostics) {
  const auto parsed = files_.Get(sources.Name(id), sources.Text(id), id);
  diagnostics.Append(parsed->diagnostics);
  shared_.push_back(parsed);
  return syntax::Borrow(parsed->file);
}

}  // namespace meshc::language_server
