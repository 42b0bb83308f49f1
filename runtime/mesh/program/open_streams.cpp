#include "mesh/program/open_streams.h"

#include <array>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>
#include <variant>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mesh/program/exit_code.h"

namespace mesh::program {

namespace {

constexpr const char* kStandardInput = "-";
constexpr const char* kStandardOutput = "-";

Farewell CannotRead(const std::string& path) {
  return {kUnusable, fmt::format("cannot read `{}`: {}", path, std::generic_category().message(errno))};
}

/// Below 0: it cannot be read, and `errno` says why.
int OpenToRead(const std::string& path, int flags) {
  if (path == kStandardInput) return STDIN_FILENO;
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | flags);
  struct stat status {};
  if (descriptor < 0 || fstat(descriptor, &status) != 0 || !S_ISDIR(status.st_mode)) return descriptor;
  close(descriptor);
  errno = EISDIR;
  return -1;
}

mode_t KindOf(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : mode_t{0};
}

/// False: `errno` says why.
bool ReadAll(int descriptor, std::string& text) {
  std::array<char, 1U << 14U> part;
  while (true) {
    const ssize_t count = read(descriptor, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0;
    text.append(part.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

OpenStreams::~OpenStreams() {
  for (const int descriptor : {streams.input, streams.feed}) {
    if (descriptor > STDERR_FILENO) close(descriptor);
  }
}

std::optional<Farewell> OpenStreams::Open(const CommandLine& line,
                                          std::span<const contract::Version> versions) {
  if (line.input == kStandardInput && line.signals == kStandardInput) {
    return Farewell{kUnusable,
                    "standard input gives inputs or signals, not both: name a file for one of them"};
  }
  if (line.rejects == kStandardOutput)
    return Farewell{kUnusable, "standard output takes the results: name a file for `--rejects`"};
  if (line.counts == kStandardOutput)
    return Farewell{kUnusable, "standard output takes the results: name a file for `--counts`"};
  if (!line.counts.empty() && line.counts == line.rejects)
    return Farewell{kUnusable, "one file takes rejects or counts, not both"};
  if (auto problem = OpenSignals(line, versions)) return problem;
  streams.input = OpenToRead(line.input, 0);
  if (streams.input < 0) return CannotRead(line.input);
  if (auto problem = OpenCounts(line)) return problem;
  if (line.rejects.empty()) return std::nullopt;
  auto opened = RejectFile::Open(line.rejects, streams.input);
  if (auto* problem = std::get_if<std::string>(&opened)) return Farewell{kUnusable, std::move(*problem)};
  rejects_.emplace(std::get<RejectFile>(std::move(opened)));
  streams.rejects = &*rejects_;
  return std::nullopt;
}

std::optional<Farewell> OpenStreams::OpenCounts(const CommandLine& line) {
  if (line.counts.empty()) return std::nullopt;
  auto opened = CountsFile::Open(line.counts, streams.input);
  if (auto* problem = std::get_if<std::string>(&opened)) return Farewell{kUnusable, std::move(*problem)};
  counts_.emplace(std::get<CountsFile>(std::move(opened)));
  streams.counts = &*counts_;
  return std::nullopt;
}

std::optional<Farewell> OpenStreams::OpenSignals(const CommandLine& line,
                                                 std::span<const contract::Version> versions) {
  if (line.signals.empty()) return std::nullopt;
  // A FIFO that nobody writes yet is not waited for, unless all of it is wanted first.
  const int descriptor = OpenToRead(line.signals, line.deterministic ? 0 : O_NONBLOCK);
  if (descriptor < 0) return CannotRead(line.signals);
  const mode_t kind = KindOf(descriptor);
  if (line.deterministic || kind == S_IFREG) {
    auto problem = ReadSignals(line, versions, descriptor);
    if (descriptor != STDIN_FILENO) close(descriptor);
    return problem;
  }
  streams.feed = descriptor;
  if (kind == S_IFIFO && descriptor != STDIN_FILENO) streams.feed_fifo = line.signals;
  return std::nullopt;
}

std::optional<Farewell> OpenStreams::ReadSignals(const CommandLine& line,
                                                 std::span<const contract::Version> versions,
                                                 int descriptor) {
  std::string text;
  if (!ReadAll(descriptor, text)) return CannotRead(line.signals);
  auto read = lines::InputSignals::Read(versions, text);
  if (const auto* problem = std::get_if<std::string>(&read))
    return Farewell{1, fmt::format("{}:{}", line.signals, *problem)};
  streams.signals = std::get<lines::InputSignals>(std::move(read));
  return std::nullopt;
}

}  // namespace mesh::program
