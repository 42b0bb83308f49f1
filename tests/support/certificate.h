// A certificate of `localhost`, for servers that are reached by TLS.
#pragma once

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/scratch_file.h"

namespace mesh::test {

/// It is its own authority.
class Certificate {
 public:
  Certificate() {
    const std::string command =
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj "
        "/CN=localhost -addext "
        "subjectAltName=DNS:localhost -keyout " +
        key() + " -out " + path() + " 2>/dev/null";
    EXPECT_EQ(std::system(command.c_str()), 0) << "openssl makes no certificate";
  }
  std::string path() const { return file_.path(); }
  std::string key() const { return file_.path() + ".key"; }
  static std::string Read(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  const ScratchFile file_{"cert.pem"};
};

}  // namespace mesh::test
