// What stands between the lines: params and results that steps take and give by name.
#pragma once

#include <string>
#include <vector>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

enum class HintKind : std::uint8_t { kParams, kResults, kMaybePresent };

struct Hint {
  std::uint32_t offset = 0;
  std::string text;
  HintKind kind = HintKind::kParams;
};

/// In the order of the text. `maybe_present`: marks reads that may find nothing, too.
std::vector<Hint> HintsOf(const CheckedRoot& root, source::SourceRange within, bool maybe_present);

/// What writes a hint out.
struct Binding {
  std::uint32_t offset = 0;
  std::string text;  ///< `(text: text)`
};

/// Of the steps that the range touches.
std::vector<Binding> BindingsOf(const CheckedRoot& root, source::SourceRange within);

}  // namespace meshc::queries
