#include "tests/property/schema/documents.h"

#include <limits>
#include <string>

namespace meshc::property {
namespace {

using mesh::contract::Index;
using mesh::contract::kNone;
using mesh::contract::Type;
using mesh::contract::TypeKind;
using nlohmann::json;

constexpr int kLongest = 8;  ///< No bound of a length is larger.

std::vector<json> WithNull(std::vector<json> all) {
  all.push_back(nullptr);
  return all;
}

std::set<std::int64_t> Lengths(const Type& type) {
  const std::int64_t min = type.has_min ? type.min : 0;
  const std::int64_t max = type.has_max ? type.max : kLongest + 2;
  if (min > max) return {};
  return {min, max};
}

std::vector<json> Ints(const Type& type) {
  const std::int64_t min = type.has_min ? type.min : std::numeric_limits<std::int64_t>::min();
  const std::int64_t max = type.has_max ? type.max : std::numeric_limits<std::int64_t>::max();
  if (min > max) return {};
  return {min, max};
}

std::vector<json> Floats(const Type& type) {
  const double min = type.has_min ? type.float_min : -1.5e300;
  const double max = type.has_max ? type.float_max : 1.5e300;
  if (min > max) return {};
  return {min, max, min / 2 + max / 2};
}

std::vector<json> Texts(const Type& type) {
  std::vector<json> all;
  for (const std::int64_t length : Lengths(type)) {
    const auto count = static_cast<std::size_t>(length);
    all.push_back(std::string(count, 'a'));
    if (type.pattern.empty() && count > 0) all.push_back(std::string(count - 1, 'a') + "z");
  }
  return all;
}

}  // namespace

std::vector<json> Documents::Of(Index index) const {
  const Type& type = pool_.types[index];
  switch (type.kind) {
    case TypeKind::kBool: return {true, false};
    case TypeKind::kInt: return Ints(type);
    case TypeKind::kFloat: return Floats(type);
    case TypeKind::kString: return Texts(type);
    case TypeKind::kJson: return {nullptr, 1, "x", json::array(), json::object({{"k", 1}})};
    case TypeKind::kEnum: return Values(type);
    case TypeKind::kList: return Lists(type);
    case TypeKind::kMap: return Maps(type);
    case TypeKind::kRecord: return Records(type);
    case TypeKind::kUnion: return Unions(type);
    case TypeKind::kOptional: return WithNull(Of(type.element));
    default: return {};
  }
}

std::vector<json> Documents::Values(const Type& type) const {
  std::vector<json> all;
  for (const std::string_view value : Slice(pool_.strings, type.values)) all.push_back(value);
  if (type.open) all.insert(all.end(), {"", "something else", "aa"});
  return all;
}

std::vector<json> Documents::Lists(const Type& type) const {
  const std::vector<json> elements = Of(type.element);
  std::vector<json> all;
  for (const std::int64_t length : Lengths(type)) {
    if (length == 0) all.push_back(json::array());
    for (const json& element : elements) {
      if (length > 0) all.push_back(json(static_cast<std::size_t>(length), element));
    }
  }
  return all;
}

std::vector<json> Documents::Maps(const Type& type) const {
  std::vector<json> all{json::object()};
  for (const json& element : Of(type.element)) all.push_back(json::object({{"k", element}}));
  return all;
}

std::vector<json> Documents::Records(const Type& type) const {
  json base = json::object();
  std::vector<std::vector<json>> variants;
  const auto members = Slice(pool_.members, type.members);
  for (const mesh::contract::Member& member : members) {
    const bool optional = pool_.types[member.type].kind == TypeKind::kOptional;
    variants.push_back(Of(optional && !outside_ ? pool_.types[member.type].element : member.type));
    if (variants.back().empty() && !optional) return {};
    if (!variants.back().empty()) base[std::string(member.name)] = variants.back().front();
  }
  std::vector<json> all{base};
  for (Index i = 0; i < members.size; ++i) {
    for (const json& variant : variants[i]) {
      json other = base;
      other[std::string(members[i].name)] = variant;
      all.push_back(std::move(other));
    }
    const bool optional = pool_.types[members[i].type].kind == TypeKind::kOptional;
    const bool left_out = optional || (outside_ && members[i].default_value != kNone);
    if (!left_out) continue;
    json other = base;
    other.erase(std::string(members[i].name));
    all.push_back(std::move(other));
  }
  return all;
}

std::vector<json> Documents::Unions(const Type& type) const {
  std::vector<json> all;
  for (const mesh::contract::Member& tag : Slice(pool_.members, type.members)) {
    for (const json& inner : Of(tag.type)) all.push_back(json::object({{std::string(tag.name), inner}}));
  }
  return all;
}

}  // namespace meshc::property
