// Which names are likely where the cursor is: those that stood behind the same name elsewhere, then those
// that stand nearby.
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <compare>
#include <cstdint>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

class NearbyNames {
 public:
  NearbyNames(const CheckedRoot& root, Place place);

  /// Smaller ones are likelier.
  struct Order {
    bool elsewhere = true;         ///< It never stood behind the name that the cursor is behind.
    std::uint32_t distance = ~0U;  ///< Bytes to where it stands nearest in the cursor's file.

    friend auto operator<=>(const Order&, const Order&) = default;
  };
  Order OrderOf(const Declared* declared) const;

 private:
  using Name = std::uint64_t;  // The file and the begin of its declaration's name.
  static Name NameOf(source::SourceRange declared) {
    return std::uint64_t{declared.file.index} << 32U | declared.begin;
  }
  void CountDistances(const sema::Mentions& mentions, Place place);
  void FindFollowers(const sema::Mentions& mentions, Place place);

  llvm::DenseMap<Name, Order> orders_;
};

}  // namespace meshc::queries
