// The language server on any bytes: what looks like messages and what does not. It ends, and answers of
// itself are JSON.
#include <sstream>

#include "compiler/language_server/framing.h"
#include "compiler/language_server/server.h"
#include "compiler/source/memory_file_system.h"
#include "tests/fuzz/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace meshc;
  auto text = fuzz::TextOf(data, size);
  if (!text) return 0;
  // A line is a message, so that the fuzzer need not count; an input that begins with a header is taken as it
  // is.
  std::string bytes = *text;
  if (!bytes.starts_with("Content")) {
    std::ostringstream framed;
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) language_server::WriteFrame(framed, line);
    bytes = framed.str();
  }
  source::MemoryFileSystem disk;
  disk.Put("/mesh/a.flow", "mesh a;\n");
  std::istringstream in(bytes);
  std::ostringstream out;
  std::ostringstream err;
  language_server::SessionDefaults defaults;
  defaults.folder = "/mesh";
  language_server::Serve(disk, defaults, {in, out, err, nullptr}, language_server::Pace::kOneByOne);
  std::istringstream told(out.str());
  for (auto frame = language_server::ReadFrame(told); frame.kind == language_server::Frame::Kind::kMessage;
       frame = language_server::ReadFrame(told)) {
    const auto message = language_server::Json::parse(frame.body, nullptr, false);
    if (message.is_discarded()) fuzz::Fail("an answer is no JSON");
    if (message.contains("error") && message["error"]["code"] == -32603) fuzz::Fail(frame.body);
  }
  return 0;
}
