// The handler of processor `work`. This file is yours: meshc wrote it once and leaves it alone.
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iostream>

#include "test_streams/actors/work.h"

namespace test_streams::actors {
namespace {

/// There is one object per concurrency slot; it serves one envelope at a time.
class WorkHandler final : public Work {
  Result<Output> handle(const Input& input, [[maybe_unused]] Context& context) override {
    // Until somebody opens the FIFO `gate` to write, and closes it.
    if (input.text == "gate") std::ifstream("gate").get();
    if (input.text == "exit") std::exit(0);
    if (input.text == "print") std::cout << "noise\n" << std::flush;
    if (input.text == "pid") return Output{.reply = std::to_string(getpid())};
    return Output{.reply = input.text};
  }
};

}  // namespace

std::unique_ptr<mesh::actor::Handler> MakeWork() { return std::make_unique<WorkHandler>(); }

}  // namespace test_streams::actors
