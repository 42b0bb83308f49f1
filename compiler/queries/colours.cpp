#include "compiler/queries/colours.h"

#include <map>

#include "compiler/queries/name_at.h"
#include "compiler/queries/presence.h"

namespace meshc::queries {

std::vector<Colour> ColoursOf(const CheckedRoot& root, source::SourceRange within) {
  std::map<std::uint32_t, sema::Mention> mentions;
  for (const sema::Mention& mention : MentionsIn(root, within)) {
    if (!sema::IsImplied(mention.access)) mentions.try_emplace(mention.range.begin, mention);
  }
  const PresenceMap presence(root, within.file);
  std::vector<Colour> colours;
  for (const syntax::TextToken& token : syntax::ReadTokens(root.sources().Text(within.file))) {
    if (token.end <= within.begin || token.begin >= within.end) continue;
    Colour& colour = colours.emplace_back(Colour{token, nullptr, false, false, false});
    const auto mention = mentions.find(token.begin);
    if (mention != mentions.end()) {
      colour.declared = root.names().Find(mention->second.declared);
      colour.is_write = mention->second.access == sema::Access::kWrite;
      colour.is_maybe_present = mention->second.access == sema::Access::kRead && colour.declared != nullptr &&
                                presence.IsMaybePresent(mention->second);
    } else if (const Declared* declared = root.names().Find({within.file, token.begin, token.end})) {
      colour.declared = declared;
      colour.is_declaration = true;
    }
  }
  return colours;
}

}  // namespace meshc::queries
