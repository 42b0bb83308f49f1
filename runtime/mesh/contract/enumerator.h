// What stands behind a switch over all enumerators.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace mesh::contract {

/// A check: the value is none of its enumeration's. Tables from outside are verified before anybody looks
/// into them, so somebody here has made it by a cast.
[[noreturn]] inline void NoSuchEnumerator() {
  std::fputs("mesh: no such enumerator\n", stderr);
  std::abort();
}

}  // namespace mesh::contract
