// What is to be changed in brackets, found first and told later: only if all of it makes sense.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/token.h"

namespace meshc::syntax {

/// The other one of a pair, opening or closing; 0: no bracket.
std::size_t PartnerType(std::size_t bracket);

/// Indices are those of the tokens as they are.
struct BracketEdit {
  /// `kFill`: whatever has to stand beside brackets that are put in; nothing is told of it alone.
  enum class Kind : std::uint8_t { kClose, kOpen, kRemove, kFill };
  Kind kind = Kind::kClose;
  /// The bracket is put in before that token, or is that token.
  std::uint32_t index = 0;
  std::size_t type = 0;
  /// Of those to close: the open one, and what stands where it was still open.
  std::uint32_t opener = 0;
  std::uint32_t next = 0;
};

/// True if each bracket of [begin, end) has its partner there once `edits`, ordered by index, are made.
bool BalancesBrackets(const std::vector<Token>& tokens, std::uint32_t begin, std::uint32_t end,
                      const std::vector<BracketEdit>& edits);

/// Tells of `edits`, ordered by index, once for each line, and makes them.
void MakeBracketEdits(std::vector<Token>& tokens, const std::vector<BracketEdit>& edits, Reporter& reporter);

}  // namespace meshc::syntax
