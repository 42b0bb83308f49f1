// Writes what is installed beside the program and follows from its options: write_texts FOLDER.
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include "compiler/driver/package/completions.h"
#include "compiler/driver/package/manual_page.h"

namespace {

namespace fs = std::filesystem;
using namespace meshc::driver;

bool Write(const fs::path& path, const std::string& text) {
  std::error_code error;
  fs::create_directories(path.parent_path(), error);
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (file) return true;
  std::cerr << "cannot write `" << path.string() << "`: " << std::strerror(errno) << "\n";
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: write_texts FOLDER\n";
    return 2;
  }
  const fs::path folder = argv[1];
  const CommandTable table = DescribeCommands();
  bool written = Write(folder / "man" / (table.program + ".1"), package::ManualPage(table, MESHC_VERSION));
  for (const CommandRow& command : table.commands) {
    written = Write(folder / "man" / (table.program + "-" + command.name + ".1"),
                    package::ManualPage(table, command, MESHC_VERSION)) &&
              written;
  }
  written = Write(folder / "bash" / table.program, package::BashCompletion(table)) && written;
  written = Write(folder / "zsh" / ("_" + table.program), package::ZshCompletion(table)) && written;
  written = Write(folder / "fish" / (table.program + ".fish"), package::FishCompletion(table)) && written;
  return written ? 0 : 2;
}
