#include "compiler/queries/colours.h"

#include <map>

#include "compiler/queries/name_at.h"
#include "compiler/queries/presence.h"

namespace meshc::queries {

namespace {

/// What is read to know the tokens of a part: whole declarations, as no token goes on from one to the next.
source::SourceRange Around(const CheckedRoot& root, source::SourceRange within) {
  auto all = source::SourceRange{within.file, 0,
                                 static_cast<std::uint32_t>(root.sources().Text(within.file).size())};
  const syntax::File* file = root.FileOf(within.file);
  if (file == nullptr) return all;
  for (const syntax::Declaration* each : file->declarations) {
    if (each->range.begin <= within.begin) all.begin = each->range.begin;
    if (each->range.end >= within.end) {
      all.end = each->range.begin >= within.end ? each->range.begin : each->range.end;
      break;
    }
  }
  return all;
}

std::vector<syntax::TextToken> TokensIn(const CheckedRoot& root, source::SourceRange within) {
  const source::SourceRange around = Around(root, within);
  std::vector<syntax::TextToken> tokens = syntax::ReadTokens(root.Text(around));
  for (syntax::TextToken& token : tokens) {
    token.begin += around.begin;
    token.end += around.begin;
  }
  std::erase_if(tokens, [&](const syntax::TextToken& token) {
    return token.end <= within.begin || token.begin >= within.end;
  });
  return tokens;
}

}  // namespace

std::vector<Colour> ColoursOf(const CheckedRoot& root, source::SourceRange within) {
  std::map<std::uint32_t, sema::Mention> mentions;
  for (const sema::Mention& mention : MentionsIn(root, within)) {
    if (!sema::IsImplied(mention.access)) mentions.try_emplace(mention.range.begin, mention);
  }
  const PresenceMap presence(root, within.file);
  std::vector<Colour> colours;
  for (const syntax::TextToken& token : TokensIn(root, within)) {
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
