#include "mesh/program/leave_behind.h"

#include <cstdlib>
#include <iostream>

#include "mesh/program/exit_code.h"

namespace mesh::program {

void LeaveBehind(int code) {
  std::cerr.flush();
  std::_Exit(code);
}

std::function<void(const std::string& problem)> EndAtLoss(ErrorLines& errors) {
  return [&errors](const std::string& problem) {
    errors.Print(problem + "; what was not told as done may be lost: the host ends here");
    LeaveBehind(kUnusable);
  };
}

}  // namespace mesh::program
