#include "compiler/syntax/parse/kept_declarations.h"

#include <utility>

#include "compiler/syntax/move_nodes.h"

namespace meshc::syntax {

void KeptDeclarations::Begin(const TextChange& change, Arena arena) {
  before_ = std::exchange(now_, {});
  now_.reserve(before_.size() + 1);
  next_ = 0;
  change_ = change;
  arena_ = std::move(arena);
}

const Declaration* KeptDeclarations::Take(const DeclarationText& text, Build& build) {
  const bool before_change = text.end <= change_.begin;
  if (!before_change && text.begin < change_.end) return nullptr;
  const std::uint32_t bytes = before_change ? 0 : change_.grown();
  const DeclarationText was{text.begin - bytes, text.end - bytes, text.token_count};
  while (next_ < before_.size() && before_[next_].text.begin < was.begin) ++next_;
  if (next_ == before_.size() || before_[next_].text != was) return nullptr;
  if (build.reporter.HasErrorIn(build.reporter.Range(text.begin, text.end))) return nullptr;
  Kept kept = std::move(before_[next_++]);
  const Distance distance{bytes, build.next_id - kept.first_id};
  if (distance.bytes != 0 || distance.ids != 0) MoveNodes(*kept.node, distance);
  kept.text = text;
  kept.first_id = build.next_id;
  build.next_id += kept.id_count;
  build.docs.Attach(text.begin, text.end);
  now_.push_back(std::move(kept));
  return now_.back().node;
}

void KeptDeclarations::Keep(const DeclarationText& text, const Declaration& node, SyntaxId first_id,
                            const Build& build) {
  if (node.recovered || !build.docs.AreAttached(text.begin, text.end)) return;
  now_.push_back({text, &node, first_id, build.next_id - first_id, arena_});
}

}  // namespace meshc::syntax
