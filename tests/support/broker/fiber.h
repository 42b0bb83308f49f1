// Functions that may wait in the middle and are gone on with later, all in one thread.
#pragma once

#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace mesh::test {

/// For one thread.
class Fibers {
 public:
  struct Fiber;

  Fibers();
  /// None may wait any more.
  ~Fibers();
  Fibers(const Fibers&) = delete;
  Fibers& operator=(const Fibers&) = delete;

  /// Runs `work`, which throws nothing, until it ends or waits. Not from within a fiber.
  void Run(std::function<void()> work);
  /// Goes on with one that waits, until it ends or waits again. Not from within a fiber.
  void Resume(Fiber& fiber);
  /// Of a fiber: gives the turn back until somebody resumes it.
  void Wait();
  /// The one that runs; null: none does.
  Fiber* current() const { return current_; }
  /// Begun and not ended.
  std::size_t size() const { return all_.size() - free_.size(); }

 private:
  static void Enter(std::uint32_t high, std::uint32_t low);
  void Make();
  void Prepare(Fiber& fiber);
  void Switch(Fiber& fiber);

  ucontext_t outside_ = {};
  Fiber* current_ = nullptr;
  std::vector<std::unique_ptr<Fiber>> all_;
  std::vector<Fiber*> free_;  ///< Their stacks serve again.
};

}  // namespace mesh::test
