#include "tests/unit/compiler/sema/checked.h"
#include "compiler/diagnostics/diagnostics_5_lints.h"

#include <fmt/core.h>

namespace meshc::sema::test {
namespace {

std::string Show(const diagnostics::Diagnostic& diagnostic, const source::SourceManager& sources) {
  const auto place = sources.Locate(diagnostic.range.file, diagnostic.range.begin);
  const std::string name(sources.Name(diagnostic.range.file));
  const std::string prefix = name == "main.flow" ? "" : name + ":";
  return fmt::format("{}:{}{}", diagnostics::PrintCode(diagnostic.code), prefix, place.line);
}

bool IsUnused(diagnostics::Code code) {
  return code == diagnostics::diag::UnusedDeclaration.code || code == diagnostics::diag::UnusedField.code;
}

std::string ShowAll(const Checked& checked, bool with_unused) {
  std::string codes;
  for (const auto& diagnostic : checked.diagnostics.all()) {
    if (!with_unused && IsUnused(diagnostic.code)) continue;
    codes += (codes.empty() ? "" : " ") + Show(diagnostic, *checked.sources);
  }
  return codes;
}

constexpr std::string_view kBefore = "mesh test; flow checked on Ticket { ";

constexpr std::string_view kAfter = R"( }
enum Tone { calm, neutral, angry }
open enum Country { at, de }
union Answer { text: string; number: int; }
record Inner { n: int = 0; maybe: string?; }
record Order { id: string; amount: float; inner: Inner; lines: [string]; prices: {float}; tone: Tone?; }
envelope Ticket {
  in text: string; in count: int; in score: float; in flag: bool; in tone: Tone; in country: Country;
  in answer: Answer; in order: Order; in orders: [Order]; in words: [string]; in prices: {float}; in any_json: json;
  in maybe: string?; in when: timestamp; in pause: duration; in raw: bytes; in level: int(1..10);
  once: int; once_text: string; once_order: Order; once_maybe: int?;
  var v_text: string = ""; var v_count: int = 0; var v_score: float = 0; var v_order: Order; var v_maybe: string?;
  var v_words: [string] = []; var v_pause: duration = 1s; var v_flag: bool = false;
  log l_words: string; log l_scores: float;
  number: int; label: string;
}
error odd recoverable;
error broken: odd { code: int; hint: string = "none"; }
processor p();
processor takes_text(text: string);
processor takes_count(count: int);
processor takes_missing(missing: string);
processor takes_level(level: int(20..30));
processor takes_default(unknown: int = 3);
processor takes_maybe(unknown: int?);
processor takes_score(score: float);
processor takes_number_as_float(count: float);
processor gives_number() -> (number: int);
processor gives_float_number() -> (number: float);
processor gives_other() -> (other: int);
processor gives_two() -> (number: int, label: string);
processor gives_word() -> (word: string);
processor gives_input() -> (text: string);
processor raises_odd() { raises odd; }
router choose(text: string) -> { left, right };
flow sub on Ticket { p; }
flow other on Other { p; }
envelope Other { in text: string; }
policy gentle = retry 3 backoff exponential 1s..30s jitter;
)";

}  // namespace

Checked CheckFiles(const std::map<std::string, std::string>& files, const loading::ImportOptions& options) {
  Checked checked;
  checked.sources = std::make_unique<source::SourceManager>();
  const source::MemoryFileSystem file_system(files);
  const auto root = checked.sources->Add("main.flow", files.at("main.flow"));
  auto loaded = loading::LoadFiles(*checked.sources, root, file_system, options, checked.diagnostics);
  checked.program = Check(std::move(loaded), *checked.sources, file_system, checked.diagnostics);
  diagnostics::SortBySource(checked.diagnostics.all());
  return checked;
}

std::string CodesOfFiles(const std::map<std::string, std::string>& files,
                         const loading::ImportOptions& options) {
  return ShowAll(CheckFiles(files, options), true);
}

std::string CodesOf(const std::string& text) { return CodesOfFiles({{"main.flow", text}}); }

std::string With(const std::string& declarations) {
  return CodesOf("mesh t; " + declarations +
                 " envelope T { in x: string; } processor a(x: string); flow f on T { a; }");
}

std::string MessageOf(const std::string& text) {
  const Checked checked = CheckFiles({{"main.flow", text}});
  return checked.diagnostics.all().empty() ? "" : checked.diagnostics.all().front().message;
}

std::string FlowCodes(std::string_view body) {
  const std::string text = std::string(kBefore) + std::string(body) + std::string(kAfter);
  return ShowAll(CheckFiles({{"main.flow", text}}), false);
}

}  // namespace meshc::sema::test
