// Ids of envelopes. Clock and randomness are parameters, so that runs can be repeated.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace mesh {

/// Gives each new root envelope its id. Implementations say whether they may be shared by threads.
class IdSource {
 public:
  virtual ~IdSource() = default;
  virtual std::string NextId() = 0;
};

/// The UUIDv7 of RFC 9562 made of a time and 74 random bits (12 of `high`, 62 of `low`).
std::string UuidV7(std::int64_t now_ns, std::uint64_t high, std::uint64_t low);

/// The UUIDv8 of RFC 9562 made of the 128-bit FNV-1a hash of `seed`: equal seeds give equal ids.
std::string ChildId(std::string_view seed);

/// UUIDv7 ids. May be shared by threads if both functions may.
class UuidV7Source : public IdSource {
 public:
  UuidV7Source(std::function<std::int64_t()> now_ns, std::function<std::uint64_t()> random)
      : now_ns_(std::move(now_ns)), random_(std::move(random)) {}
  std::string NextId() override {
    const std::uint64_t high = random_();
    return UuidV7(now_ns_(), high, random_());
  }

 private:
  std::function<std::int64_t()> now_ns_;
  std::function<std::uint64_t()> random_;
};

/// Counted ids: UUIDv7s of the epoch whose random part counts from 1. For one thread.
class CountedIdSource : public IdSource {
 public:
  std::string NextId() override { return UuidV7(0, 0, ++count_); }

 private:
  std::uint64_t count_ = 0;
};

}  // namespace mesh
