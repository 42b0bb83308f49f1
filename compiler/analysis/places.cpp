#include "compiler/analysis/places.h"

#include <algorithm>

namespace meshc::analysis {
namespace {

constexpr std::uint32_t kNoLink = 0xffffffffU;

}  // namespace

PlaceId Places::Intern(PlaceId parent, std::uint32_t link) {
  auto [entry, added] = index_.try_emplace({parent.index, link}, PlaceId{size()});
  if (!added) return entry->second;
  PlaceId place = entry->second;
  bool is_caught = parent.has_value() ? nodes_[parent.index].is_caught
                                      : (link & kVariableRoot) == 0 && (link & kCaughtRoot) != 0;
  nodes_.push_back({parent, is_caught, {}});
  if (parent.has_value()) nodes_[parent.index].children.push_back(place);
  if (is_caught) caught_.push_back(place);
  return place;
}

PlaceId Places::Lookup(PlaceId parent, std::uint32_t link) const {
  auto found = index_.find({parent.index, link});
  return found == index_.end() ? PlaceId{} : found->second;
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> Places::Fields() const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> fields;
  for (const auto& [link, place] : index_) {
    const bool is_field = link.first == PlaceId::kNone && (link.second & (kVariableRoot | kCaughtRoot)) == 0;
    if (is_field) fields.emplace_back(link.second, place.index);
  }
  std::sort(fields.begin(), fields.end());
  return fields;
}

std::uint32_t Places::LinkOf(const ir::Expression& expression) {
  using ir::ExpressionKind;
  if (expression.kind == ExpressionKind::kField) return expression.index;
  if (expression.kind == ExpressionKind::kVariable) return expression.index | kVariableRoot;
  if (expression.kind == ExpressionKind::kMember) return expression.index;
  if (expression.kind == ExpressionKind::kTag) return expression.index | kTagLink;
  bool is_detail = expression.kind == ExpressionKind::kCaught && expression.part == ir::CaughtPart::kDetail;
  return is_detail ? expression.index | kCaughtRoot : kNoLink;
}

bool Places::IsOptionalTag(const ir::Expression& expression) const {
  return expression.kind == ir::ExpressionKind::kTag && mesh_.declarations.types.IsOptional(expression.type);
}

void Places::AddPath(ir::ExpressionId path) {
  llvm::SmallVector<ir::ExpressionId, 4> links;
  PlaceId place;
  ir::ExpressionId at = path;
  while (true) {
    auto known = of_expression_.find(at.index);
    if (known != of_expression_.end()) {
      place = known->second;
      if (!place.has_value()) return;
      break;
    }
    const ir::Expression& expression = mesh_.expressions[at];
    if (LinkOf(expression) == kNoLink) return;
    links.push_back(at);
    if (expression.operands.empty()) break;
    at = expression.operands[0];
  }
  while (!links.empty()) {
    ir::ExpressionId link = links.pop_back_val();
    place = Intern(place, LinkOf(mesh_.expressions[link]));
    if (IsOptionalTag(mesh_.expressions[link])) place = Intern(place, kValueLink);
    of_expression_[link.index] = place;
  }
}

void Places::AddExpression(ir::ExpressionId root) {
  llvm::SmallVector<ir::ExpressionId, 8> open{root};
  while (!open.empty()) {
    ir::ExpressionId id = open.pop_back_val();
    const ir::Expression& expression = mesh_.expressions[id];
    AddPath(id);
    const types::TypeId type = mesh_.declarations.types.Present(expression.type);
    // An arm of a match may look into any tag of what it matches.
    if (mesh_.declarations.types[type].kind == types::TypeKind::kUnion && Find(id).has_value()) {
      std::size_t tags = mesh_.declarations.unions[mesh_.declarations.types[type].union_type()].tags.size();
      for (std::uint32_t tag = 0; tag < tags; ++tag) Intern(Find(id), tag | kTagLink);
    }
    open.append(expression.operands.begin(), expression.operands.end());
  }
}

PlaceId Places::AddTarget(const ir::Target& target) {
  PlaceId place = AddField(target.field);
  for (std::uint32_t member : target.path) place = Intern(place, member);
  return place;
}

PlaceId Places::Find(ir::ExpressionId path) const {
  auto found = of_expression_.find(path.index);
  return found == of_expression_.end() ? PlaceId{} : found->second;
}

PlaceId Places::FindTag(ir::ExpressionId path) const {
  PlaceId place = Find(path);
  return place.has_value() && IsOptionalTag(mesh_.expressions[path]) ? Parent(place) : place;
}

PlaceId Places::FindTarget(const ir::Target& target) const {
  PlaceId place = FindField(target.field);
  for (std::uint32_t member : target.path) place = Lookup(place, member);
  return place;
}

llvm::SmallVector<PlaceId, 4> Places::Below(PlaceId place) const {
  llvm::SmallVector<PlaceId, 4> below;
  below.append(nodes_[place.index].children.begin(), nodes_[place.index].children.end());
  for (std::size_t i = 0; i < below.size(); ++i) {
    const auto& children = nodes_[below[i].index].children;
    below.append(children.begin(), children.end());
  }
  return below;
}

}  // namespace meshc::analysis
