#include "compiler/language_server/workspace.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "compiler/language_server/noted_files.h"
#include "compiler/pipeline/run_stages.h"
#include "compiler/pipeline/settle.h"

namespace meshc::language_server {
namespace {

constexpr std::string_view kEnding = ".flow";

pipeline::StagesRequest RequestOf(const std::string& name, const CheckSettings& settings) {
  pipeline::StagesRequest request;
  request.path = name;
  request.imports = settings.imports;
  request.root = sema::RootKind::kMeshOrLibrary;
  return request;
}

std::unique_ptr<pipeline::Compilation> Compile(const pipeline::StagesRequest& request,
                                               const CheckSettings& settings,
                                               const source::FileSystem& files) {
  auto c = std::make_unique<pipeline::Compilation>();
  pipeline::RunStages(request, files, *c);
  pipeline::Settle(settings.warnings, *c);
  return c;
}

std::map<std::string, std::string> TextsOf(const source::SourceManager& sources) {
  std::map<std::string, std::string> texts;
  for (std::uint32_t i = 0; i < sources.FileCount(); ++i)
    texts.emplace(sources.Name({i}), sources.Text(source::FileId{i}));
  return texts;
}

}  // namespace

std::string FolderFiles::PathOf(const std::string& name) const {
  return (std::filesystem::path(base_) / name).lexically_normal().generic_string();
}

std::string FolderFiles::NameOf(const std::string& path) const {
  const std::filesystem::path normal = std::filesystem::path(path).lexically_normal();
  if (base_.empty() || normal.is_relative()) return normal.generic_string();
  return normal.lexically_relative(base_).generic_string();
}

std::variant<std::string, source::ReadError> FolderFiles::Read(const std::string& path) const {
  return disk_.Read(PathOf(path));
}

bool FolderFiles::Exists(const std::string& path) const { return disk_.Exists(PathOf(path)); }

std::optional<std::vector<std::string>> FolderFiles::FilesBelow(const std::string& folder,
                                                                std::string_view ending) const {
  auto paths = disk_.FilesBelow(folder.empty() ? base_ : PathOf(folder), ending);
  if (!paths) return paths;
  for (std::string& path : *paths) path = NameOf(path);
  return paths;
}

Workspace::Workspace(const source::FileSystem& disk, std::string base, std::vector<std::string> folders,
                     CheckSettings settings)
    : files_(disk, std::move(base)), texts_(files_), folders_(std::move(folders)) {
  Reconfigure(std::move(settings));
}

void Workspace::Reconfigure(CheckSettings settings) {
  for (std::string& directory : settings.imports.directories) directory = files_.NameOf(directory);
  settings_ = std::move(settings);
  ReadDiskAgain();
}

void Workspace::ReadDiskAgain() {
  all_changed_at_ = ++now_;
  graph_ = {};
  for (std::string& name : FilesBelow(kEnding)) unlearned_.insert(std::move(name));
  for (const auto& [name, text] : texts_.above()) unlearned_.insert(name);
}

bool Workspace::ReadAgain(const std::string& name) {
  // What the editor has lies over it.
  if (TextOf(name) != nullptr) return false;
  const bool may_import = name.ends_with(kEnding);
  if (may_import) unlearned_.insert(name);
  const bool was_read =
      std::ranges::any_of(checked_, [&](const auto& root) { return root.second.read.contains(name); });
  if (was_read) changed_at_[name] = ++now_;
  return was_read || may_import;
}

bool Workspace::AreTogether(const std::string& name, const std::string& other) {
  const std::vector<std::string> roots = Graph().RootsOf(name);
  const std::vector<std::string> others = Graph().RootsOf(other);
  return std::ranges::find_first_of(roots, others) != roots.end();
}

void Workspace::ChangeFolders(const std::vector<std::string>& added,
                              const std::vector<std::string>& removed) {
  std::erase_if(folders_, [&](const std::string& folder) {
    return std::ranges::find(removed, folder) != removed.end() ||
           std::ranges::find(added, folder) != added.end();
  });
  folders_.insert(folders_.end(), added.begin(), added.end());
  ReadDiskAgain();
}

void Workspace::Put(const std::string& name, std::string text) {
  // Imports that were not found are found now.
  if (!texts_.Exists(name)) ReadDiskAgain();
  const bool opens = TextOf(name) == nullptr;
  lines_.erase(name);
  Release(name);
  texts_.Put(name, std::move(text));
  changed_at_[name] = ++now_;
  if (opens) all_changed_at_ = now_;
  unlearned_.insert(name);
}

void Workspace::Close(const std::string& name) {
  lines_.erase(name);
  texts_.Remove(name);
  changed_at_.erase(name);
  all_changed_at_ = ++now_;
  unlearned_.insert(name);
  if (!files_.Exists(name)) ReadDiskAgain();
}

const std::string* Workspace::TextOf(const std::string& name) const {
  const auto found = texts_.above().find(name);
  return found == texts_.above().end() ? nullptr : &found->second;
}

const LineIndex* Workspace::LinesOf(const std::string& name) {
  const std::string* text = TextOf(name);
  return text == nullptr ? nullptr : &lines_.try_emplace(name, *text).first->second;
}

std::vector<std::string> Workspace::FilesBelow(std::string_view ending) const {
  std::vector<std::string> names;
  for (const std::string& folder : folders_) {
    for (std::string& name : files_.FilesBelow(folder, ending).value_or(std::vector<std::string>()))
      names.push_back(std::move(name));
  }
  return names;
}

std::optional<std::string> Workspace::Read(const std::string& name) const {
  auto read = texts_.Read(name);
  if (auto* text = std::get_if<std::string>(&read)) return std::move(*text);
  return std::nullopt;
}

bool Workspace::IsParsed(const std::string& name, const std::string& text) const {
  return TextOf(name) != nullptr && !source::FindInvalidUtf8(text);
}

std::vector<syntax::TextToken> Workspace::TokensOf(const std::string& name, const std::string& text) {
  return IsParsed(name, text) ? parsed_.TokensOf(name, text) : syntax::ReadTokens(text);
}

std::vector<std::string> Workspace::OpenNames() const {
  std::vector<std::string> names;
  for (const auto& [name, text] : texts_.above()) names.push_back(name);
  return names;
}

const pipeline::ImportGraph& Workspace::Graph() {
  for (const std::string& name : std::exchange(unlearned_, {})) {
    const std::string* open = TextOf(name);
    if (open != nullptr && IsParsed(name, *open)) {
      graph_.Put(name, pipeline::HeadOf(name, parsed_.Get(name, *open)->file, texts_, settings_.imports));
      continue;
    }
    auto text = Read(name);
    if (text)
      graph_.Put(name, pipeline::ReadHead(name, std::move(*text), texts_, settings_.imports));
    else
      graph_.Remove(name);
  }
  return graph_;
}

/// What was known of the text before holds nothing of it: so its next text is parsed where it is new.
void Workspace::Release(const std::string& name) {
  for (auto& [root, checked] : checked_) {
    if (std::find(checked.inputs.begin(), checked.inputs.end(), name) != checked.inputs.end())
      checked.root = nullptr;
  }
}

bool Workspace::IsFresh(const Checked& checked) const {
  if (all_changed_at_ > checked.at) return false;
  return std::ranges::none_of(changed_at_, [&](const auto& changed) {
    return changed.second > checked.at && checked.read.contains(changed.first);
  });
}

const Workspace::Checked& Workspace::Check(const std::string& root, Extent extent) {
  Checked& checked = checked_[root];
  const bool known = checked.root != nullptr && IsFresh(checked);
  if (known && (extent == Extent::kFindings || checked.root->is_whole())) return checked;
  if (all_changed_at_ > checked.at) checked.former = nullptr;
  ++checks_;
  checked.root = nullptr;
  checked.at = now_;
  SharingParser parser(parsed_);
  pipeline::StagesRequest request = RequestOf(root, settings_);
  request.parser = &parser;
  request.gives_way = others_;
  request.remembers = true;
  if (extent == Extent::kFindings) request.former = checked.former.get();
  NotedFiles files(texts_);
  auto compilation = Compile(request, settings_, files);
  checked.read = files.TakeNames();
  checked.former = compilation->remembered;
  if (!compilation->diagnostics.HasErrors()) checked.sound = TextsOf(compilation->sources);
  taken_over_ += compilation->left_out.size();
  checked.root = std::make_shared<const queries::CheckedRoot>(std::move(compilation), parser.TakeShared());
  checked.inputs.clear();
  for (std::uint32_t i = 0; i < checked.root->sources().FileCount(); ++i)
    checked.inputs.emplace_back(checked.root->sources().Name({i}));
  return checked;
}

std::vector<Root> Workspace::RootsOf(const std::string& name) {
  std::vector<Root> checked;
  for (const std::string& root : Graph().RootsOf(name)) checked.push_back(RootNamed(root));
  return checked;
}

std::vector<Root> Workspace::JudgesOf(const std::string& name) {
  std::vector<Root> checked;
  for (const std::string& root : Graph().JudgesOf(name)) checked.push_back(RootNamed(root));
  return checked;
}

std::string Workspace::RootOf(const std::string& name, std::uint32_t offset) {
  std::string first = Graph().RootsOf(name).front();
  const auto text = first == name ? std::nullopt : Read(name);
  if (!text || !IsParsed(name, *text)) return first;
  const auto parsed = parsed_.Get(name, *text);
  const bool in_scenario =
      std::ranges::any_of(parsed->file.declarations, [&](const syntax::Declaration* each) {
        return each->kind == syntax::DeclarationKind::kScenario && each->range.begin <= offset &&
               offset <= each->range.end;
      });
  return in_scenario ? name : first;
}

std::vector<Root> Workspace::FindingsOf(const std::string& name) {
  std::vector<Root> checked;
  for (const std::string& root : Graph().RootsOf(name))
    checked.push_back(Check(root, Extent::kFindings).root);
  return checked;
}

Root Workspace::FocusedRoot(const std::string& name, std::uint32_t begin, std::uint32_t end) {
  const std::string root = RootOf(name, begin);
  const Checked& known = checked_[root];
  if (known.root != nullptr && known.root->is_whole() && IsFresh(known)) return known.root;
  SharingParser parser(parsed_);
  pipeline::StagesRequest request = RequestOf(root, settings_);
  request.parser = &parser;
  request.focus = pipeline::Focus{name, begin, end};
  auto compilation = Compile(request, settings_, texts_);
  return std::make_shared<const queries::CheckedRoot>(std::move(compilation), parser.TakeShared());
}

std::vector<Root> Workspace::AllRoots() {
  std::set<std::string> names;
  for (std::string& name : FilesBelow(kEnding)) names.insert(std::move(name));
  for (const std::string& name : OpenNames()) names.insert(name);
  std::map<std::string, Root> roots;
  for (const std::string& name : names) {
    for (const Root& root : RootsOf(name)) roots[root->compilation().path] = root;
  }
  std::vector<Root> all;
  for (const auto& [name, root] : roots) all.push_back(root);
  return all;
}

std::unique_ptr<pipeline::Compilation> Workspace::CheckWith(
    const std::string& root, const std::map<std::string, std::string>& texts) const {
  source::OverlayFiles over(texts_);
  for (const auto& [name, text] : texts) over.Put(name, text);
  return Compile(RequestOf(root, settings_), settings_, over);
}

std::unique_ptr<pipeline::Compilation> Workspace::LastSound(const std::string& root) const {
  const auto known = checked_.find(root);
  if (known == checked_.end() || known->second.sound.empty()) return nullptr;
  return CheckWith(root, known->second.sound);
}

std::unique_ptr<pipeline::Compilation> Workspace::RunToTable(
    const std::string& root, const std::map<std::string, std::string>& texts) const {
  source::OverlayFiles over(texts_);
  for (const auto& [name, text] : texts) over.Put(name, text);
  pipeline::StagesRequest request = RequestOf(root, settings_);
  request.last = pipeline::Stage::kTable;
  return Compile(request, settings_, over);
}

void Workspace::Trim() {
  std::set<std::string> needed;
  for (const std::string& name : OpenNames()) {
    for (std::string& root : Graph().RootsOf(name)) needed.insert(std::move(root));
  }
  for (auto it = checked_.begin(); it != checked_.end();)
    it = needed.contains(it->first) ? std::next(it) : checked_.erase(it);
  std::set<ParsedFiles::Key> read;
  for (const auto& [name, checked] : checked_) {
    for (std::uint32_t id = 0; id < checked.inputs.size(); ++id) read.emplace(checked.inputs[id], id);
  }
  parsed_.KeepOnly(read);
}

}  // namespace meshc::language_server
