// Any bytes parse to an AST. What parses without errors comes back from its own print, and its
// formatted text is the same program and formatted already.
#include "compiler/format/format.h"
#include "tests/fuzz/fuzz_input.h"
#include "tests/property/print/print_source.h"

namespace meshc::fuzz {
namespace {

/// What the targets look at of a text without errors.
struct Parsed {
  std::string shape;
  std::string printed;
  std::string formatted;
};

/// None: the text has errors.
std::optional<Parsed> Parse(std::string text) {
  source::SourceManager sources;
  const auto id = AddText(std::move(text), sources);
  if (!id) return std::nullopt;
  diagnostics::Diagnostics diagnostics;
  const syntax::File file = syntax::ParseFile(sources, *id, diagnostics);
  if (diagnostics.HasErrors()) {
    // Printing what recovery left must not crash either.
    syntax::PrintTree(file, sources);
    return std::nullopt;
  }
  return Parsed{property::PrintShape(file, sources), property::PrintSource(file),
                format::Format(file, sources)};
}

Parsed ParseAgain(const std::string& text, const char* made_by) {
  auto parsed = Parse(text);
  if (!parsed) Fail(std::string("what ") + made_by + " wrote does not parse:\n" + text);
  return *parsed;
}

/// Comments and blanks alone may leave nothing to write, and an empty file is an error.
void CheckRoundTrips(const Parsed& first) {
  if (!first.printed.empty()) {
    const Parsed printed = ParseAgain(first.printed, "the printer");
    if (printed.shape != first.shape) Fail("printed and parsed again it is another tree:\n" + first.printed);
  }
  if (!first.formatted.empty()) {
    const Parsed formatted = ParseAgain(first.formatted, "the formatter");
    if (formatted.formatted == first.formatted) return;
    Fail("formatting twice differs:\n" + first.formatted + "--- again\n" + formatted.formatted);
  }
}

}  // namespace
}  // namespace meshc::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  auto text = meshc::fuzz::TextOf(data, size);
  if (!text) return 0;
  if (const auto parsed = meshc::fuzz::Parse(std::move(*text))) meshc::fuzz::CheckRoundTrips(*parsed);
  return 0;
}
