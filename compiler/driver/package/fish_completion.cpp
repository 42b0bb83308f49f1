#include <fmt/format.h>

#include "compiler/driver/package/completions.h"

namespace meshc::driver::package {
namespace {

/// Within single quotes.
std::string InFish(const std::string& text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return "'" + quoted + "'";
}

std::string ValueOf(const OptionRow& option) {
  switch (KindOf(option)) {
    case ValueKind::kChoice: {
      std::string words;
      for (const std::string& choice : option.choices) words += (words.empty() ? "" : " ") + choice;
      return " -x -a " + InFish(words);
    }
    case ValueKind::kFile: return " -r -F";
    case ValueKind::kFolder: return " -x -a '(__fish_complete_directories)'";
    case ValueKind::kWord: return " -x";
    case ValueKind::kNone: break;
  }
  return "";
}

std::string LineOf(const std::string& program, const std::string& condition, const OptionRow& option) {
  std::string line = fmt::format("complete -c {} -n '{}'", program, condition);
  for (const std::string& name : option.names)
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  return line + ValueOf(option) + " -d " + InFish(option.meaning) + "\n";
}

}  // namespace

std::string FishCompletion(const CommandTable& table) {
  std::string text = fmt::format("# Completion of {} for fish.\n", table.program);
  for (const CommandRow& command : table.commands) {
    text += fmt::format("complete -c {} -n __fish_use_subcommand -f -a {} -d {}\n", table.program,
                        command.name, InFish(command.meaning));
  }
  for (const OptionRow& option : table.options)
    text += LineOf(table.program, "__fish_use_subcommand", option);
  for (const CommandRow& command : table.commands) {
    const std::string seen = "__fish_seen_subcommand_from " + command.name;
    for (const OptionRow& option : command.options) text += LineOf(table.program, seen, option);
    if (!TakesFiles(command)) text += fmt::format("complete -c {} -n '{}' -f\n", table.program, seen);
  }
  return text;
}

}  // namespace meshc::driver::package
