#include "compiler/sema/statements/statement_places.h"

#include <algorithm>

#include "compiler/syntax/statement_parts.h"

namespace meshc::sema {

StatementPlaces::StatementPlaces(const syntax::FlowDeclaration& flow) {
  std::vector<Entry> pending;
  // Parts come in source order and are taken from the back.
  const auto turn_from = [&](std::size_t first) {
    std::reverse(pending.begin() + static_cast<std::ptrdiff_t>(first), pending.end());
  };
  syntax::ForEachPart(flow, [&](const syntax::Statement& part, bool) { pending.push_back({&part, kNone}); });
  turn_from(0);
  while (!pending.empty()) {
    const Entry next = pending.back();
    pending.pop_back();
    const std::size_t index = entries_.size();
    entries_.push_back(next);
    const std::size_t first = pending.size();
    syntax::ForEachPart(*next.statement, [&](const syntax::Statement& part, bool) {
      pending.push_back({&part, index});
    });
    turn_from(first);
  }
}

const syntax::Statement* StatementPlaces::Innermost(source::SourceRange range) const {
  const auto behind = std::upper_bound(
      entries_.begin(), entries_.end(), range.begin,
      [](std::uint32_t begin, const Entry& entry) { return begin < entry.statement->range.begin; });
  std::size_t at =
      behind == entries_.begin() ? kNone : static_cast<std::size_t>(behind - entries_.begin()) - 1;
  while (at != kNone && entries_[at].statement->range.end < range.end) at = entries_[at].around;
  return at == kNone ? nullptr : entries_[at].statement;
}

}  // namespace meshc::sema
