// Random programs with a random scenario: the reference interpreter and what runs scenarios agree.
//
//   scenarios_test [--seed FIRST] [--count N]
#include <fmt/format.h>

#include <cstdint>
#include <string>

#include "tests/property/many_programs.h"
#include "tests/property/pipeline.h"
#include "tests/property/program/random_program.h"
#include "tests/property/program/random_scenario.h"
#include "tests/property/random.h"
#include "tests/property/reference/scenario.h"

namespace meshc::property {
namespace {

Verdict Check(std::uint64_t seed) {
  Random random(seed);
  const Program program = RandomProgram(seed, Features::All());
  const std::string text = program.Text() + "\n" + RandomScenario(program, random);
  Compilation c;
  if (!Compile(text, c)) return Verdict::kRejected;
  const Observation expected = ObserveScenario(*c.program, c.program->scenarios.front());
  const Observation actual = RunScenarioOf(c);
  if (expected == actual) return Verdict::kHolds;
  fmt::print("{}\n--- reference\n{}--- pipeline\n{}seed {} differs\n", text, Print(expected), Print(actual),
             seed);
  return Verdict::kBroken;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  return meshc::property::CheckManyPrograms(
      argc, argv,
      {"Compares random scenarios between the reference interpreter and the pipeline",
       "the scenarios of {} programs come out the same", 4000, meshc::property::Check});
}
