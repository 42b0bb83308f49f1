#include "compiler/support/digest.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/SHA256.h>

namespace meshc {

std::string Digest(std::string_view text, std::size_t digits) {
  llvm::SHA256 hash;
  hash.update(llvm::StringRef(text.data(), text.size()));
  return llvm::toHex(hash.final(), /*LowerCase=*/true).substr(0, digits);
}

}  // namespace meshc
