#include "compiler/driver/command_line/usage.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/diagnostics/explain_page.h"

namespace meshc::driver {
namespace {

std::string ExitCodesText() {
  std::string text = "Exit codes:\n";
  for (const Term& code : ExitCodes()) text += fmt::format("  {}  {}\n", code.name, code.meaning);
  return text;
}

/// As they are written, without `=value`.
std::string WithoutValue(const std::string& word) { return word.substr(0, word.find('=')); }

std::vector<std::string> OptionNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

}  // namespace

std::vector<Term> ExitCodes() {
  return {{"0", "clean; warnings are allowed"},
          {"1", "findings"},
          {"2", "wrong usage, or a file that cannot be read or written"},
          {"3", "a bug in meshc"}};
}

std::vector<Term> Warnings() {
  std::vector<Term> warnings;
  for (const diagnostics::CodeRow& row : diagnostics::AllCodes()) {
    if (row.severity != diagnostics::Severity::kWarning) continue;
    warnings.push_back(
        {std::string(row.flag), fmt::format("{}  {}", PrintCode(row.code),
                                            diagnostics::PageTitle(diagnostics::ExplainPage(row.code)))});
  }
  return warnings;
}

void DescribeExitCodes(CLI::App& app) { app.footer(ExitCodesText()); }

void DescribeWarnings(CLI::App& app) {
  // Their pages are read only if somebody asks: it would be a third of what a start takes. The exit codes
  // that the command has of the root follow.
  app.footer([] {
    std::string text = "Warnings, to be silenced by -Wno-NAME:\n";
    for (const Term& warning : Warnings())
      text += fmt::format("  {:<26}  {}\n", warning.name, warning.meaning);
    return text;
  });
}

std::string DescribeUnknownOption(const CLI::App& root) {
  const auto chosen = root.get_subcommands();
  const CLI::App& app = chosen.empty() ? root : *chosen.front();
  const auto left = app.remaining();
  const auto unknown = std::find_if(left.begin(), left.end(), [](const std::string& word) {
    return word.size() > 1 && word.starts_with('-') && word != "--";
  });
  if (unknown == left.end()) return "";
  const std::string name = WithoutValue(*unknown);
  const auto names = OptionNames(app);
  const std::string_view nearest = diagnostics::Nearest(name, {names.begin(), names.end()}).name;
  const std::string hint = nearest.empty() ? "" : fmt::format("; did you mean `{}`?", nearest);
  const std::string of = chosen.empty() ? "" : fmt::format(" of `{}`", app.get_name());
  return fmt::format("no option{} is called `{}`{}", of, name, hint);
}

}  // namespace meshc::driver
