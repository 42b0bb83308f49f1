#include "chart_notes.h"

#include <gtest/gtest.h>

#include "run_program.h"
#include "scratch.h"
#include "yaml_json.h"

namespace meshc::test {

std::string NotesOf(const std::string& helm, const std::string& folder,
                    const std::vector<std::string>& words) {
  WriteFile(folder + "/templates/notes.yaml",
            R"(notes: {{ include (print $.Template.BasePath "/NOTES.txt") . | toJson }})");
  std::vector<std::string> command = {helm,   "template",    "release",
                                      folder, "--show-only", "templates/notes.yaml"};
  command.insert(command.end(), words.begin(), words.end());
  const ProgramRun made = RunProgram(command);
  EXPECT_EQ(made.exit_code, 0) << made.err;
  const auto read = ParseYaml(made.out);
  return read.empty() ? std::string() : read.front().at("notes").get<std::string>();
}

}  // namespace meshc::test
