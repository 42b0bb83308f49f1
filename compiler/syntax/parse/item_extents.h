// Where the items and elements of a declaration end, read off its tokens.
#pragma once

#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/token_window.h"

namespace meshc::syntax {

/// Items end with `;` or a block, elements before `,` or the closing bracket of their list.
enum class Extent : std::uint8_t { kNone, kItem, kElement };

/// What a rule of the parser makes.
Extent ExtentOf(std::size_t rule);
/// True if a rule of the parser makes a list of elements in brackets.
bool IsList(std::size_t rule);

/// Brackets are balanced, so the extent of an item needs no parser. Indices are those of the window.
class ItemExtents {
 public:
  ItemExtents(const TokenWindow& window, const Reporter& reporter) : window_(window), reporter_(reporter) {}

  /// The type of a token; behind the declaration: EOF.
  std::size_t TypeAt(std::uint32_t index) const;
  const Token& At(std::uint32_t index) const { return window_.tokens()[index]; }
  bool BeginsLine(std::uint32_t index) const;
  /// From `from`, passing by whole brackets, to the first place of this level at or behind `to`.
  std::uint32_t Walk(std::uint32_t from, std::uint32_t to) const;
  /// The first place behind the item that `from` is in; the mistake is at `mistake`, maybe in a block
  /// before.
  std::uint32_t EndOfItem(std::uint32_t from, std::uint32_t mistake) const;
  std::uint32_t EndOfElement(std::uint32_t from, std::size_t rule) const;

 private:
  const TokenWindow& window_;
  const Reporter& reporter_;
};

}  // namespace meshc::syntax
