#include <fmt/format.h>

#include "compiler/driver/package/completions.h"

namespace meshc::driver::package {
namespace {

void Append(std::string& list, const std::string& word) { list += (list.empty() ? "" : " ") + word; }

std::string NamesOf(const std::vector<OptionRow>& options) {
  std::string names;
  for (const OptionRow& option : options) {
    for (const std::string& name : option.names) Append(names, name);
  }
  return names;
}

/// What gives the values of an option, as an argument list of `compgen`; empty: nobody can tell.
std::string SourceOf(const OptionRow& option) {
  switch (KindOf(option)) {
    case ValueKind::kChoice: {
      std::string words;
      for (const std::string& choice : option.choices) Append(words, choice);
      return "-W '" + words + "'";
    }
    case ValueKind::kFile: return "-f";
    case ValueKind::kFolder: return "-d";
    case ValueKind::kNone:
    case ValueKind::kWord: break;
  }
  return "";
}

/// Behind an option that takes a value.
std::string ValueArms(const CommandRow& command) {
  std::string text;
  for (const OptionRow& option : command.options) {
    if (KindOf(option) == ValueKind::kNone) continue;
    std::string patterns;
    for (const std::string& name : option.names)
      patterns += fmt::format("{}'{} {}'", patterns.empty() ? "" : "|", command.name, name);
    const std::string source = SourceOf(option);
    const std::string action = source.empty() ? "" : fmt::format("_meshc_offer \"$word\" {}; ", source);
    text += fmt::format("    {}) {}return ;;\n", patterns, action);
  }
  return text;
}

std::string WarningNames(const CommandTable& table) {
  std::string names;
  for (const Term& warning : table.warnings) {
    Append(names, "-W" + warning.name);
    Append(names, "-Wno-" + warning.name);
  }
  return names + " -Werror";
}

}  // namespace

std::string BashCompletion(const CommandTable& table) {
  std::string first;
  for (const CommandRow& command : table.commands) Append(first, command.name);
  Append(first, NamesOf(table.options));
  std::string values;
  std::string options;
  for (const CommandRow& command : table.commands) {
    values += ValueArms(command);
    options +=
        fmt::format("    {}) _meshc_offer \"$word\" -W '{}' ;;\n", command.name, NamesOf(command.options));
  }
  std::string with_files;
  for (const CommandRow& command : table.commands) {
    if (TakesFiles(command)) with_files += (with_files.empty() ? "" : "|") + command.name;
  }
  return fmt::format(R"(# Completion of {0} for bash.
_meshc_offer() {{
  local word=$1
  shift
  mapfile -t COMPREPLY < <(compgen "$@" -- "$word")
}}

_meshc() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command=${{COMP_WORDS[1]}}
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    _meshc_offer "$word" -W '{1}'
    return
  fi
  case "$command $before" in
{2}  esac
  case $word in
    -W*) _meshc_offer "$word" -W '{3}'; return ;;
  esac
  if [[ $word == -* ]]; then
    case $command in
{4}    esac
    return
  fi
  case $command in
    {5}) _meshc_offer "$word" -f ;;
  esac
}}
complete -o filenames -F _meshc {0}
)",
                     table.program, first, values, WarningNames(table), options, with_files);
}

}  // namespace meshc::driver::package
