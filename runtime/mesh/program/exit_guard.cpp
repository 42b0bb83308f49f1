#include "mesh/program/exit_guard.h"

#include <atomic>
#include <cstdlib>
#include <utility>

#include <unistd.h>

namespace mesh::program {

namespace {

/// What `exit` calls takes no argument, so what it shall do stands here: null while no guard lives.
std::atomic<std::function<void()>*> armed = nullptr;
std::atomic<bool> tripped_before = false;

void Catch() {
  std::function<void()>* const caught = armed.exchange(nullptr);
  if (caught == nullptr && !tripped_before) return;
  tripped_before = true;
  if (caught != nullptr) (*caught)();
  while (true) pause();
}

/// Functions can be registered, not taken back.
void RegisterOnce() {
  [[maybe_unused]] static const bool registered = std::atexit(Catch) == 0 && std::at_quick_exit(Catch) == 0;
}

}  // namespace

ExitGuard::ExitGuard(std::function<void()> caught) : caught_(std::move(caught)) {
  RegisterOnce();
  armed = &caught_;
}

ExitGuard::~ExitGuard() { armed = nullptr; }

bool ExitGuard::tripped() const { return tripped_before; }

}  // namespace mesh::program
