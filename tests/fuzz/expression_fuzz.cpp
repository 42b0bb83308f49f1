// Expressions, from their text to their value. An input is what follows `set`, such as `n = len(s) + 1`;
// what the checker accepts is run on random payloads by the pipeline and by the reference interpreter,
// which must agree.
#include <fmt/format.h>
#include <llvm/Support/Casting.h>

#include "tests/fuzz/fuzz_input.h"
#include "tests/fuzz/random_value.h"
#include "tests/property/pipeline.h"
#include "tests/property/reference/interpreter.h"

namespace meshc::fuzz {
namespace {

/// One field of every type, all of them written and read freely.
constexpr const char* kHead = R"(mesh fuzz.expression;
enum Mood { good, bad, type }
record Point { x: int; y: float = 0.5; note: string?; }
union Shape { dot: Point; label: string; }
envelope All {
  in var b: bool; in var c: bool?; in var i: int; in var n: int; in var k: int?; in var small: int(0..9);
  in var x: float; in var y: float?; in var s: string; in var t: string; in var u: string?;
  in var raw: bytes; in var at: timestamp; in var span: duration; in var mood: Mood;
  in var point: Point; in var point2: Point?; in var shape: Shape; in var j: json; in var k2: json;
  in var is: [int]; in var ss: [string]; in var ps: [Point]; in var js: [json]; in var os: [int?];
  in var m: {int}; in var ms: {string}; in var mp: {Point}; in var mj: {json};
}
flow main on All { set )";
constexpr int kPayloads = 4;

std::uint64_t Hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

/// Nothing but one `set`: an input may end the statement, and even the flow, and go on.
bool IsOneSet(const property::Compilation& c) {
  if (c.program->flows.size() != 1 || !c.program->scenarios.empty()) return false;
  const auto& flow = *c.program->flows[property::FindFlow(*c.program, "main")].declaration;
  return flow.body.statements.size() == 1 && llvm::isa<syntax::SetStatement>(flow.body.statements[0]);
}

mesh::ValueList RandomPayload(const property::Compilation& c, property::Random& random) {
  mesh::ValueList fields;
  const auto flow = property::FindFlow(*c.program, "main");
  const auto& declarations = c.program->declarations;
  for (const auto& field : declarations.envelopes[c.program->flows[flow].envelope].fields) {
    fields.push_back(RandomValue(declarations, field.type, random));
  }
  return fields;
}

void CompareRuns(const property::Compilation& c, std::uint64_t seed) {
  property::Random random(seed);
  property::RandomBehaviour nobody(c.program->declarations, seed);
  const auto flow = property::FindFlow(*c.program, "main");
  for (int payload = 0; payload < kPayloads; ++payload) {
    const auto fields = RandomPayload(c, random);
    const auto expected = property::RunReference(*c.program, flow, fields, nobody, {});
    const auto actual = property::RunPipeline(c, fields, nobody, {}).observation;
    if (expected == actual) continue;
    Fail(fmt::format("payload {} differs\n--- reference\n{}--- pipeline\n{}", payload,
                     property::Print(expected), property::Print(actual)));
  }
}

}  // namespace
}  // namespace meshc::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace meshc;
  const auto text = fuzz::TextOf(data, size);
  source::SourceManager sources;
  if (!text || !fuzz::AddText(*text, sources)) return 0;
  property::Compilation c;
  if (!property::Compile(fuzz::kHead + *text + "; }\n", c) || !fuzz::IsOneSet(c)) return 0;
  fuzz::CompareRuns(c, fuzz::Hash(*text));
  return 0;
}
