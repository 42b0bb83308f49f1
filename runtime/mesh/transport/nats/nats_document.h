// What one owner of state keeps on a NATS server, as one value that is compared and set: its keys, and
// messages that follow from what it has become and that may not have been sent yet.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/state/state.h"
#include "mesh/transport/ledger.h"

namespace mesh::transport {

/// A value: for one thread at a time.
class NatsDocument {
 public:
  struct Kept {
    std::string value;
    std::int64_t expires_ns = state::kNeverExpires;
    std::string holder = {};  ///< It goes with that process; empty: with none.
  };
  /// A message, and the id by which the server knows a second sending of it.
  struct Post {
    std::string message_id;
    Sending sending;
  };
  /// What one input has led to.
  struct Batch {
    std::string input;  ///< The nonce of the input; empty: there was none.
    std::string mark;   ///< Of its own.
    std::vector<Post> posts;
  };

  /// Each has one of its own; those of a process have growing numbers.
  struct Writing {
    std::string process;
    std::uint64_t number = 0;
    bool operator==(const Writing&) const = default;
  };

  std::map<std::string, Kept, std::less<>> entries = {};
  std::vector<Batch> batches = {};
  /// Of some processes that have written of late the last one each; that which made the document is last.
  std::vector<Writing> writings = {};
  /// What stays was first written where things are only remembered: as that revision. 0: not yet.
  std::uint64_t came_as = 0;
  /// Nobody has written it since it came: it counts while that revision is the last one there.
  bool just_came = false;

  void Sign(const Writing& writing);
  /// Whether it is what that writing has made.
  bool IsBy(const Writing& writing) const { return !writings.empty() && writings.back() == writing; }
  /// Whether it follows from that writing: whose confirmation was lost is told so.
  bool Follows(const Writing& writing) const;

  /// None: nothing is there, it has expired, or `is_alive` says that its holder is gone.
  using IsAlive = std::function<bool(const std::string& holder)>;
  std::optional<std::string> Get(std::string_view key, std::int64_t now_ns, const IsAlive& is_alive) const;
  void Make(const state::Change& change, const std::string& holder);
  /// What has expired is removed.
  void Sweep(std::int64_t now_ns);
  /// Takes out what was sent, because it has come: a message, by its id.
  void Arrive(std::string_view message_id);
  /// The same, by their marks.
  void Confirm(const std::vector<std::string>& marks);
  /// Nothing in it stays for ever: it is only remembered.
  bool is_memory() const;
  bool empty() const { return entries.empty() && batches.empty(); }

  std::string Encode() const;
  /// None: the bytes are no document of a version that is known here.
  static std::optional<NatsDocument> Decode(std::string_view bytes);
};

}  // namespace mesh::transport
