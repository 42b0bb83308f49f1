#include "tests/property/program/random_scenario.h"

#include <array>

#include "tests/property/program/compose.h"

namespace meshc::property {
namespace {

/// How stubs of an actor of the preamble are written.
struct StubForm {
  const char* actor;
  const char* param;  ///< An int that conditions ask for; may be absent.
  const char* result;
  const char* error;
};

constexpr std::array kStubs = {
    StubForm{"p_n", "n", "returns { n: # }", "e2"},
    StubForm{"p_log", "m", "returns { v: # }", "e4(\"stubbed\")"},
    StubForm{"p_small", "small", "returns { small: # }", "e3"},
    StubForm{"p_value", "i0", "returns { v: # }", "e1(\"stubbed\")"},
    StubForm{"p_element", "element", "returns { v: # }", "e0"},
    StubForm{"p_maybe", "x", "returns { v: # }", "crash"},
    StubForm{"p_mark", "element", "returns { o: # }", "e1"},
    StubForm{"b_one", "n", "returns { m: # }", "e2"},
    StubForm{"u_one", "m", "returns {}", "e2"},
    StubForm{"p_once", "m", "returns { once: # }", "e1"},
    StubForm{"r", "n", "chooses #", "e1"},
};

std::string Answer(const StubForm& form, Random& random) {
  std::string text;
  if (random.OneIn(3)) {
    text = std::string("raises ") + (random.OneIn(4) ? "timeout" : form.error);
  } else {
    static constexpr std::array kLabels = {"left", "right", "middle"};
    const int number = random.Below(6);
    const bool router = std::string_view(form.actor) == "r";
    const std::string value = router ? kLabels[static_cast<std::size_t>(number % 3)] : std::to_string(number);
    text = std::string_view(form.result) == "returns {}" ? form.result : Compose(form.result, {value});
  }
  if (random.OneIn(2)) text += " times " + std::to_string(1 + random.Below(3));
  if (random.OneIn(5)) text += " takes " + std::to_string(1 + random.Below(4)) + "s";
  return text;
}

std::string Condition(const StubForm& form, Random& random) {
  static constexpr std::array kForms = {"# == #", "# > #", "# != #", "(# ?? 3) < #"};
  const char* text = kForms[static_cast<std::size_t>(random.Below(4))];
  if (random.OneIn(4)) return Compose("# != null", {form.param});
  return Compose(text, {form.param, std::to_string(random.Below(4))});
}

std::string Stub(const StubForm& form, Random& random) {
  std::string text = std::string("  stub ") + form.actor;
  if (random.OneIn(2)) text += " when " + Condition(form, random);
  text += " " + Answer(form, random);
  while (random.OneIn(3)) text += " then " + Answer(form, random);
  return text + ";\n";
}

/// Only what `main`, which stands last, waits for by itself may be sent.
std::string Signal(const Program& program, Random& random) {
  static constexpr std::array kNames = {"go", "more", "word", "maybe"};
  const std::string name = kNames[static_cast<std::size_t>(random.Below(4))];
  std::string value = name == "word" ? "\"w\"" : std::to_string(random.Below(7));
  if (name == "maybe" && random.OneIn(2)) value = "null";
  if (program.declarations.back().find("await " + name + ":") == std::string::npos) return "";
  return "  signal " + name + " " + value + ";\n";
}

}  // namespace

std::string RandomScenario(const Program& program, Random& random) {
  std::string text =
      "scenario \"whatever happens\" for main {\n  given { i0: " + std::to_string(random.Below(4));
  if (random.OneIn(2)) text += ", opt: 4";
  if (random.OneIn(2)) text += random.OneIn(2) ? ", shape: { maybe: null }" : ", shape: { circle: 3 }";
  if (random.OneIn(2)) text += ", outer: { a: 1 }";
  text += " };\n";
  for (int left = 1 + random.Below(5); left > 0; --left) {
    const StubForm& form = kStubs[static_cast<std::size_t>(random.Below(static_cast<int>(kStubs.size())))];
    for (int stubs = 1 + random.Below(3); stubs > 0; --stubs) text += Stub(form, random);
  }
  for (int left = random.Below(4); left > 0; --left) text += Signal(program, random);
  return text + "}\n";
}

}  // namespace meshc::property
