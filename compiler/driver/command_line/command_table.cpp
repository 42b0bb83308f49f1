#include "compiler/driver/command_line/command_table.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "compiler/driver/command_line/usage.h"

namespace meshc::driver {
namespace {

/// The words of `a|b|c`.
std::vector<std::string> ChoicesOf(const std::string& value) {
  if (value.find('|') == std::string::npos) return {};
  std::vector<std::string> words;
  std::istringstream list(value);
  for (std::string word; std::getline(list, word, '|');) words.push_back(word);
  return words;
}

OptionRow OptionOf(const CLI::Option& option) {
  OptionRow row;
  for (const std::string& name : option.get_snames()) row.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) row.names.push_back("--" + name);
  const bool takes_value = option.get_items_expected_max() > 0;
  if (takes_value) row.value = option.get_type_name();
  row.choices = ChoicesOf(row.value);
  if (takes_value) row.otherwise = option.get_default_str();
  row.meaning = option.get_description();
  row.repeats = option.get_items_expected_max() > 1;
  row.required = option.get_required();
  return row;
}

std::vector<OptionRow> OptionsOf(const CLI::App& app) {
  std::vector<OptionRow> rows;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional()) rows.push_back(OptionOf(*option));
  }
  return rows;
}

CommandRow CommandOf(const CLI::App& app) {
  CommandRow row{.name = app.get_name(), .meaning = app.get_description()};
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_positional()) continue;
    row.positionals.push_back({option->get_name(true), option->get_description(),
                               option->get_items_expected_max() > 1, option->get_required()});
  }
  row.options = OptionsOf(app);
  row.has_warnings = std::any_of(row.options.begin(), row.options.end(),
                                 [](const OptionRow& option) { return option.names.front() == "-W"; });
  return row;
}

}  // namespace

CommandTable TableOf(const CLI::App& root) {
  CommandTable table{.program = root.get_name(), .meaning = root.get_description()};
  table.options = OptionsOf(root);
  for (const CLI::App* command : root.get_subcommands({})) table.commands.push_back(CommandOf(*command));
  table.warnings = Warnings();
  table.exit_codes = ExitCodes();
  return table;
}

}  // namespace meshc::driver
