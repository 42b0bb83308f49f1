// What an unfinished text is about at the cursor: told by the tokens before it, so that it need not parse.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

/// The words of one item, like a statement, an arm or an argument, up to the cursor. A block or bracket that
/// has been closed is the one word `{}`, `()` or `[]`.
using Words = std::vector<std::string>;

inline bool Has(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// An open bracket around the cursor; the outermost one is the file.
struct Enclosing {
  char bracket = 0;         ///< 0: the file.
  Words head;               ///< The item that the bracket stands in, up to the bracket.
  Words item;               ///< The item inside of it that is begun.
  std::vector<Words> done;  ///< The items inside of it that are finished.
};

struct CursorContext {
  std::uint32_t word_begin =
      0;             ///< Where the word that is being written begins; the cursor, if there is none.
  std::string word;  ///< Up to the cursor.
  bool in_comment = false;
  bool in_string = false;         ///< `word` is what stands in it, up to the cursor.
  std::vector<Enclosing> around;  ///< Outermost first; never empty.

  const Enclosing& innermost() const { return around.back(); }
  /// The begin of the declaration: `flow answer on Question`; empty between declarations.
  const Words& declaration() const { return around.size() > 1 ? around[1].head : around[0].item; }
};

CursorContext ReadContext(const CheckedRoot& root, Place place);

/// True of words that go on with an item behind its block: `else`, `until`, `->`.
bool GoesOn(std::string_view word);

}  // namespace meshc::queries
