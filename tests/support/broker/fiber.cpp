#include "tests/support/broker/fiber.h"

#include <utility>

namespace mesh::test {

namespace {

/// Handlers of tests and what a host does around them.
constexpr std::size_t kStackBytes = std::size_t{512} << 10U;

}  // namespace

struct Fibers::Fiber {
  ucontext_t context = {};
  // Not set to zero: what is never touched costs nothing.
  std::unique_ptr<std::byte[]> stack{new std::byte[kStackBytes]};
  std::function<void()> work;
  Fibers* of = nullptr;
};

Fibers::Fibers() = default;
Fibers::~Fibers() = default;

void Fibers::Enter(std::uint32_t high, std::uint32_t low) {
  // makecontext hands on nothing but numbers of 32 bits.
  auto* const fiber =
      reinterpret_cast<Fiber*>((static_cast<std::uintptr_t>(high) << 32U) | static_cast<std::uintptr_t>(low));
  for (;;) {
    fiber->work();
    fiber->work = nullptr;
    fiber->of->free_.push_back(fiber);
    fiber->of->Wait();
  }
}

void Fibers::Prepare(Fiber& fiber) {
  fiber.of = this;
  fiber.context.uc_stack.ss_sp = fiber.stack.get();
  fiber.context.uc_stack.ss_size = kStackBytes;
  const auto address = reinterpret_cast<std::uintptr_t>(&fiber);
  makecontext(&fiber.context, reinterpret_cast<void (*)()>(&Fibers::Enter), 2,
              static_cast<std::uint32_t>(address >> 32U), static_cast<std::uint32_t>(address));
  free_.push_back(&fiber);
}

void Fibers::Make() {
  all_.push_back(std::make_unique<Fiber>());
  // It may return twice, as far as the compiler knows: nothing is kept beside it.
  getcontext(&all_.back()->context);
  Prepare(*all_.back());
}

void Fibers::Run(std::function<void()> work) {
  if (free_.empty()) Make();
  Fiber& fiber = *free_.back();
  free_.pop_back();
  fiber.work = std::move(work);
  Switch(fiber);
}

void Fibers::Resume(Fiber& fiber) { Switch(fiber); }

void Fibers::Switch(Fiber& fiber) {
  current_ = &fiber;
  swapcontext(&outside_, &fiber.context);
  current_ = nullptr;
}

void Fibers::Wait() { swapcontext(&current_->context, &outside_); }

}  // namespace mesh::test
