#include "compiler/driver/releases/lock_edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "codegen/route_table/route_table.h"
#include "compiler/driver/findings/complain.h"
#include "compiler/driver/world/exit_code.h"
#include "compiler/versions/facts.h"

namespace meshc::driver {

using versions::LockedVersion;

LockEdit::LockEdit(const LockOptions& options, std::string path, LockStore store, World& world)
    : options_(options), path_(std::move(path)), store_(std::move(store)), world_(world) {
  for (std::size_t i = 0; i < store_.versions.size(); ++i) {
    LockedVersion& version = store_.lock.versions[i];
    version.seal = versions::SealOf(store_.versions[i]->promises.View(), version.longest_ns);
  }
}

int LockEdit::Add(const LoadedVersion& version) {
  versions::LockFile& lock = store_.lock;
  LockedVersion own{.digest = version.table.digest,
                    .longest_ns = version.longest_ns,
                    .seal = versions::SealOf(version.promises.View(), version.longest_ns)};
  if (IsTaken(own)) return kUsage;
  const auto same = std::ranges::find_if(lock.versions, [&](const LockedVersion& each) {
    return each.digest == own.digest && each.seal == own.seal;
  });
  if (same != lock.versions.end()) {
    own.names = std::move(same->names);
    lock.versions.erase(same);
  } else {
    const bool shares =
        std::ranges::find(lock.versions, own.digest, &LockedVersion::digest) != lock.versions.end();
    changes_.writes.push_back({shares ? OwnTablePath(path_, own) : TablePath(path_, own, world_.files),
                               codegen::PrintRoutes(version.table.View(), version.promises.View())});
  }
  AddName(own);
  lock.mesh = version.table.mesh;
  lock.versions.push_back(std::move(own));
  TakeFacts(version);
  return Write();
}

int LockEdit::Drop() {
  versions::LockFile& lock = store_.lock;
  const LoadedVersion* newest = nullptr;
  for (std::size_t i = 0; i < lock.versions.size(); ++i) {
    if (lock.versions[i].digest == options_.drop)
      changes_.removals.push_back(TablePath(path_, lock.versions[i], world_.files));
    else
      newest = store_.versions[i].get();
  }
  if (changes_.removals.empty())
    return Complain(fmt::format("{} has no version `{}`", path_, options_.drop), world_);
  std::erase_if(lock.versions, [&](const LockedVersion& each) { return each.digest == options_.drop; });
  lock.facts.clear();
  if (newest != nullptr) TakeFacts(*newest);
  return Write();
}

int LockEdit::Accept() {
  std::erase_if(store_.lock.exceptions, [&](auto& each) { return each.fingerprint == options_.accept; });
  store_.lock.exceptions.push_back({options_.accept, options_.until, options_.because});
  std::ranges::sort(store_.lock.exceptions, {}, &versions::Exception::fingerprint);
  return Write();
}

/// Reports call versions by their names.
bool LockEdit::IsTaken(const LockedVersion& own) const {
  if (options_.name.empty()) return false;
  for (const LockedVersion& each : store_.lock.versions) {
    const bool bears = std::ranges::find(each.names, options_.name) != each.names.end();
    if (!bears || (each.digest == own.digest && each.seal == own.seal)) continue;
    Complain(fmt::format("{} has another version `{}` already, {}: give this one another name", path_,
                         options_.name, each.digest),
             world_);
    return true;
  }
  return false;
}

void LockEdit::AddName(LockedVersion& version) const {
  if (options_.name.empty()) return;
  std::erase(version.names, options_.name);
  version.names.push_back(options_.name);
}

void LockEdit::TakeFacts(const LoadedVersion& version) {
  store_.lock.facts = versions::FactsOf(version.table.View(), version.promises.View());
}

int LockEdit::Write() {
  changes_.writes.push_back({path_, versions::PrintLock(store_.lock)});
  return Deliver(std::move(changes_), world_);
}

}  // namespace meshc::driver
