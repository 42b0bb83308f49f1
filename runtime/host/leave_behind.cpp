#include "mesh/host/leave_behind.h"

#include <cstdlib>
#include <iostream>

namespace mesh::host {

void LeaveBehind(int code) {
  std::cerr.flush();
  std::_Exit(code);
}

}  // namespace mesh::host
