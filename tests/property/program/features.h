// Which constructs a random program may use, and how often.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace meshc::property {

/// Constructs beyond the core, which is steps, `set`, decisions, loops, `try` and calls of flows
/// on the caller's fields.
enum class Feature : std::uint8_t {
  kParallel,
  kEach,
  kFollow,
  kCall,  ///< Calls of flows on an envelope of their own.
  kSaga,
  kTap,
  kAwait,
  kTime,  ///< Timeouts of calls, slas.
  kCount,
};

class Features {
 public:
  /// Every construct, none of them preferred.
  static Features All();
  /// The core alone, and above it each of `names`, written often. Throws std::invalid_argument for
  /// a name that is neither in `Names` nor `core`.
  static Features Only(const std::vector<std::string>& names);
  /// As a user writes them, in the order of the enum.
  static std::vector<std::string> Names();

  bool Has(Feature feature) const { return factor_[Index(feature)] > 0; }
  /// `base` as much as the feature is wanted; 0: it may not be written.
  int Weight(Feature feature, int base) const { return base * factor_[Index(feature)]; }

 private:
  static std::size_t Index(Feature feature) { return static_cast<std::size_t>(feature); }

  std::array<int, static_cast<std::size_t>(Feature::kCount)> factor_ = {};
};

}  // namespace meshc::property
