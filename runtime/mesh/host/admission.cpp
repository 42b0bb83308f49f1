#include "mesh/host/admission.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace mesh::host {

Admission::Admission(std::uint32_t credit, std::function<void()> emptied, bool waits)
    : state_(std::make_shared<State>()), emptied_(std::move(emptied)), waits_(waits) {
  state_->credit = credit;
}

template <typename Change>
void Admission::Do(const Change& change) {
  bool emptied = false;
  {
    const std::lock_guard lock(state_->mutex);
    change(*state_);
    emptied = state_->empty();
  }
  state_->changed.notify_all();
  if (emptied && emptied_) emptied_();
}

bool Admission::Enter() {
  std::unique_lock lock(state_->mutex);
  const auto may_enter = [this] { return state_->closed || state_->inside < state_->credit; };
  if (waits_) state_->changed.wait(lock, may_enter);
  if (state_->closed || !may_enter()) return false;
  ++state_->inside;
  return true;
}

void Admission::Leave() {
  Do([](State& state) { --state.inside; });
}

void Admission::Add() {
  const std::lock_guard lock(state_->mutex);
  ++state_->inside;
}

std::uint32_t Admission::TakeUpTo(std::uint32_t count) {
  const std::lock_guard lock(state_->mutex);
  const std::uint64_t room = state_->credit - std::min(state_->credit, state_->inside);
  const std::uint64_t taken = std::min<std::uint64_t>(count, room);
  state_->inside += taken;
  return static_cast<std::uint32_t>(taken);
}

void Admission::EndFork(std::uint32_t credit, std::uint32_t losers) {
  if (credit == 0 && losers == 0) return;
  Do([=](State& state) {
    state.inside = state.inside - credit + losers;
    state.unwanted += losers;
  });
}

void Admission::LeaveLate() {
  Do([](State& state) {
    --state.inside;
    --state.unwanted;
  });
}

void Admission::Park() {
  Do([](State& state) {
    --state.inside;
    ++state.parked;
  });
}

void Admission::Wake() {
  const std::lock_guard lock(state_->mutex);
  ++state_->inside;
  --state_->parked;
}

void Admission::Close() {
  Do([](State& state) { state.closed = true; });
}

bool Admission::WaitUntilEmpty(transport::Clock& clock, std::int64_t until_ns) {
  if (!waits_) return empty();
  const auto overtime = std::make_shared<bool>(false);
  transport::TimerId timer;
  if (until_ns != std::numeric_limits<std::int64_t>::max()) {
    timer = clock.At(until_ns, [state = state_, overtime] {
      {
        const std::lock_guard lock(state->mutex);
        *overtime = true;
      }
      state->changed.notify_all();
    });
  }
  std::unique_lock lock(state_->mutex);
  state_->changed.wait(lock, [&] { return *overtime || state_->empty(); });
  const bool left = state_->empty();
  lock.unlock();
  if (timer.order != 0) clock.Cancel(timer);
  return left;
}

bool Admission::empty() const {
  const std::lock_guard lock(state_->mutex);
  return state_->empty();
}

std::uint64_t Admission::inside() const {
  const std::lock_guard lock(state_->mutex);
  return state_->inside;
}

std::uint64_t Admission::parked() const {
  const std::lock_guard lock(state_->mutex);
  return state_->parked;
}

}  // namespace mesh::host
