#include <fmt/format.h>

#include "compiler/driver/package/completions.h"

namespace meshc::driver::package {
namespace {

/// Within single quotes.
std::string InZsh(const std::string& text) {
  std::string quoted;
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return "'" + quoted + "'";
}

/// `special` characters lose their meaning.
std::string Escaped(const std::string& text, std::string_view special) {
  std::string escaped;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string ActionOf(const OptionRow& option) {
  switch (KindOf(option)) {
    case ValueKind::kChoice: {
      std::string words;
      for (const std::string& choice : option.choices) words += (words.empty() ? "" : " ") + choice;
      return "(" + words + ")";
    }
    case ValueKind::kFile: return "_files";
    case ValueKind::kFolder: return "_files -/";
    case ValueKind::kNone:
    case ValueKind::kWord: break;
  }
  return " ";
}

std::string SpecsOf(const OptionRow& option) {
  std::string specs;
  for (const std::string& name : option.names) {
    std::string spec = (option.repeats ? "*" : "") + name + "[" + Escaped(option.meaning, "[]:\\") + "]";
    if (KindOf(option) != ValueKind::kNone)
      spec += ":" + Escaped(option.value, ":\\") + ":" + ActionOf(option);
    specs += " \\\n        " + InZsh(spec);
  }
  return specs;
}

std::string ArmOf(const CommandRow& command) {
  std::string text = fmt::format("    {})\n      _arguments", command.name);
  for (const OptionRow& option : command.options) text += SpecsOf(option);
  if (TakesFiles(command)) text += " \\\n        '*:file:_files'";
  return text + "\n      ;;\n";
}

}  // namespace

std::string ZshCompletion(const CommandTable& table) {
  std::string names;
  std::string arms;
  for (const CommandRow& command : table.commands) {
    names += "    " + InZsh(command.name + ":" + Escaped(command.meaning, ":\\")) + "\n";
    arms += ArmOf(command);
  }
  return fmt::format(R"(#compdef {0}
# Completion of {0} for zsh.
_meshc() {{
  local -a commands
  commands=(
{1}  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{2}  esac
}}
_meshc "$@"
)",
                     table.program, names, arms);
}

}  // namespace meshc::driver::package
