// Every key under which hosts keep state: made here, so that no two kinds meet.
//
// An id may hold any byte but zero, which parts of a key end with: so no key is the beginning of another
// one's, and a prefix finds its own only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mesh::state {

/// A root envelope that is under way: who waits for its end, how many copies of it live.
std::string RootKey(std::string_view root);
bool IsRootKey(std::string_view key);
/// The mailbox of a process that waits for ends, for as long as that lives.
std::string WaiterKey(std::string_view mailbox);
bool IsWaiterKey(std::string_view key);
/// How a root envelope has ended.
std::string EndKey(std::string_view root);
/// The envelope of a root that has failed, as it stood before the visit that failed.
std::string FailedKey(std::string_view root);
/// The latest replay of a root that has failed.
std::string ReplayKey(std::string_view root);
/// A letter that was no envelope.
std::string UnreadableKey(std::string_view message);
/// Somebody wants the root cancelled.
std::string CancelKey(std::string_view root);
bool IsCancelKey(std::string_view key);
/// What is parked of a root, and the signals that came before anybody waited.
std::string WaitsKey(std::string_view root);
/// A parked envelope.
std::string ParkKey(std::string_view root, std::string_view park);

// Where all keys of a kind begin.
std::string AllParks();
std::string AllParents();
std::string AllWaits();
std::string AllFailed();
std::string AllCancels();
/// What begins so never expires: somebody erases it.
bool IsErasedOnly(std::string_view prefix);
/// The root that a key of RootKey, FailedKey or WaitsKey is for.
std::string_view RootOf(std::string_view key);

/// What the branches of a fork have come to.
std::string JoinKey(std::string_view root, std::string_view fork);
bool IsJoinKey(std::string_view key);
/// The parent that waits for them.
std::string ParentKey(std::string_view root, std::string_view fork);
/// Every parent of a root.
std::string ParentPrefix(std::string_view root);
/// A child that has ended.
std::string SlotKey(std::string_view root, std::string_view fork, std::uint32_t index);
std::string SlotPrefix(std::string_view root, std::string_view fork);

/// By which claim a line goes on: an envelope of the root, or what the mesh is told of it.
std::string ClaimKey(std::string_view root, std::string_view line);
/// Every claim of a root.
std::string ClaimPrefix(std::string_view root);

/// The results of an effect that are kept for a root; an empty one: for all.
std::string EffectKey(std::string_view root, std::string_view actor, std::string_view key);
/// Every effect of a root that is not empty.
std::string EffectPrefix(std::string_view root);
/// Somebody makes that effect just now.
std::string IntentKey(std::string_view root, std::string_view actor, std::string_view key);
bool IsIntentKey(std::string_view key);

/// What follows from a change of a root, and may not have been sent yet: where a store keeps no messages.
std::string BatchKey(std::string_view root, std::string_view mark);
/// Every batch of a root.
std::string BatchPrefix(std::string_view root);

/// A handler was called with a suspect message and has not come back.
std::string StartKey(std::string_view message);
bool IsStartKey(std::string_view key);

/// Keys that whoever reads one of them is likely to read, too: of a root, which begins, goes on or ends. The
/// key itself is the first.
std::vector<std::string> ReadTogether(std::string_view key);

/// What a key belongs to: keys of one owner change together, in stores that cannot change more at a time.
/// All of a root have one owner, and so have both of a shared effect; any other key is its own.
std::string OwnerOf(std::string_view key);
/// The one owner of every key that begins so; empty: they may have many.
std::string OwnerOfAll(std::string_view prefix);

}  // namespace mesh::state
