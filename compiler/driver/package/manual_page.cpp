#include "compiler/driver/package/manual_page.h"

#include <fmt/format.h>

namespace meshc::driver::package {
namespace {

/// Text that the formatter takes as it is.
std::string Plain(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '\\')
      escaped += "\\e";
    else if (c == '-')
      escaped += "\\-";
    else if (c == '\'')
      escaped += "\\(aq";
    else if (c == '`')
      escaped += "\\(ga";
    else if (c == '.' && escaped.empty())
      escaped += "\\&.";
    else
      escaped += c;
  }
  return escaped;
}

std::string Bold(std::string_view text) { return "\\fB" + Plain(text) + "\\fR"; }
std::string Slanted(std::string_view text) { return "\\fI" + Plain(text) + "\\fR"; }

std::string Upper(std::string text) {
  for (char& c : text) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  return text;
}

std::string Head(const std::string& page, const std::string& meaning, std::string_view version) {
  return fmt::format(".TH {} 1 \"\" \"meshc {}\" \"meshc\"\n.SH NAME\n{} \\- {}\n", Plain(Upper(page)),
                     Plain(version), Plain(page), Plain(meaning));
}

std::string Item(const std::string& head, const std::string& meaning) {
  return ".TP\n" + head + "\n" + Plain(meaning) + (meaning.ends_with('.') ? "\n" : ".\n");
}

std::string OptionItem(const OptionRow& option) {
  std::string head;
  for (const std::string& name : option.names) head += (head.empty() ? "" : ", ") + Bold(name);
  if (!option.value.empty()) head += " " + Slanted(option.value);
  std::string item = Item(head, option.meaning);
  if (option.required) item += "It must be given.\n";
  if (option.repeats) item += "It may be given several times.\n";
  if (!option.otherwise.empty()) item += "Otherwise: " + Bold(option.otherwise) + ".\n";
  return item;
}

std::string Synopsis(const CommandTable& table, const CommandRow& command) {
  std::string text =
      ".SH SYNOPSIS\n" + Bold(table.program) + " " + Bold(command.name) + " [" + Slanted("OPTIONS") + "]";
  for (const PositionalRow& word : command.positionals) {
    const std::string name = Slanted(word.name) + (word.repeats ? "..." : "");
    text += word.required ? " " + name : " [" + name + "]";
  }
  return text + "\n";
}

std::string Terms(const char* title, const std::vector<Term>& terms) {
  std::string text = fmt::format(".SH {}\n", title);
  for (const Term& term : terms) text += Item(Bold(term.name), term.meaning);
  return text;
}

}  // namespace

std::string ManualPage(const CommandTable& table, std::string_view version) {
  std::string text = Head(table.program, table.meaning, version);
  text += ".SH SYNOPSIS\n" + Bold(table.program) + " " + Slanted("COMMAND") + " [" + Slanted("OPTIONS") +
          "] " + Slanted("FILE") +
          "...\n.SH COMMANDS\nEach has a page of its own: " + Bold("man meshc-check") + ".\n";
  for (const CommandRow& command : table.commands) text += Item(Bold(command.name), command.meaning);
  text += ".SH OPTIONS\n";
  for (const OptionRow& option : table.options) text += OptionItem(option);
  return text + Terms("EXIT STATUS", table.exit_codes);
}

std::string ManualPage(const CommandTable& table, const CommandRow& command, std::string_view version) {
  std::string text = Head(table.program + "-" + command.name, command.meaning, version);
  text += Synopsis(table, command);
  if (!command.positionals.empty()) text += ".SH ARGUMENTS\n";
  for (const PositionalRow& word : command.positionals) text += Item(Slanted(word.name), word.meaning);
  text += ".SH OPTIONS\n";
  for (const OptionRow& option : command.options) text += OptionItem(option);
  if (command.has_warnings) text += Terms("WARNINGS", table.warnings);
  text += Terms("EXIT STATUS", table.exit_codes);
  return text + ".SH SEE ALSO\n" + Bold(table.program) + "(1)\n";
}

}  // namespace meshc::driver::package
