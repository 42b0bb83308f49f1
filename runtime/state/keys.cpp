#include "mesh/state/keys.h"

#include <initializer_list>

#include <fmt/format.h>

namespace mesh::state {

namespace {

constexpr char kEnd = '\0';

std::string Join(std::string_view kind, std::initializer_list<std::string_view> parts) {
  std::string key(kind);
  key += kEnd;
  for (const std::string_view part : parts) {
    key += part;
    key += kEnd;
  }
  return key;
}

}  // namespace

std::string RootKey(std::string_view root) { return Join("root", {root}); }
std::string WaiterKey(std::string_view mailbox) { return Join("waiter", {mailbox}); }
std::string EndKey(std::string_view root) { return Join("end", {root}); }
std::string FailedKey(std::string_view root) { return Join("failed", {root}); }
std::string ReplayKey(std::string_view root) { return Join("replay", {root}); }
std::string UnreadableKey(std::string_view message) { return Join("unreadable", {message}); }
std::string CancelKey(std::string_view root) { return Join("cancel", {root}); }
std::string WaitsKey(std::string_view root) { return Join("waits", {root}); }
std::string ParkKey(std::string_view park) { return Join("park", {park}); }

std::string AllParks() { return Join("park", {}); }
std::string AllParents() { return Join("parent", {}); }
std::string AllWaits() { return Join("waits", {}); }
std::string AllFailed() { return Join("failed", {}); }

std::string_view RootOf(std::string_view key) {
  const std::size_t begin = key.find(kEnd) + 1;
  return key.substr(begin, key.find(kEnd, begin) - begin);
}

std::string JoinKey(std::string_view fork) { return Join("join", {fork}); }
std::string ParentKey(std::string_view fork) { return Join("parent", {fork}); }
std::string SlotKey(std::string_view fork, std::uint32_t index) {
  // Of one length, so that the order of keys is that of branches.
  return SlotPrefix(fork) + fmt::format("{:010}", index);
}
std::string SlotPrefix(std::string_view fork) { return Join("slot", {fork}); }

std::string EffectKey(std::string_view root, std::string_view actor, std::string_view key) {
  return root.empty() ? Join("shared", {actor, key}) : Join("effect", {root, actor, key});
}
std::string EffectPrefix(std::string_view root) { return Join("effect", {root}); }
std::string IntentKey(std::string_view actor, std::string_view key) { return Join("intent", {actor, key}); }

std::string StartKey(std::string_view message) { return Join("start", {message}); }

}  // namespace mesh::state
