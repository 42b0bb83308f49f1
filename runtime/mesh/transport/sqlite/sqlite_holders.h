// The processes that share a database: who holds loans, and whether he is alive.
//
// A holder locks one byte of a file beside the database, by its number, for as long as it lives: the
// system frees the byte with the process, however that ends. Nobody's clock is asked.
#pragma once

#include <cstdint>
#include <string>

namespace mesh::transport {

/// Belongs to one thread at a time.
class HolderLocks {
 public:
  /// Opens or makes the file. `problem` says why it cannot be.
  explicit HolderLocks(const std::string& path);
  ~HolderLocks();
  HolderLocks(const HolderLocks&) = delete;
  HolderLocks& operator=(const HolderLocks&) = delete;

  const std::string& problem() const { return problem_; }
  /// Takes the byte of a holder that is this process. False: somebody has it.
  [[nodiscard]] bool Take(std::int64_t holder);
  /// True if another process has it. Do not ask for one's own.
  bool IsHeld(std::int64_t holder) const;

  /// Waits until no other process has the turn, and takes it.
  void BeginTurn() const;
  void EndTurn() const;

 private:
  int descriptor_ = -1;
  std::string problem_;
};

/// The turn to write, as long as it lives. Of those who come for the database's own lock one gets it and the
/// others look again and again; who queues up before costs nothing meanwhile and is woken at once. Who begins
/// a transaction that writes takes it, because who has it may copy the log (Database::CopyLog).
class WriteTurn {
 public:
  explicit WriteTurn(const HolderLocks& locks) : locks_(locks) { locks_.BeginTurn(); }
  ~WriteTurn() { locks_.EndTurn(); }
  WriteTurn(const WriteTurn&) = delete;
  WriteTurn& operator=(const WriteTurn&) = delete;

 private:
  const HolderLocks& locks_;
};

}  // namespace mesh::transport
