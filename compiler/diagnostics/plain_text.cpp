#include "compiler/diagnostics/plain_text.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Unicode.h>

#include <algorithm>

#include "compiler/source/utf8.h"

namespace meshc::diagnostics {

bool IsSeen(std::string_view code_point) {
  if (code_point == "\xE2\x80\xA8" || code_point == "\xE2\x80\xA9")
    return false;  // U+2028 and U+2029 end lines.
  return llvm::sys::unicode::columnWidthUTF8({code_point.data(), code_point.size()}) >= 0;
}

std::string PlainText(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::uint32_t length = std::max(1U, source::CodePointLength(text));
    const std::string_view point = text.substr(0, length);
    plain += IsSeen(point) ? point : "\xEF\xBF\xBD";
    text.remove_prefix(length);
  }
  return plain;
}

}  // namespace meshc::diagnostics
