// The file of `--settings`, as a host judges it.
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "mesh/program/open_program.h"
#include "tests/support/scratch_file.h"

namespace mesh::test {
namespace {

std::string Problem(const std::string& text) {
  const ScratchFile file("settings.json");
  std::ofstream(file.path()) << text;
  const std::vector<actor::Entry> actors = {{.actor = "judge", .contract = {}, .make = nullptr},
                                            {.actor = "writer", .contract = {}, .make = nullptr}};
  const program::Program program{.mesh = "shop", .routes_library = {}, .actors = actors};
  program::CommandLine line;
  line.settings = file.path();
  const auto read = program::ReadSettings(line, program);
  const auto* wrong = std::get_if<std::string>(&read);
  return wrong == nullptr ? "" : wrong->substr(file.path().size());
}

TEST(SettingsFile, NamesActorsOfTheHost) {
  EXPECT_EQ(Problem(R"({"actors": {"judge": {"settings": {"a": 1}}, "writer": {}}})"), "");
  EXPECT_EQ(Problem(R"({"actors": {"jugde": {"settings": {"a": 1}}}})"),
            ": `actors.jugde`: this host has no such actor; did you mean `judge`?");
  EXPECT_EQ(Problem(R"({"actors": {"nobody": {}}})"), ": `actors.nobody`: this host has no such actor");
  EXPECT_EQ(Problem("[]"), ": it is not a JSON object");
}

}  // namespace
}  // namespace mesh::test
