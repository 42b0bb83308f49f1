// What a Redis server does as one: scripts in its language, and under which names they keep the state.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mesh::transport {

/// Names of what a mesh keeps on a server; the part in braces keeps them together on it.
class RedisNames {
 public:
  RedisNames(std::string_view mesh, std::string_view prefix)
      : root_("{mesh:" + std::string(prefix) + (prefix.empty() ? "" : "/") + std::string(mesh) + "}:") {}

  /// What every script is given: values, their keys in order, when they expire, which are leased, and how the
  /// names of processes begin.
  std::array<std::string, 5> all() const {
    return {root_ + "values", root_ + "keys", root_ + "expire", root_ + "leased", Holder("")};
  }
  std::string values() const { return root_ + "values"; }
  std::string keys() const { return root_ + "keys"; }
  /// There for as long as that process lives.
  std::string Holder(std::string_view holder) const { return root_ + "host:" + std::string(holder); }
  /// What the last batch of that process has come to.
  std::string Answer(std::string_view holder) const { return root_ + "answer:" + std::string(holder); }

 private:
  std::string root_;
};

/// Microseconds, which a script can reckon with: until then, not before.
std::string RedisMoment(std::int64_t expires_ns);

/// What stands in front of a value that is kept.
struct RedisValue {
  std::optional<std::int64_t> expires = {};  ///< Microseconds; none: never.
  std::string_view holder = {};              ///< It is there for as long as that lives; empty: nobody's.
  std::size_t start = 0;                     ///< Where the value begins.
};
/// None: nothing that a script has put.
std::optional<RedisValue> UnpackRedisValue(std::string_view kept);

// Whoever judges (an argument, 1) takes who has not been heard of for dead, and does not find what was leased
// to him; who has not heard of the server for a while himself does not (0).

/// A batch of transitions, one after the other. Arguments: the number of the batch, the process, the moment,
/// milliseconds of a lease, of its answer, whether it judges, whether each relies on all before it (1: then
/// behind one that is not made none is), and what PackRedisOrders makes of them. Answers a text of one digit
/// for each: 1, or 0 where it was not made because a condition did not hold. The same number again is
/// answered as before.
const std::string& RedisApply();
/// Keys and values from one key to another, in their order, some at a time. Arguments: the moment, whether it
/// judges, the first, the last, and how many at most. Answers keys and values, and whether there may be more,
/// as a last text: the last key that was looked at, or nothing.
const std::string& RedisScan();
/// The values of keys; arguments: the moment, whether it judges, and the keys. Answers as many; nothing:
/// there is none.
const std::string& RedisGet();
/// How many keys there are from one to another, expired ones too; arguments: the moment, whether it judges,
/// the first and the last.
const std::string& RedisCount();
/// Removes what has expired, and what was leased to processes that are gone; arguments: the moment, whether
/// it judges, and how much at most.
const std::string& RedisSweep();
/// Removes what was leased to a process, and that it lives; argument: the process.
const std::string& RedisLeave();

}  // namespace mesh::transport
