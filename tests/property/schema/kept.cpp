#include "tests/property/schema/kept.h"

#include <algorithm>
#include <string>
#include <utility>

namespace meshc::property {

using mesh::contract::Index;
using mesh::contract::TypeKind;
using nlohmann::json;

bool Kept(const json& written, const json& again) {
  if (written.is_object() && again.is_object()) {
    for (const auto& [name, member] : written.items()) {
      if (!again.contains(name) ? !member.is_null() : !Kept(member, again.at(name))) return false;
    }
    return true;
  }
  if (written.is_array() && again.is_array()) {
    return std::equal(written.begin(), written.end(), again.begin(), again.end(), Kept);
  }
  if (written.is_number() && again.is_number()) return written.get<double>() == again.get<double>();
  return written == again;
}

json Renamed(json document, const mesh::compatibility::Side& reader, Index type) {
  const mesh::contract::Type& of = reader.pool().types[type];
  if (of.kind == TypeKind::kOptional) return Renamed(std::move(document), reader, of.element);
  const bool many =
      of.kind == TypeKind::kList ? document.is_array() : of.kind == TypeKind::kMap && document.is_object();
  if (many) {
    for (json& element : document) element = Renamed(std::move(element), reader, of.element);
  }
  if ((of.kind != TypeKind::kRecord && of.kind != TypeKind::kUnion) || !document.is_object()) return document;
  for (Index i = of.members.first; i < of.members.first + of.members.count; ++i) {
    const std::string name(reader.pool().members[i].name);
    const std::string former(reader.FormerName(mesh::contract::Named::kMember, i));
    const bool by_former = !document.contains(name) && !former.empty() && document.contains(former);
    if (!by_former && !document.contains(name)) continue;
    json member = document.at(by_former ? former : name);
    document.erase(former);
    document[name] = Renamed(std::move(member), reader, reader.pool().members[i].type);
  }
  return document;
}

}  // namespace meshc::property
