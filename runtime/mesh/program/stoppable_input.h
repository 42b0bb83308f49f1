// Input from a file descriptor that can be made to end early, also while a read waits.
#pragma once

#include <atomic>
#include <streambuf>
#include <vector>

namespace mesh::program {

/// A stream buffer over a descriptor that stays the caller's. What cannot be read is thrown, as
/// std::system_error. `Stop` may come from any thread.
class StoppableInput final : public std::streambuf {
 public:
  explicit StoppableInput(int descriptor);
  ~StoppableInput() override;
  StoppableInput(const StoppableInput&) = delete;
  StoppableInput& operator=(const StoppableInput&) = delete;

  /// The input ends here. What has been read ahead is still there: whoever takes it asks `stopped`.
  void Stop();
  bool stopped() const { return stopped_.load(std::memory_order_acquire); }

 protected:
  int_type underflow() override;

 private:
  bool WaitReadable() const;

  int descriptor_;
  int stop_event_;
  std::atomic<bool> stopped_ = false;
  std::vector<char> buffer_;
};

}  // namespace mesh::program
