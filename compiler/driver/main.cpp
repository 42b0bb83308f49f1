// The composition root: meshc on the real world.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <system_error>

#include "compiler/driver/main.h"
#include "compiler/driver/world/exit_code.h"
#include "compiler/driver/world/memory_limit.h"
#include "mesh/program/descriptor_stream.h"
#include "mesh/program/standard_streams.h"

namespace {

bool TakesColour(int stream) {
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return ::isatty(stream) != 0 && std::getenv("NO_COLOR") == nullptr && !dumb;
}

/// GitHub's workflow commands name files by their path in the workspace.
std::string FolderInWorkspace() {
  namespace fs = std::filesystem;
  const char* workspace = std::getenv("GITHUB_WORKSPACE");
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (workspace == nullptr || error) return {};
  const fs::path folder = fs::relative(here, workspace, error);
  const bool is_below = !error && !folder.empty() && folder != "." && *folder.begin() != "..";
  return is_below ? folder.string() : std::string();
}

}  // namespace

int main(int argc, char** argv) {
  mesh::program::GuardStandardStreams();
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  meshc::driver::LimitMemory();  // The shadow memory of a sanitizer would count too.
#endif
  std::ios::sync_with_stdio(false);
  mesh::program::DescriptorBuffer buffer(STDOUT_FILENO);
  std::ostream out(&buffer);
  meshc::driver::World world{
      .in = std::cin,
      .out = out,
      .err = std::cerr,
      .files = meshc::source::DiskFileSystem(),
      .output = meshc::driver::DiskOutputTree(),
      .processes = meshc::driver::SystemProcesses(),
      .run_files = meshc::driver::DiskRunFiles(),
      .err_takes_colour = TakesColour(STDERR_FILENO),
      .folder_in_workspace = FolderInWorkspace(),
  };
  const int exit_code = meshc::driver::Main({argv + 1, argv + argc}, world);
  out.flush();
  if (buffer.problem().empty()) return exit_code;
  std::cerr << "meshc: cannot write to standard output: " << buffer.problem() << "\n";
  return meshc::driver::kUsage;
}
