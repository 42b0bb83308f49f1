// Tells handlers that run for long what others have decided meanwhile: their envelope was cancelled, or
// nobody wants its branch any more.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "mesh/host/station.h"
#include "mesh/state/state.h"

namespace mesh::host {

/// A thread that looks twice a second at the calls that run, so that each hears of it within a second; or
/// whoever drives the host looks.
class CallReview {
 public:
  /// Stations and state outlive it.
  CallReview(std::vector<Station*> stations, const state::State& state, bool has_thread = true);
  ~CallReview();
  CallReview(const CallReview&) = delete;
  CallReview& operator=(const CallReview&) = delete;

  /// One look. Nothing where the state cannot be asked just now.
  void Review() const;

 private:
  void Run();
  void Review(Station& station) const;

  const std::vector<Station*> stations_;
  const state::State& state_;
  std::mutex mutex_;
  std::condition_variable leave_;
  bool leaving_ = false;
  std::thread thread_;
};

}  // namespace mesh::host
