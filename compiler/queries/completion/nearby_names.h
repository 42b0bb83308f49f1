// Which names are likely where the cursor is: those that stand behind the same name elsewhere, then those
// that stand nearby.
#pragma once

#include <llvm/ADT/StringMap.h>

#include <compare>
#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/queries/checked_root.h"
#include "compiler/syntax/tokens.h"

namespace meshc::queries {

/// Of the text around the cursor alone: a list is wanted right after an edit, when little else is known.
class NearbyNames {
 public:
  NearbyNames(const CheckedRoot& root, Place place);

  /// Smaller ones are likelier.
  struct Order {
    bool elsewhere = true;         ///< It never stands behind the name that the cursor is behind.
    std::uint32_t distance = ~0U;  ///< Bytes to where it stands nearest.

    friend auto operator<=>(const Order&, const Order&) = default;
  };
  Order OrderOf(std::string_view name) const;

 private:
  void CountDistances(std::uint32_t cursor);
  void FindFollowers(std::uint32_t cursor);
  std::string_view WordOf(const syntax::TextToken& name) const { return name.In(text_); }

  std::string_view text_;                 ///< Around the cursor.
  std::vector<syntax::TextToken> names_;  ///< In it.
  llvm::StringMap<Order> orders_;
};

}  // namespace meshc::queries
