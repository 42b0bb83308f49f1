#include "mesh/program/open_program.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include <fmt/format.h>

#include "mesh/actor/open_actors.h"
#include "mesh/value/near_name.h"

namespace mesh::program {

namespace {

/// The first actor of the settings that the program does not have; empty: there is none.
std::string FindStranger(const actor::AllSettings& settings, const Program& program) {
  std::vector<std::string_view> known;
  for (const actor::Entry& entry : program.actors) known.push_back(entry.actor);
  for (const std::string_view actor : settings.actors()) {
    if (std::ranges::find(known, actor) != known.end()) continue;
    const std::string_view near = NearName(actor, known);
    const std::string hint = near.empty() ? std::string() : fmt::format("; did you mean `{}`?", near);
    return fmt::format("`actors.{}`: this host has no such actor{}", actor, hint);
  }
  return {};
}

}  // namespace

std::variant<actor::AllSettings, std::string> ReadSettings(const CommandLine& line, const Program& program) {
  if (line.settings.empty()) return actor::AllSettings();
  std::error_code none;
  std::ifstream file(line.settings, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  if (!file.is_open() || file.bad() || std::filesystem::is_directory(line.settings, none))
    return fmt::format("cannot read `{}`", line.settings);
  auto read = actor::AllSettings::Parse(text);
  if (const auto* wrong = std::get_if<std::string>(&read))
    return fmt::format("{}: {}", line.settings, *wrong);
  const std::string stranger = FindStranger(std::get<actor::AllSettings>(read), program);
  if (!stranger.empty()) return fmt::format("{}: {}", line.settings, stranger);
  return read;
}

std::variant<std::vector<actor::Entry>, std::string> OpenProgram(const CommandLine& line,
                                                                 const Program& program,
                                                                 std::span<const actor::Entry> served) {
  const auto settings = ReadSettings(line, program);
  if (const auto* wrong = std::get_if<std::string>(&settings)) return *wrong;
  return actor::OpenActors(served, std::get<actor::AllSettings>(settings));
}

}  // namespace mesh::program
