#include "tests/simulation/process.h"

#include <algorithm>
#include <utility>

namespace mesh::simulation {

namespace {

class AskingHandler final : public actor::Handler {
 public:
  explicit AskingHandler(std::function<actor::Outcome(std::span<const Value>, const actor::Context&)> ask)
      : ask_(std::move(ask)) {}
  actor::Outcome Invoke(std::span<const Value> arguments, actor::Context& context) override {
    return ask_(arguments, context);
  }

 private:
  std::function<actor::Outcome(std::span<const Value>, const actor::Context&)> ask_;
};

}  // namespace

Process::Process(const Mesh& mesh, test::Broker& broker, test::ManualClock& clock, test::Fibers& fibers,
                 host::HostOptions options, Answer answer)
    : clock_(clock),
      fibers_(fibers),
      tables_{contract::Version(&mesh.table())},
      connection_(broker.Connect()) {
  if (answer) {
    for (const contract::Actor& actor : mesh.table().actors) {
      const auto ask = [this, answer, &actor](std::span<const Value> arguments,
                                              const actor::Context& context) {
        return answer(*this, actor, arguments, context);
      };
      actors_.push_back({.actor = actor.name, .contract = actor.contract, .make = [ask] {
                           return std::make_unique<AskingHandler>(ask);
                         }});
    }
  }
  host_ = std::make_unique<host::Host>(host::HostParts{tables_, actors_, *connection_, clock_, idempotency_},
                                       std::move(options));
}

Process::~Process() { End(); }

void Process::Run(const std::function<void()>& work) {
  fibers_.Run([this, &work] {
    // Gone when the fiber waits.
    const std::function<void()> own = work;
    test::Fibers::Fiber* const self = fibers_.current();
    busy_.insert(self);
    own();
    busy_.erase(self);
  });
}

void Process::Sleep(std::int64_t by_ns) {
  if (dead_) return;
  test::Fibers::Fiber* const self = fibers_.current();
  if (by_ns == 0) {
    ready_.push_back(self);
  } else {
    asleep_[self] = clock_.At(clock_.now_ns() + by_ns, [this, self] {
      asleep_.erase(self);
      ready_.push_back(self);
    });
  }
  fibers_.Wait();
}

void Process::Resume(std::size_t nth) {
  test::Fibers::Fiber* const fiber = ready_[nth];
  ready_.erase(ready_.begin() + static_cast<std::ptrdiff_t>(nth));
  fibers_.Resume(*fiber);
}

void Process::Die() {
  dead_ = true;
  connection_->Die();
}

void Process::Leave() {
  leaving_ = true;
  host_->StopCalls();
}

bool Process::over() const {
  return dead_ || (leaving_ && busy_.empty() && host_->queued() == 0 && host_->at_rest());
}

void Process::End() {
  if (!busy_.empty() && !dead_) Die();
  for (const auto& [fiber, timer] : asleep_) clock_.Cancel(timer);
  while (!busy_.empty()) fibers_.Resume(**busy_.begin());
  host_.reset();
  connection_.reset();
}

}  // namespace mesh::simulation
