#include "compiler/diagnostics/edit_distance.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace meshc::diagnostics {
namespace {

/// What two texts have in common at their ends makes no difference between them.
void DropCommonEnds(std::string_view& a, std::string_view& b) {
  const auto first = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  const auto front = static_cast<std::size_t>(first - a.begin());
  a.remove_prefix(front);
  b.remove_prefix(front);
  const auto last = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend()).first;
  const auto back = static_cast<std::size_t>(last - a.rbegin());
  a.remove_suffix(back);
  b.remove_suffix(back);
}

/// The row of the table of distances behind `row`, whose letter is `letter`, number `i`: only cells within
/// `limit` of the diagonal can tell. The least of them.
std::size_t NextRow(std::vector<std::size_t>& row, std::size_t i, char letter, std::string_view b,
                    std::size_t limit) {
  const std::size_t end = std::min(b.size(), i + limit);
  std::size_t begin = 1;
  std::size_t diagonal = i - 1;
  row[0] = std::min(i, limit + 1);
  if (i > limit) {
    begin = i - limit;
    diagonal = std::exchange(row[begin - 1], limit + 1);
  }
  std::size_t least = row[begin - 1];
  for (std::size_t j = begin; j <= end; ++j) {
    const std::size_t changed = diagonal + (letter == b[j - 1] ? 0 : 1);
    diagonal = row[j];
    row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    least = std::min(least, row[j]);
  }
  return least;
}

}  // namespace

std::size_t EditDistance(std::string_view a, std::string_view b, std::size_t limit) {
  if (a.size() < b.size()) std::swap(a, b);
  if (a.size() - b.size() > limit) return limit + 1;
  DropCommonEnds(a, b);
  std::vector<std::size_t> row(b.size() + 1, limit + 1);
  for (std::size_t j = 0; j <= std::min(b.size(), limit); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    if (NextRow(row, i, a[i - 1], b, limit) > limit) return limit + 1;
  }
  return row[b.size()];
}

}  // namespace meshc::diagnostics
