// The exit codes of a host.
#pragma once

namespace mesh::program {

/// Not all went well: an envelope has failed or is unfinished, or what was asked or told is of no use.
inline constexpr int kFailed = 1;
/// Wrong usage, or what is needed cannot be read, reached or written.
inline constexpr int kUnusable = 2;

}  // namespace mesh::program
