#include "mesh/program/complain.h"

#include <iostream>

namespace mesh::program {

int Complain(std::string_view why, int code) {
  std::cerr << why << '\n';
  return code;
}

}  // namespace mesh::program
