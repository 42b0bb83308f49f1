#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/diagnostics/explain_page.h"
#include "compiler/driver/commands/commands.h"
#include "compiler/driver/findings/complain.h"
#include "compiler/driver/findings/findings.h"

namespace meshc::driver {
namespace {

using diagnostics::CodeRow;

std::string_view SeverityOf(const CodeRow& row) {
  return row.severity == diagnostics::Severity::kWarning ? "warning" : "error";
}

/// A line per code: what it is, the name that -W takes, and what its page is about.
void ListCodes(std::ostream& out) {
  for (const CodeRow& row : diagnostics::AllCodes()) {
    out << fmt::format("{}  {:<7}  {:<28}  {}\n", PrintCode(row.code), SeverityOf(row), row.flag,
                       diagnostics::PageTitle(diagnostics::ExplainPage(row.code)));
  }
}

nlohmann::ordered_json JsonOf(const CodeRow& row) {
  return {{"code", PrintCode(row.code)},
          {"severity", SeverityOf(row)},
          {"name", row.flag},
          {"title", diagnostics::PageTitle(diagnostics::ExplainPage(row.code))}};
}

/// An array of all codes, or of those that were asked for, with their pages.
void PrintJson(const std::vector<const CodeRow*>& asked, std::ostream& out) {
  auto list = nlohmann::ordered_json::array();
  for (const CodeRow* row : asked) {
    list.push_back(JsonOf(*row));
    list.back()["page"] = diagnostics::ExplainPage(row->code);
  }
  if (asked.empty()) {
    for (const CodeRow& row : diagnostics::AllCodes()) list.push_back(JsonOf(row));
  }
  out << list.dump(2) << "\n";
}

/// One page after the other, a blank line between two.
void PrintPages(const std::vector<const CodeRow*>& asked, std::ostream& out) {
  for (const CodeRow* row : asked)
    out << (row == asked.front() ? "" : "\n") << diagnostics::ExplainPage(row->code);
}

}  // namespace

int RunCommand(const ExplainOptions& options, World& world) {
  std::vector<const CodeRow*> asked;
  for (const std::string& code : options.codes) {
    const CodeRow* row = diagnostics::FindCode(code);
    if (row == nullptr) row = diagnostics::FindFlag(code);
    if (row == nullptr) {
      return Complain(fmt::format("no diagnostic has the code or name `{}`; `meshc explain` lists all", code),
                      world);
    }
    asked.push_back(row);
  }
  const bool json = options.common.format == FindingFormat::kJson;
  if (json)
    PrintJson(asked, world.out);
  else if (asked.empty())
    ListCodes(world.out);
  else
    PrintPages(asked, world.out);
  CommonOptions findings = options.common;  // There are none.
  if (json) findings.format = FindingFormat::kText;
  return Report(findings, {}, StdoutUse::kData, world);
}

}  // namespace meshc::driver
