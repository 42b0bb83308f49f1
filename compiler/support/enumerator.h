// What stands behind a switch over all enumerators.
#pragma once

#include <stdexcept>

namespace meshc {

/// A check: the value is none of its enumeration's, so somebody has made it by a cast.
[[noreturn]] inline void NoSuchEnumerator() { throw std::logic_error("no such enumerator"); }

}  // namespace meshc
