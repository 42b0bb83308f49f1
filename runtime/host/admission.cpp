#include "mesh/host/admission.h"

#include <algorithm>

namespace mesh::host {

Admission::Admission(std::uint32_t credit) : state_(std::make_shared<State>()) { state_->credit = credit; }

bool Admission::Enter() {
  std::unique_lock lock(state_->mutex);
  state_->changed.wait(lock, [this] { return state_->closed || state_->inside < state_->credit; });
  if (state_->closed) return false;
  ++state_->inside;
  return true;
}

void Admission::Leave() {
  {
    const std::lock_guard lock(state_->mutex);
    --state_->inside;
  }
  state_->changed.notify_all();
}

std::uint32_t Admission::TakeUpTo(std::uint32_t count) {
  const std::lock_guard lock(state_->mutex);
  const std::uint32_t taken = std::min(count, state_->credit - std::min(state_->credit, state_->inside));
  state_->inside += taken;
  return taken;
}

void Admission::Return(std::uint32_t count) {
  if (count == 0) return;
  {
    const std::lock_guard lock(state_->mutex);
    state_->inside -= count;
  }
  state_->changed.notify_all();
}

void Admission::Close() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->closed = true;
  }
  state_->changed.notify_all();
}

bool Admission::WaitUntilEmpty(transport::Clock& clock, std::int64_t until_ns) {
  clock.At(until_ns, [state = state_] {
    {
      const std::lock_guard lock(state->mutex);
      state->overtime = true;
    }
    state->changed.notify_all();
  });
  std::unique_lock lock(state_->mutex);
  state_->changed.wait(lock, [this] { return state_->overtime || state_->inside == 0; });
  return state_->inside == 0;
}

std::uint32_t Admission::inside() const {
  const std::lock_guard lock(state_->mutex);
  return state_->inside;
}

}  // namespace mesh::host
