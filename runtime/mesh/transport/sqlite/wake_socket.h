// Tells other processes of the machine that there is something to look at. It may be lost: who is told
// looks every now and then as well.
#pragma once

#include <cstdint>
#include <string>

namespace mesh::transport {

class WakeSocket {
 public:
  /// `place` is the same for all that wake each other, and no other's; `number` is one's own.
  WakeSocket(std::string place, std::int64_t number);
  ~WakeSocket();
  WakeSocket(const WakeSocket&) = delete;
  WakeSocket& operator=(const WakeSocket&) = delete;

  /// Readable when somebody was told; below 0: the system gave none.
  int descriptor() const { return descriptor_; }
  /// Never waits.
  void Wake(std::int64_t number) const;
  /// What has come so far is forgotten.
  void Clear() const;

 private:
  const std::string place_;
  int descriptor_ = -1;
};

}  // namespace mesh::transport
