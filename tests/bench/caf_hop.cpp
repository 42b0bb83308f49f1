// The same way to and fro on the C++ Actor Framework: two actors that hand a text of 1 KiB to each other,
// with nothing checked.
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

#include <benchmark/benchmark.h>
#include <caf/all.hpp>

#include "tests/bench/hop_rows.h"

namespace mesh::test {
namespace {

/// Counts the texts that have come to the end of their way.
class Finish {
 public:
  void Arrive() {
    const std::lock_guard lock(mutex_);
    ++arrived_;
    changed_.notify_one();
  }
  void WaitFor(std::int64_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return arrived_ >= count; });
    arrived_ = 0;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::int64_t arrived_ = 0;
};

struct Peer {
  caf::actor other;
};

caf::behavior Pass(caf::stateful_actor<Peer>* self, Finish* finish) {
  return {[self](const caf::actor& other) { self->state.other = other; },
          [self, finish](std::int64_t left, std::string& text) {
            if (left == 0) return finish->Arrive();
            self->send(self->state.other, left - 1, std::move(text));
          }};
}

void CafHop(benchmark::State& state) {
  const std::int64_t envelopes = state.range(0);
  const std::int64_t hops = HopsOf(envelopes);
  Finish finish;
  caf::actor_system_config config;
  config.set("scheduler.max-threads", static_cast<std::size_t>(state.range(1)));
  caf::actor_system system(config);
  const caf::actor left = system.spawn(Pass, &finish);
  const caf::actor right = system.spawn(Pass, &finish);
  caf::anon_send(left, right);
  caf::anon_send(right, left);
  for (auto _ : state) {
    for (std::int64_t i = 0; i < envelopes; ++i) caf::anon_send(left, hops - 1, std::string(1000, 'x'));
    finish.WaitFor(envelopes);
  }
  caf::anon_send_exit(left, caf::exit_reason::user_shutdown);
  caf::anon_send_exit(right, caf::exit_reason::user_shutdown);
  CountItems(state, hops * envelopes);
}
BENCHMARK(CafHop)->Apply(kEnvelopesAndThreads);

}  // namespace
}  // namespace mesh::test
