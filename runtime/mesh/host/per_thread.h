// A part for each thread that writes, so that many threads count without meeting in one line of the cache,
// and none of them needs a locked instruction.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace mesh::host {

/// Thread rule: every function may be called from any thread. One thread at a time has a part; the others may
/// read it meanwhile, so what is in it is atomic.
template <typename Part>
class PerThread {
 public:
  /// `make` makes a new part; called with a lock held, in the thread that gets it.
  explicit PerThread(std::function<std::unique_ptr<Part>()> make) : parts_(std::make_shared<Parts>()) {
    parts_->make = std::move(make);
  }

  /// That of the calling thread. A thread that goes from one of these to another and back, or ends, may find
  /// or leave its part to the next one: nothing in it gets lost.
  Part& Mine() {
    Lease& lease = Current();
    if (lease.parts != parts_) lease.Move(parts_);
    return *lease.part;
  }

  /// Every part that any thread has written.
  template <typename Read>
  void ForEach(const Read& read) const {
    const std::lock_guard lock(parts_->mutex);
    for (const auto& part : parts_->all) read(std::as_const(*part));
  }

 private:
  struct Parts {
    std::mutex mutex;
    std::function<std::unique_ptr<Part>()> make;
    std::list<std::unique_ptr<Part>> all;
    std::vector<Part*> spare;  ///< That no thread has now.
  };

  /// Holds the parts: where they are nothing else can be, so a thread knows its part by their address.
  struct Lease {
    std::shared_ptr<Parts> parts;
    Part* part = nullptr;

    Lease() = default;
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;
    ~Lease() { End(); }

    void Move(const std::shared_ptr<Parts>& to) {
      End();
      const std::lock_guard lock(to->mutex);
      if (to->spare.empty()) {
        to->spare.reserve(to->all.size() + 1);  // So that no end of a lease has to.
        part = to->all.emplace_back(to->make()).get();
      } else {
        part = to->spare.back();
        to->spare.pop_back();
      }
      parts = to;
    }
    void End() {
      if (parts == nullptr) return;
      {
        const std::lock_guard lock(parts->mutex);
        parts->spare.push_back(part);
      }
      parts.reset();
    }
  };
  static Lease& Current() {
    // Says which part is this thread's, nothing else.
    static thread_local Lease lease;
    return lease;
  }

  std::shared_ptr<Parts> parts_;
};

}  // namespace mesh::host
