// The composition root: meshc on the real world.
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "compiler/driver/exit_code.h"
#include "compiler/driver/main.h"

int main(int argc, char** argv) {
  std::ios::sync_with_stdio(false);
  meshc::driver::World world{
      .in = std::cin,
      .out = std::cout,
      .err = std::cerr,
      .files = meshc::source::DiskFileSystem(),
      .output = meshc::driver::DiskOutputTree(),
      .processes = meshc::driver::SystemProcesses(),
      .err_takes_colour = ::isatty(STDERR_FILENO) != 0 && std::getenv("NO_COLOR") == nullptr,
  };
  const int exit_code = meshc::driver::Main({argv + 1, argv + argc}, world);
  std::cout.flush();
  return std::cout ? exit_code : meshc::driver::kUsage;
}
