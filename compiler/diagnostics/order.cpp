#include <algorithm>
#include <tuple>

#include "compiler/diagnostics/diagnostics.h"

namespace meshc::diagnostics {
namespace {

/// Nowhere sorts first: it concerns the whole run.
auto PlaceOf(const Diagnostic& d) {
  return std::make_tuple(d.range.has_value(), d.range.file.index, d.range.begin, d.code);
}

bool SayTheSame(const Diagnostic& a, const Diagnostic& b) {
  return a.code == b.code && a.range == b.range && a.message == b.message;
}

}  // namespace

void SortBySource(std::vector<Diagnostic>& diagnostics) {
  std::stable_sort(diagnostics.begin(), diagnostics.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return PlaceOf(a) < PlaceOf(b); });
  std::vector<Diagnostic> kept;
  kept.reserve(diagnostics.size());
  std::size_t group = 0;  // First of those in `kept` that share place and code.
  for (Diagnostic& next : diagnostics) {
    if (group < kept.size() && PlaceOf(kept[group]) != PlaceOf(next)) group = kept.size();
    const auto begin = kept.begin() + static_cast<std::ptrdiff_t>(group);
    if (std::any_of(begin, kept.end(), [&](const Diagnostic& d) { return SayTheSame(d, next); })) continue;
    kept.push_back(std::move(next));
  }
  diagnostics = std::move(kept);
}

}  // namespace meshc::diagnostics
