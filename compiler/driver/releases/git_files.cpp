#include "compiler/driver/releases/git_files.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

namespace meshc::driver {
namespace {

namespace fs = std::filesystem;
using source::ReadError;

/// Variables that make git take `-C folder` for the root of the working tree, if GIT_WORK_TREE does not name
/// that root. Hooks of a linked working tree have GIT_DIR, for example. Without them git finds the repository
/// by the folder.
std::vector<std::string> MisleadingVariables() {
  if (std::getenv("GIT_WORK_TREE") != nullptr) return {};
  return {"GIT_DIR", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX"};
}

std::variant<std::unique_ptr<Dialogue>, GitProblem> StartGit(const std::string& folder,
                                                             std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"-C", folder});
  auto started = StartDialogue("git", arguments, MisleadingVariables());
  if (const auto* failure = std::get_if<ProcessFailure>(&started))
    return GitProblem{fmt::format("git cannot be run: {}", failure->reason)};
  return std::get<std::unique_ptr<Dialogue>>(std::move(started));
}

/// The revision as an object, and where `folder` lies in the working tree: one question.
std::variant<std::pair<std::string, std::string>, GitProblem> Resolve(const std::string& revision,
                                                                      const std::string& folder) {
  auto started = StartGit(folder, {"rev-parse", "--is-inside-work-tree", "--show-prefix", "--verify",
                                   "--end-of-options", revision + "^{commit}"});
  if (auto* problem = std::get_if<GitProblem>(&started)) return std::move(*problem);
  Dialogue& git = *std::get<std::unique_ptr<Dialogue>>(started);
  const auto is_inside = git.ReadLine();
  const auto prefix = git.ReadLine();
  const auto commit = git.ReadLine();
  const int exit_code = git.Close();
  if (!is_inside)
    return GitProblem{fmt::format("`{}` is in no git repository; git: {}", folder, git.Complaint())};
  if (*is_inside != "true")
    return GitProblem{fmt::format("`{}` is outside of the working tree of its git repository", folder)};
  if (exit_code == 0 && prefix && commit) return std::pair(*prefix, *commit);
  return GitProblem{
      fmt::format("there is no commit `{}`; a shallow clone may lack it: `git fetch --unshallow`, "
                  "or `git fetch origin {}`; git: {}",
                  revision, revision, git.Complaint())};
}

}  // namespace

std::variant<std::unique_ptr<GitFiles>, GitProblem> GitFiles::Open(const std::string& revision,
                                                                   const std::string& folder) {
  if (revision.empty()) return GitProblem{"`git:` is followed by no revision"};
  if (revision.starts_with('-'))
    return GitProblem{fmt::format("`{}` is no revision: it begins with `-`", revision)};
  if (revision.find('\n') != std::string::npos) return GitProblem{"a revision has no line ends"};
  const std::string where = folder.empty() ? "." : folder;
  auto resolved = Resolve(revision, where);
  if (auto* problem = std::get_if<GitProblem>(&resolved)) return std::move(*problem);
  auto& [prefix, commit] = std::get<std::pair<std::string, std::string>>(resolved);
  auto started = StartGit(where, {"cat-file", "--batch"});
  if (auto* problem = std::get_if<GitProblem>(&started)) return std::move(*problem);
  return std::unique_ptr<GitFiles>(new GitFiles(std::get<std::unique_ptr<Dialogue>>(std::move(started)),
                                                commit + "^{tree}", where, prefix));
}

/// A tree of the commit, or the commit itself, names the object: without it the repository is incomplete.
std::variant<std::string, ReadError> GitFiles::ReadObject(const std::string& object) const {
  const auto head = batch_->Write(object + "\n") ? batch_->ReadLine() : std::nullopt;
  if (!head || head->ends_with(" missing")) {
    if (!head) batch_->Close();
    const std::string complaint = batch_->Complaint();
    Fail(fmt::format("git does not give object `{}` of the commit: {}", object,
                     complaint.empty() ? head.value_or("it has ended") : complaint));
    return ReadError::kOther;
  }
  const std::size_t last = head->rfind(' ');
  std::uint64_t size = 0;
  const char* end = head->data() + head->size();
  if (last == std::string::npos || std::from_chars(head->data() + last + 1, end, size).ptr != end)
    return ReadError::kOther;
  auto bytes = batch_->ReadBytes(size);
  if (!bytes || !batch_->ReadBytes(1)) return ReadError::kOther;
  if (size > source::kMaxFileBytes) return ReadError::kTooLarge;
  return std::move(*bytes);
}

const GitFiles::Tree* GitFiles::TreeOf(const std::string& object) const {
  if (const auto found = trees_.find(object); found != trees_.end()) return &found->second;
  const auto read = ReadObject(object);
  const auto* bytes = std::get_if<std::string>(&read);
  if (bytes == nullptr) return nullptr;
  Tree tree;
  const std::size_t digest = root_.find('^') / 2;
  for (std::size_t at = 0; at < bytes->size();) {
    const std::size_t space = bytes->find(' ', at);
    const std::size_t zero = space == std::string::npos ? space : bytes->find('\0', space);
    if (zero == std::string::npos || zero + digest >= bytes->size()) return nullptr;
    Entry entry{bytes->substr(at, space - at), {}};
    for (std::size_t i = 1; i <= digest; ++i)
      entry.object += fmt::format("{:02x}", static_cast<unsigned char>((*bytes)[zero + i]));
    tree.emplace(bytes->substr(space + 1, zero - space - 1), std::move(entry));
    at = zero + digest + 1;
  }
  return &trees_.emplace(object, std::move(tree)).first->second;
}

std::optional<GitFiles::Entry> GitFiles::Fail(std::string why) const {
  if (obstacle_.empty()) obstacle_ = std::move(why);
  return std::nullopt;
}

/// In the repository, where `path` would lie; it begins with `..` if that is outside.
fs::path GitFiles::PlaceOf(const std::string& path) const {
  if (from_root_) return fs::path(path).lexically_normal();
  const auto within = [&](const fs::path& file, const fs::path& folder) {
    return (fs::path(prefix_) / file.lexically_normal().lexically_proximate(folder.lexically_normal()))
        .lexically_normal();
  };
  fs::path place = within(fs::absolute(path), fs::absolute(folder_));
  // One of the two may have come by a link above the repository.
  if (*place.begin() == "..") {
    std::error_code error;
    const fs::path folder = fs::weakly_canonical(fs::absolute(path).parent_path(), error);
    if (!error) place = within(folder / fs::path(path).filename(), fs::canonical(folder_, error));
  }
  return place;
}

/// Links and submodules are told by the modes of the trees on the way.
std::optional<GitFiles::Entry> GitFiles::Find(const std::string& path) const {
  const fs::path full = PlaceOf(path);
  if (full.is_absolute() || full.empty() || *full.begin() == "..") {
    // A folder of imports may lie anywhere, as long as nothing is found there.
    std::error_code error;
    if (!from_root_ && !fs::exists(path, error)) return std::nullopt;
    return Fail(fmt::format("`{}` lies outside of the repository", path));
  }
  Entry entry{"40000", root_};
  std::string last;
  for (const fs::path& part : full) {
    if (entry.mode != "40000")
      return Fail(fmt::format("`{}` cannot be read from the commit: `{}` is a file", path, last));
    const Tree* tree = TreeOf(entry.object);
    if (tree == nullptr) return Fail(fmt::format("`{}` cannot be read from the commit", path));
    const auto found = tree->find(part.string());
    if (found == tree->end()) return std::nullopt;
    entry = found->second;
    last = part.string();
    if (entry.mode == "120000")
      return Fail(fmt::format("`{}` cannot be read from the commit: `{}` is a symbolic link", path, last));
    if (entry.mode == "160000")
      return Fail(fmt::format("`{}` cannot be read from the commit: `{}` is a submodule", path, last));
  }
  return entry;
}

std::variant<std::string, ReadError> GitFiles::Read(const std::string& path) const {
  const auto entry = Find(path);
  if (!entry) return obstacle_.empty() ? ReadError::kNotFound : ReadError::kOther;
  return entry->mode == "40000" ? std::variant<std::string, ReadError>(ReadError::kIsDirectory)
                                : ReadObject(entry->object);
}

bool GitFiles::Exists(const std::string& path) const {
  const auto entry = Find(path);
  return entry.has_value() && entry->mode != "40000";
}

std::optional<std::vector<std::string>> GitFiles::FilesBelow(const std::string&, std::string_view) const {
  return std::nullopt;
}

}  // namespace meshc::driver
