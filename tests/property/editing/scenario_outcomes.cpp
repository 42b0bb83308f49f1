#include "tests/property/editing/scenario_outcomes.h"

namespace meshc::property {

std::string ScenarioOutcomes(Editor& editor, const Texts& texts) {
  std::string outcomes;
  for (const auto& [path, text] : texts) {
    for (const Json& lens : editor.Ask("textDocument/codeLens", editor.At(path))) {
      if (!lens.contains("command")) continue;
      const auto command = lens["command"]["command"].get<std::string>();
      if (command != "meshc.runScenario") continue;
      outcomes += editor.Ask("workspace/executeCommand", lens["command"]).dump();
      outcomes += '\n';
    }
  }
  return outcomes;
}

}  // namespace meshc::property
