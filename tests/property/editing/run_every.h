// The command line of programs that look at one of so many things.
#pragma once

#include <functional>

namespace meshc::property {

/// Reads `[--every N]`, at least 1 and at first `every`, and runs. The exit code; 1 also where something is
/// thrown, which is printed.
int RunEvery(int argc, char** argv, const char* about, int every, const std::function<int(int every)>& run);

}  // namespace meshc::property
