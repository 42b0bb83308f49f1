#include "mesh/state/keys.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include <fmt/format.h>

namespace mesh::state {

namespace {

constexpr char kEnd = '\0';
constexpr std::string_view kSharedEffect = "shared";
constexpr std::string_view kSharedIntent = "shared_intent";

std::string Join(std::string_view kind, std::initializer_list<std::string_view> parts) {
  std::size_t size = kind.size() + 1;
  for (const std::string_view part : parts) size += part.size() + 1;
  std::string key;
  key.reserve(size);
  key += kind;
  key += kEnd;
  for (const std::string_view part : parts) {
    key += part;
    key += kEnd;
  }
  return key;
}

std::string_view KindOf(std::string_view key) { return key.substr(0, key.find(kEnd)); }

}  // namespace

bool IsWaiterKey(std::string_view key) { return KindOf(key) == "waiter"; }
std::string RootKey(std::string_view root) { return Join("root", {root}); }
bool IsRootKey(std::string_view key) { return KindOf(key) == "root"; }
std::string WaiterKey(std::string_view mailbox) { return Join("waiter", {mailbox}); }
std::string EndKey(std::string_view root) { return Join("end", {root}); }
std::string FailedKey(std::string_view root) { return Join("failed", {root}); }
std::string ReplayKey(std::string_view root) { return Join("replay", {root}); }
std::string UnreadableKey(std::string_view message) { return Join("unreadable", {message}); }
std::string CancelKey(std::string_view root) { return Join("cancel", {root}); }
bool IsCancelKey(std::string_view key) { return KindOf(key) == "cancel"; }
std::string WaitsKey(std::string_view root) { return Join("waits", {root}); }
std::string ParkKey(std::string_view root, std::string_view park) { return Join("park", {root, park}); }

std::string AllParks() { return Join("park", {}); }
std::string AllParents() { return Join("parent", {}); }
std::string AllWaits() { return Join("waits", {}); }
std::string AllFailed() { return Join("failed", {}); }
std::string AllCancels() { return Join("cancel", {}); }

bool IsErasedOnly(std::string_view prefix) {
  return prefix.starts_with(AllParks()) || prefix.starts_with(AllParents()) || prefix.starts_with(AllWaits());
}

std::string_view RootOf(std::string_view key) {
  const std::size_t begin = key.find(kEnd) + 1;
  return key.substr(begin, key.find(kEnd, begin) - begin);
}

std::string JoinKey(std::string_view root, std::string_view fork) { return Join("join", {root, fork}); }
bool IsJoinKey(std::string_view key) { return KindOf(key) == "join"; }
std::string ParentKey(std::string_view root, std::string_view fork) { return Join("parent", {root, fork}); }
std::string ParentPrefix(std::string_view root) { return Join("parent", {root}); }
std::string SlotKey(std::string_view root, std::string_view fork, std::uint32_t index) {
  // Of one length, so that the order of keys is that of branches.
  return SlotPrefix(root, fork) + fmt::format("{:010}", index);
}
std::string SlotPrefix(std::string_view root, std::string_view fork) { return Join("slot", {root, fork}); }

std::string ClaimKey(std::string_view root, std::string_view line) { return Join("claim", {root, line}); }
std::string ClaimPrefix(std::string_view root) { return Join("claim", {root}); }

std::string EffectKey(std::string_view root, std::string_view actor, std::string_view key) {
  return root.empty() ? Join(kSharedEffect, {actor, key}) : Join("effect", {root, actor, key});
}
std::string EffectPrefix(std::string_view root) { return Join("effect", {root}); }
std::string IntentKey(std::string_view root, std::string_view actor, std::string_view key) {
  return root.empty() ? Join(kSharedIntent, {actor, key}) : Join("intent", {root, actor, key});
}

std::string BatchKey(std::string_view root, std::string_view mark) { return Join("batch", {root, mark}); }
std::string BatchPrefix(std::string_view root) { return Join("batch", {root}); }

bool IsIntentKey(std::string_view key) { return KindOf(key) == "intent" || KindOf(key) == kSharedIntent; }

std::string StartKey(std::string_view message) { return Join("start", {message}); }
bool IsStartKey(std::string_view key) { return KindOf(key) == "start"; }

std::string OwnerOf(std::string_view key) {
  constexpr std::array<std::string_view, 13> kOfRoots = {"root",   "end",    "cancel", "waits", "park",
                                                         "join",   "parent", "slot",   "claim", "effect",
                                                         "intent", "failed", "batch"};
  const std::string_view kind = KindOf(key);
  const std::string_view rest = key.substr(std::min(kind.size() + 1, key.size()));
  if (kind == kSharedEffect || kind == kSharedIntent) return Join(kSharedEffect, {}) + std::string(rest);
  if (std::ranges::find(kOfRoots, kind) == kOfRoots.end()) return std::string(key);
  return RootKey(rest.substr(0, rest.find(kEnd)));
}

std::vector<std::string> ReadTogether(std::string_view key) {
  std::vector<std::string> keys = {std::string(key)};
  const std::string owner = OwnerOf(key);
  if (!IsRootKey(owner)) return keys;
  const std::string_view root = RootOf(owner);
  for (const std::string& each : {RootKey(root), EndKey(root), WaitsKey(root), ClaimKey(root, root)}) {
    if (each != key) keys.push_back(each);
  }
  return keys;
}

std::string OwnerOfAll(std::string_view prefix) {
  // Only a root has keys that begin alike: `effect`, zero, the root, zero.
  if (std::ranges::count(prefix, kEnd) < 2) return {};
  std::string owner = OwnerOf(prefix);
  return KindOf(owner) == "root" ? owner : std::string();
}

}  // namespace mesh::state
