// The exit codes of meshc, which build systems rely on.
#pragma once

namespace meshc::driver {

inline constexpr int kClean = 0;  ///< Warnings allowed.
inline constexpr int kFindings = 1;
inline constexpr int kUsage = 2;          ///< Wrong usage, or a named file that cannot be opened or read.
inline constexpr int kInternalError = 3;  ///< A bug in meshc.

}  // namespace meshc::driver
