#include <algorithm>
#include <cctype>
#include <charconv>

#include "compiler/diagnostics/diagnostics.h"

namespace meshc::diagnostics {
namespace {

std::vector<CodeRow> SortedRows() {
  std::vector<CodeRow> rows = {
#define MESHC_DIAGNOSTIC(number, severity, name, flag, message, ...) \
  {static_cast<Code>(number), diag::severity, #name, flag, message},
#include "compiler/diagnostics/diagnostics.def"
#undef MESHC_DIAGNOSTIC
  };
  std::stable_sort(rows.begin(), rows.end(),
                   [](const CodeRow& a, const CodeRow& b) { return a.code < b.code; });
  return rows;
}

}  // namespace

const std::vector<CodeRow>& AllCodes() {
  static const std::vector<CodeRow> rows = SortedRows();
  return rows;
}

const CodeRow* FindCode(Code code) {
  const auto& rows = AllCodes();
  const auto found = std::lower_bound(rows.begin(), rows.end(), code,
                                      [](const CodeRow& row, Code wanted) { return row.code < wanted; });
  return found != rows.end() && found->code == code ? &*found : nullptr;
}

const CodeRow* FindCode(std::string_view printed) {
  if (printed.size() == 6 && std::toupper(static_cast<unsigned char>(printed[0])) == 'M' &&
      std::toupper(static_cast<unsigned char>(printed[1])) == 'C') {
    printed.remove_prefix(2);
  }
  std::uint16_t number = 0;
  const auto [end, error] = std::from_chars(printed.data(), printed.data() + printed.size(), number);
  if (printed.size() != 4 || error != std::errc() || end != printed.data() + printed.size()) return nullptr;
  return FindCode(static_cast<Code>(number));
}

const CodeRow* FindFlag(std::string_view flag) {
  const auto& rows = AllCodes();
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const CodeRow& row) { return row.flag == flag; });
  return found == rows.end() ? nullptr : &*found;
}

std::string PrintCode(Code code) { return fmt::format("MC{:04}", static_cast<unsigned>(code)); }

}  // namespace meshc::diagnostics
