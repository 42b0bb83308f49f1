#include <gtest/gtest.h>

#include "tree.h"

namespace {
std::string folder;
}  // namespace

const std::string& TreeFolder() { return folder; }

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc == 2) folder = argv[1];
  return RUN_ALL_TESTS();
}
