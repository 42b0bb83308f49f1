#include "mesh/program/same_file.h"

#include <sys/stat.h>

namespace mesh::program {

bool SameFile(int descriptor, const std::string& path) {
  struct stat a {};
  struct stat b {};
  return fstat(descriptor, &a) == 0 && stat(path.c_str(), &b) == 0 && S_ISREG(b.st_mode) &&
         a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

}  // namespace mesh::program
