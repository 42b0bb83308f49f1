#include "compiler/driver/world/memory_limit.h"

#include <llvm/Support/ErrorHandling.h>
#include <sys/resource.h>

#include <algorithm>
#include <new>
#include <optional>

namespace meshc::driver {
namespace {

// Code, constants and stacks, which RLIMIT_DATA does not count.
constexpr rlim_t kOutsideOfTheHeap = rlim_t{96} << 20U;

/// What the caller gave; none while no limit of ours is set.
std::optional<rlim_t> callers;

void SetSoftLimit(rlim_t bytes) {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  limit.rlim_cur = bytes;
  setrlimit(RLIMIT_DATA, &limit);
}

rlim_t Ours() { return std::min<rlim_t>(kMemoryLimit - kOutsideOfTheHeap, *callers); }

[[noreturn]] void Throw(void* /*data*/, const char* /*reason*/, bool /*dump*/) { throw std::bad_alloc(); }

}  // namespace

void LimitMemory() {
  rlimit limit{};
  if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
  callers = limit.rlim_cur;
  SetSoftLimit(Ours());
  llvm::install_bad_alloc_error_handler(Throw);
}

CallersMemoryLimit::CallersMemoryLimit() {
  if (callers) SetSoftLimit(*callers);
}

CallersMemoryLimit::~CallersMemoryLimit() {
  if (callers) SetSoftLimit(Ours());
}

}  // namespace meshc::driver
