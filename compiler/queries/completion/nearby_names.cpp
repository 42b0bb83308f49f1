#include "compiler/queries/completion/nearby_names.h"

#include <algorithm>

namespace meshc::queries {
namespace {

/// On each side of the cursor: a thousand lines, read in a millisecond.
constexpr std::size_t kNear = 32'768;

llvm::StringRef KeyOf(std::string_view name) { return {name.data(), name.size()}; }

}  // namespace

NearbyNames::NearbyNames(const CheckedRoot& root, Place place) {
  const std::string_view whole = root.sources().Text(place.file);
  const std::size_t far = place.offset > kNear ? place.offset - kNear : 0;
  // Of the line that it cuts, no token is whole.
  const std::size_t line = far == 0 ? std::string_view::npos : whole.rfind('\n', far);
  const std::size_t begin = line == std::string_view::npos ? 0 : line + 1;
  text_ = whole.substr(begin, place.offset - begin + kNear);
  names_ = syntax::ReadTokens(text_);
  // Where a name is declared says nothing of where it is used.
  std::erase_if(names_, [&](const syntax::TextToken& token) {
    const auto at = static_cast<std::uint32_t>(begin + token.begin);
    return token.kind != syntax::TokenKind::kName ||
           root.names().Find({place.file, at, at + (token.end - token.begin)}) != nullptr;
  });
  const auto cursor = static_cast<std::uint32_t>(place.offset - begin);
  CountDistances(cursor);
  FindFollowers(cursor);
}

NearbyNames::Order NearbyNames::OrderOf(std::string_view name) const {
  const auto found = orders_.find(KeyOf(name));
  return found == orders_.end() ? Order{} : found->second;
}

void NearbyNames::CountDistances(std::uint32_t cursor) {
  for (const syntax::TextToken& name : names_) {
    std::uint32_t& distance = orders_[KeyOf(WordOf(name))].distance;
    distance = std::min(distance, name.begin < cursor ? cursor - name.begin : name.begin - cursor);
  }
}

void NearbyNames::FindFollowers(std::uint32_t cursor) {
  const auto next =
      std::ranges::lower_bound(names_, cursor, {}, [](const syntax::TextToken& name) { return name.end; });
  if (next == names_.begin()) return;
  const auto before = std::prev(next);
  for (auto each = names_.begin(); each != names_.end() && std::next(each) != names_.end(); ++each) {
    if (each != before && WordOf(*each) == WordOf(*before))
      orders_[KeyOf(WordOf(*std::next(each)))].elsewhere = false;
  }
}

}  // namespace meshc::queries
