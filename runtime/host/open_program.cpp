#include "mesh/host/open_program.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "mesh/actor/open_actors.h"

namespace mesh::host {

std::variant<std::vector<actor::Entry>, std::string> OpenProgram(const CommandLine& line,
                                                                 const Program& program) {
  if (line.settings.empty()) return actor::OpenActors(program.actors, {});
  std::error_code none;
  std::ifstream file(line.settings, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad() || std::filesystem::is_directory(line.settings, none))
    return fmt::format("cannot read `{}`", line.settings);
  const auto settings = actor::AllSettings::Parse(text);
  if (const auto* wrong = std::get_if<std::string>(&settings))
    return fmt::format("{}: {}", line.settings, *wrong);
  return actor::OpenActors(program.actors, std::get<actor::AllSettings>(settings));
}

}  // namespace mesh::host
