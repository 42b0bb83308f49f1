// How a process ends that has handlers which never come back.
#pragma once

namespace mesh::host {

/// Ends the process with that exit code: a handler that never comes back cannot be joined, only left behind.
[[noreturn]] void LeaveBehind(int code);

}  // namespace mesh::host
