#include "compiler/driver/world/staging.h"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>

#include "compiler/driver/world/write_file.h"

namespace meshc::driver {
namespace {

namespace fs = std::filesystem;

/// The file that a write to `path` changes: what a symbolic link leads to.
fs::path PlaceOf(const std::string& path) {
  std::error_code error;
  if (!fs::is_symlink(path, error)) return path;
  const fs::path target = fs::weakly_canonical(path, error);
  return error ? fs::path(path) : target;
}

void KeepPermissions(const fs::path& place, const fs::path& beside) {
  std::error_code error;
  const fs::file_status before = fs::status(place, error);
  if (fs::exists(before)) fs::permissions(beside, before.permissions(), error);
}

std::string Reason(const std::string& path, const std::error_code& error) {
  return path + ": " + error.message();
}

}  // namespace

Staging::~Staging() {
  UndoChanges();
  std::error_code ignored;
  for (const Staged& staged : staged_) fs::remove(staged.beside, ignored);
  // Folders that hold something else by now stay.
  for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder) fs::remove(*folder, ignored);
}

std::optional<std::string> Staging::Stage(const FileWrite& write) {
  if (IsWrittenThrough(write.path)) {
    through_.push_back(write);
    return std::nullopt;
  }
  const fs::path place = PlaceOf(write.path);
  std::error_code error;
  if (fs::is_directory(place, error)) return write.path + ": is a directory";
  const fs::path folder = place.has_parent_path() ? place.parent_path() : ".";
  if (auto reason = MakeFolder(folder)) return write.path + ": " + *reason;

  const fs::path beside = FreshName(folder);
  staged_.push_back({write.path, place, beside});
  if (auto reason = WriteNewFile(beside, write.content)) return write.path + ": " + *reason;
  KeepPermissions(place, beside);
  return std::nullopt;
}

std::optional<std::string> Staging::MakeFolder(const fs::path& folder) {
  std::error_code error;
  if (folder.empty() || fs::is_directory(folder, error)) return std::nullopt;
  if (fs::exists(folder, error)) return fmt::format("`{}` is no folder", folder.string());
  if (auto reason = MakeFolder(folder.parent_path())) return reason;
  if (fs::create_directory(folder, error)) folders_.push_back(folder);
  if (error) return error.message();
  return std::nullopt;
}

/// Short, as the name of the file itself may be as long as names can be; of this process, as others may
/// write to the same folder.
fs::path Staging::FreshName(const fs::path& folder) {
  fs::path fresh;
  std::error_code error;
  do {
    fresh = folder / fmt::format(".meshc-{}-{}", ::getpid(), names_++);
  } while (fs::exists(fs::symlink_status(fresh, error)));
  return fresh;
}

std::optional<std::string> Staging::WriteThroughAll() const {
  for (const FileWrite& write : through_) {
    if (auto reason = WriteThrough(write.path, write.content)) return write.path + ": " + *reason;
  }
  return std::nullopt;
}

std::optional<std::string> Staging::Finish(const std::vector<std::string>& removals) {
  for (const Staged& staged : staged_) {
    if (auto reason = PutInPlace(staged)) return reason;
  }
  for (const std::string& path : removals) {
    if (auto reason = Remove(path)) return reason;
  }
  std::error_code ignored;
  for (const Changed& changed : changed_) fs::remove(changed.before, ignored);
  changed_.clear();
  staged_.clear();
  folders_.clear();
  return std::nullopt;
}

/// What stood there gets a second name first, so that the place is never empty; where the file system knows
/// no second names, it is moved away.
std::optional<std::string> Staging::PutInPlace(const Staged& staged) {
  Changed change{staged.place, {}};
  std::error_code error;
  if (fs::exists(fs::symlink_status(staged.place, error))) {
    change.before = FreshName(staged.beside.parent_path());
    fs::create_hard_link(staged.place, change.before, error);
    if (error) fs::rename(staged.place, change.before, error);
    if (error) return Reason(staged.path, error);
  }
  fs::rename(staged.beside, staged.place, error);
  if (!error || !change.before.empty()) changed_.push_back(change);
  if (error) return Reason(staged.path, error);
  return std::nullopt;
}

std::optional<std::string> Staging::Remove(const std::string& path) {
  std::error_code error;
  const fs::path place(path);
  const fs::path before = FreshName(place.has_parent_path() ? place.parent_path() : ".");
  fs::rename(place, before, error);
  if (error == std::errc::no_such_file_or_directory) return std::nullopt;
  if (error) return Reason(path, error);
  changed_.push_back({place, before});
  return std::nullopt;
}

void Staging::UndoChanges() {
  std::error_code ignored;
  for (auto change = changed_.rbegin(); change != changed_.rend(); ++change) {
    if (change->before.empty()) {
      fs::remove(change->place, ignored);
      continue;
    }
    fs::rename(change->before, change->place, ignored);
    // Two names of one file are left as they are by a renaming.
    fs::remove(change->before, ignored);
  }
  changed_.clear();
}

}  // namespace meshc::driver
