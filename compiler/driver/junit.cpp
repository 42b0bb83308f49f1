#include "compiler/driver/junit.h"

#include <fmt/format.h>

#include <algorithm>

namespace meshc::driver {
namespace {

using Results = std::vector<mesh::deterministic::ScenarioResult>;

/// Text inside an element or a quoted attribute; characters that XML 1.0 cannot hold become `?`.
std::string Escape(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&': escaped += "&amp;"; break;
      case '<': escaped += "&lt;"; break;
      case '>': escaped += "&gt;"; break;
      case '"': escaped += "&quot;"; break;
      case '\n': escaped += "&#10;"; break;
      case '\t': escaped += "&#9;"; break;
      default: escaped += static_cast<unsigned char>(c) < 0x20 ? '?' : c;
    }
  }
  return escaped;
}

std::string PrintCase(const mesh::deterministic::ScenarioResult& result) {
  const std::string head =
      fmt::format("    <testcase classname=\"{}\" name=\"{}\" file=\"{}\" line=\"{}\"", Escape(result.file),
                  Escape(result.title), Escape(result.file), result.line);
  if (result.passed) return head + "/>\n";
  std::string text = head + ">\n";
  for (const std::string& failure : result.failures) {
    text += fmt::format("      <failure message=\"{}\"/>\n", Escape(failure));
  }
  return text + "    </testcase>\n";
}

std::string PrintSuite(Results::const_iterator begin, Results::const_iterator end) {
  const auto failed = std::count_if(begin, end, [](const auto& result) { return !result.passed; });
  std::string text = fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">\n",
                                 Escape(begin->file), end - begin, failed);
  for (auto it = begin; it != end; ++it) text += PrintCase(*it);
  return text + "  </testsuite>\n";
}

}  // namespace

std::string PrintJunit(const Results& results) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  for (auto begin = results.begin(); begin != results.end();) {
    const auto end = std::find_if(begin, results.end(), [&](const auto& r) { return r.file != begin->file; });
    text += PrintSuite(begin, end);
    begin = end;
  }
  return text + "</testsuites>\n";
}

}  // namespace meshc::driver
