// What stands between the lines: params and results that steps take and give by name.
#pragma once

#include <string>
#include <vector>

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

enum class HintKind : std::uint8_t { kParams, kResults, kMaybePresent, kHop, kType };

/// What is asked for.
struct HintKinds {
  bool params = true;
  bool results = true;
  bool presence = false;  ///< Marks reads that may find nothing.
  bool hops = false;      ///< Before each step, which hop it is at the earliest.
  bool types = false;     ///< Of variables.
};

/// A part of a hint's text that stands for something declared.
struct HintName {
  std::size_t begin = 0;
  std::size_t end = 0;
  source::SourceRange declared;  ///< Its name.
};

struct Hint {
  std::uint32_t offset = 0;
  std::string text;
  HintKind kind = HintKind::kParams;
  std::vector<HintName> names;  ///< The fields that params are taken from and results go to; in their order.
};

/// In the order of the text.
std::vector<Hint> HintsOf(const CheckedRoot& root, source::SourceRange within, HintKinds kinds);

/// What writes a hint out.
struct Binding {
  std::uint32_t offset = 0;
  std::string text;  ///< `(text: text)`
};

/// Of the steps that the range touches.
std::vector<Binding> BindingsOf(const CheckedRoot& root, source::SourceRange within);

}  // namespace meshc::queries
