#include "compiler/language_server/parsed_files.h"

#include <utility>

namespace meshc::language_server {
namespace {

std::shared_ptr<const ParsedFile> ParseAs(std::string_view name, std::string_view text, source::FileId id) {
  auto parsed = std::make_shared<ParsedFile>();
  // Ids count from the first file: those before this one stay empty.
  while (parsed->sources.FileCount() < id.index) parsed->sources.Add("", "");
  parsed->sources.Add(std::string(name), std::string(text));
  parsed->file = syntax::ParseFile(parsed->sources, id, parsed->diagnostics);
  return parsed;
}

/// The same nodes under an arena of somebody else.
syntax::File Refer(const syntax::File& file) {
  syntax::File same;
  same.id = file.id;
  same.mesh = file.mesh;
  same.mesh_range = file.mesh_range;
  same.declarations = file.declarations;
  same.imports = file.imports;
  same.misplaced = file.misplaced;
  same.comments = file.comments;
  same.id_count = file.id_count;
  return same;
}

}  // namespace

std::shared_ptr<const ParsedFile> ParsedFiles::Get(std::string_view name, std::string_view text,
                                                   source::FileId id) {
  auto& known = files_[std::string(name)];
  const bool same = known != nullptr && known->file.id == id && known->sources.Text(id) == text;
  if (!same) known = ParseAs(name, text, id);
  return known;
}

std::shared_ptr<const ParsedFile> ParsedFiles::Get(std::string_view name, std::string_view text) {
  const auto known = files_.find(name);
  return Get(name, text, known == files_.end() ? source::FileId{0} : known->second->file.id);
}

void ParsedFiles::KeepOnly(const std::set<std::string>& names) {
  std::erase_if(files_, [&](const auto& entry) { return !names.contains(entry.first); });
}

syntax::File SharingParser::Parse(const source::SourceManager& sources, source::FileId id,
                                  diagnostics::Diagnostics& diagnostics) {
  const auto parsed = files_.Get(sources.Name(id), sources.Text(id), id);
  diagnostics.Append(parsed->diagnostics);
  shared_.push_back(parsed);
  return Refer(parsed->file);
}

}  // namespace meshc::language_server
