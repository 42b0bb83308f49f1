// What a line of JSON costs on its way through a host, beside a loop over the same lines that is written by
// hand for one shape of input: read, find the member, print a result.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <benchmark/benchmark.h>
#include <simdjson.h>
#include <sys/mman.h>
#include <unistd.h>

#include "mesh/program/serve.h"
#include "tests/bench/hop_rows.h"
#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

constexpr std::int64_t kLines = 20'000;

/// A file in memory.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(memfd_create("lines", MFD_CLOEXEC)) {}
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  ~MemoryFile() { close(descriptor_); }

  int descriptor() const { return descriptor_; }
  void Rewind() const { lseek(descriptor_, 0, SEEK_SET); }
  void Write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t count = write(descriptor_, text.data(), text.size());
      if (count <= 0) std::abort();
      text.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  std::size_t Read(char* to, std::size_t most) const {
    const ssize_t count = read(descriptor_, to, most);
    return count > 0 ? static_cast<std::size_t>(count) : 0;
  }
  /// So many lines stand in it.
  std::int64_t CountLines() const {
    Rewind();
    std::vector<char> block(1U << 16U);
    std::int64_t count = 0;
    for (std::size_t size = Read(block.data(), block.size()); size > 0;
         size = Read(block.data(), block.size()))
      count += std::count(block.data(), block.data() + size, '\n');
    return count;
  }

 private:
  int descriptor_;
};

/// Texts of about a thousand bytes, with a few that JSON escapes, as people write them.
std::string InputText() {
  constexpr std::string_view kParagraph =
      R"(What is \"urgent\" about the order of last week? The parcel has not come, the number that we were given )"
      R"(is not known to anybody, and the page says since Monday that it is on its way. Whoever reads this: tell us )"
      R"(where it is, or send another one. Two of the parts are needed for the fair, which begins on Friday, and the )"
      R"(shop in town has none of them left.\n)";
  std::string text;
  while (text.size() < 1000) text += kParagraph;
  std::string lines;
  for (std::int64_t i = 0; i < kLines; ++i) lines += R"({"text": ")" + text + "\"}\n";
  return lines;
}

void Lines(benchmark::State& state) {
  const CallMesh mesh({.concurrency = 64, .caught = contract::BuiltinError::kCount});
  const actor::Entry actors[] = {EntryOf(mesh.table(), "work", Returns(Value::String("done"))),
                                 EntryOf(mesh.table(), "fallback", Raises("crash"))};
  const program::Program program{.mesh = "bench.mesh", .routes_library = {}, .actors = actors};
  const program::CommandLine line{.threads = static_cast<std::uint32_t>(state.range(0))};
  const MemoryFile input;
  input.Write(InputText());
  std::ostringstream said;
  std::streambuf* const errors = std::cerr.rdbuf(said.rdbuf());
  // It is written anew in each iteration, into memory that is there already.
  const MemoryFile output;
  for (auto _ : state) {
    input.Rewind();
    output.Rewind();
    const int code = program::Serve(line, program, {.tables = {&mesh.table()}, .skipped = {}}, 0,
                                    {.input = input.descriptor(), .output = output.descriptor()});
    state.PauseTiming();
    if (code != 0 || output.CountLines() != kLines) state.SkipWithError("lines are missing");
    state.ResumeTiming();
  }
  std::cerr.rdbuf(errors);
  CountItems(state, kLines);
}
BENCHMARK(Lines)->Arg(1)->Arg(2)->Arg(64)->MeasureProcessCPUTime()->UseRealTime();

/// Reads blocks, and prints the results of their lines.
class ByHand {
 public:
  ByHand(const MemoryFile& input, const MemoryFile& output) : input_(input), output_(output) {}

  bool Run() {
    std::size_t filled = 0;
    for (std::size_t size = Read(filled); size > 0; size = Read(filled)) {
      filled += size;
      std::size_t begin = 0;
      for (const char* end = FindEnd(begin, filled); end != nullptr; end = FindEnd(begin, filled)) {
        const auto length = static_cast<std::size_t>(end - block_.data()) - begin;
        if (!Answer(begin, length)) return false;
        begin += length + 1;
      }
      std::memmove(block_.data(), block_.data() + begin, filled - begin);
      filled -= begin;
      output_.Write(results_);
      results_.clear();
    }
    return true;
  }

 private:
  static constexpr std::size_t kBlock = 1U << 16U;

  std::size_t Read(std::size_t filled) { return input_.Read(block_.data() + filled, kBlock - filled); }
  const char* FindEnd(std::size_t begin, std::size_t filled) const {
    return static_cast<const char*>(std::memchr(block_.data() + begin, '\n', filled - begin));
  }

  bool Answer(std::size_t begin, std::size_t length) {
    simdjson::ondemand::document document;
    std::string_view text;
    if (parser_.iterate(block_.data() + begin, length, block_.size() - begin).get(document) ||
        document.find_field_unordered("text").get_string().get(text))
      return false;
    const std::string number = std::to_string(++number_);
    results_ += R"({"input":)" + number + R"(,"line":)" + number;
    results_ += R"(,"outcome":"succeeded","error":null,"route":["work"],"payload":{"text":)";
    PutText(text);
    results_ += R"(,"reply":"done"}})"
                "\n";
    return true;
  }

  void PutText(std::string_view text) {
    results_ += '"';
    while (!text.empty()) {
      const auto escaped = std::ranges::find_if(text, [](char character) {
        return static_cast<unsigned char>(character) < 0x20 || character == '"' || character == '\\';
      });
      const auto plain = static_cast<std::size_t>(escaped - text.begin());
      results_ += text.substr(0, plain);
      text.remove_prefix(plain);
      if (text.empty()) break;
      results_ += text.front() == '\n' ? std::string_view("\\n") : text.front() == '"' ? "\\\"" : "\\\\";
      text.remove_prefix(1);
    }
    results_ += '"';
  }

  const MemoryFile& input_;
  const MemoryFile& output_;
  std::vector<char> block_ = std::vector<char>(kBlock + simdjson::SIMDJSON_PADDING);
  simdjson::ondemand::parser parser_;
  std::string results_;
  std::uint64_t number_ = 0;
};

void LinesByHand(benchmark::State& state) {
  const MemoryFile input;
  input.Write(InputText());
  // It is written anew in each iteration, into memory that is there already.
  const MemoryFile output;
  for (auto _ : state) {
    input.Rewind();
    output.Rewind();
    const bool read = ByHand(input, output).Run();
    state.PauseTiming();
    if (!read || output.CountLines() != kLines) state.SkipWithError("lines are missing");
    state.ResumeTiming();
  }
  CountItems(state, kLines);
}
BENCHMARK(LinesByHand)->MeasureProcessCPUTime()->UseRealTime();

}  // namespace
}  // namespace mesh::test
