#include "compiler/diagnostics/plain_text.h"

#include <llvm/ADT/StringRef.h>
#include <llvm/Support/Unicode.h>

#include <algorithm>

#include "compiler/source/utf8.h"

namespace meshc::diagnostics {

std::string PlainText(std::string_view text) {
  std::string plain;
  while (!text.empty()) {
    const std::uint32_t length = std::max(1U, source::CodePointLength(text));
    const std::string_view point = text.substr(0, length);
    const bool seen = llvm::sys::unicode::columnWidthUTF8({point.data(), point.size()}) >= 0;
    plain += seen ? point : "\xEF\xBF\xBD";
    text.remove_prefix(length);
  }
  return plain;
}

}  // namespace meshc::diagnostics
