// Stands in for libFuzzer where there is none: runs the target on the files that are named, and on all
// files of the folders that are.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

void Replay(const fs::path& path) {
  // A crash has no other way to say where.
  std::printf("%s\n", path.filename().c_str());
  std::fflush(stdout);
  std::ifstream file(path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

/// How many inputs there were.
int ReplayAll(const fs::path& path) {
  if (!fs::is_directory(path)) return Replay(path), 1;
  int count = 0;
  for (const auto& entry : fs::directory_iterator(path)) count += ReplayAll(entry.path());
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  int count = 0;
  try {
    for (int i = 1; i < argc; ++i) count += ReplayAll(argv[i]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  std::printf("%d inputs replayed\n", count);
  return count > 0 ? 0 : 1;
}
