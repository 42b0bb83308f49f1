#include "mesh/program/counts_file.h"

#include <utility>

#include <fmt/format.h>

#include "mesh/program/cannot_write.h"
#include "mesh/program/same_file.h"

namespace mesh::program {

std::variant<CountsFile, std::string> CountsFile::Open(const std::string& path, int input) {
  if (SameFile(input, path)) return fmt::format("`{}` is the input, it cannot take the counts as well", path);
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  if (!file) return CannotWrite(path);
  return CountsFile(path, std::move(file));
}

CountsFile::CountsFile(std::string path, std::ofstream file)
    : path_(std::move(path)), file_(std::move(file)) {}

bool CountsFile::Keep(std::string_view text) {
  file_ << text << std::flush;
  if (!file_) problem_ = CannotWrite(path_);
  return problem_.empty();
}

}  // namespace mesh::program
