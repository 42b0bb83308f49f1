#include "compiler/driver/command_line/common_options.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/driver/command_line/usage.h"

namespace meshc::driver {
namespace {

Choices<FindingFormat> FindingFormats() {
  Choices<FindingFormat> choices;
  for (const FindingFormatRow& row : kFindingFormats) choices.emplace_back(row.name, row.format);
  return choices;
}

std::string JoinFindingFormats() {
  std::vector<std::string_view> names;
  for (const FindingFormatRow& row : kFindingFormats) names.push_back(row.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

FindingSink ParseSink(const std::string& word) {
  const std::size_t equals = std::min(word.find('='), word.size());
  const std::string path = word.substr(std::min(equals + 1, word.size()));
  for (const FindingFormatRow& row : kFindingFormats) {
    if (!path.empty() && word.substr(0, equals) == row.name) return {row.format, path};
  }
  throw CLI::ValidationError(
      fmt::format("`{}` is not FORMAT=FILE with one of the formats {}", word, JoinFindingFormats()));
}

void AddSink(CommonOptions& common, const std::string& word) {
  const FindingSink sink = ParseSink(word);
  if (const std::string why = RefuseSource(sink.path); !why.empty()) throw CLI::ValidationError(why);
  for (const FindingSink& other : common.sinks) {
    if (other.path == sink.path)
      throw CLI::ValidationError(fmt::format("two outputs go to the file `{}`", sink.path));
  }
  common.sinks.push_back(sink);
}

}  // namespace

std::string RefuseSource(const std::string& path) {
  if (!path.ends_with(".flow")) return {};
  return fmt::format("`{}` is the name of a source, and nothing else is written there", path);
}

void AddFiles(CLI::App& app, CommonOptions& common, bool several) {
  auto* files = app.add_option("FILE", common.files,
                               several ? "Root files; a folder means its .flow files" : "Root file")
                    ->required();
  if (!several) files->expected(1);
}

void AddReporting(CLI::App& app, CommonOptions& common, bool picture_format) {
  if (!picture_format) {
    AddChoice<FindingFormat>(app, "--format", FindingFormats(), "text", "format of findings",
                             "How findings are written: text for people on standard error, else for machines "
                             "on standard output, unless the command prints data of its own there",
                             [&common](FindingFormat format) { common.format = format; });
  }
  app.add_option_function<std::vector<std::string>>(
         "--output",
         [&common](const std::vector<std::string>& words) {
           for (const auto& word : words) AddSink(common, word);
         },
         "Write findings to a file as well; - is standard output")
      ->type_name("FORMAT=FILE")
      ->allow_extra_args(false);
  AddChoice<ColourMode>(
      app, "--color",
      {{"auto", ColourMode::kAuto}, {"always", ColourMode::kAlways}, {"never", ColourMode::kNever}}, "auto",
      "colour mode", "Whether findings have colours: auto means on a terminal",
      [&common](ColourMode mode) { common.colour = mode; });
}

void AddWarnings(CLI::App& app, CommonOptions& common) {
  app.add_option_function<std::vector<std::string>>(
         "-W",
         [&common](const std::vector<std::string>& words) {
           for (const auto& word : words) {
             if (auto problem = common.warnings.Apply(word)) throw CLI::ValidationError(*problem);
           }
         },
         "-Wname shows, -Wno-name silences a warning; -Werror makes errors of them")
      ->type_name("NAME")
      ->allow_extra_args(false);
  DescribeWarnings(app);
}

void AddImports(CLI::App& app, CommonOptions& common) {
  app.add_option("-I", common.imports.directories, "Look for imports in this folder, too")
      ->type_name("DIR")
      ->allow_extra_args(false);
}

void AddCommon(CLI::App& app, CommonOptions& common, bool several, bool picture_format) {
  AddFiles(app, common, several);
  AddShared(app, common, picture_format);
}

void AddShared(CLI::App& app, CommonOptions& common, bool picture_format) {
  AddImports(app, common);
  AddReporting(app, common, picture_format);
  AddWarnings(app, common);
}

}  // namespace meshc::driver
