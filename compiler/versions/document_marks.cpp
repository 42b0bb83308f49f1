#include "compiler/versions/document_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "compiler/support/enumerator.h"
#include "mesh/compatibility/shape.h"
#include "mesh/compatibility/type_fit.h"
#include "mesh/compatibility/type_text.h"
#include "mesh/value/json.h"

namespace meshc::versions {
namespace {

using mesh::compatibility::PresentIndex;
using mesh::compatibility::PrintType;
using mesh::compatibility::Rule;
using mesh::compatibility::Side;
using mesh::compatibility::Slot;
using mesh::compatibility::TypeFit;
using mesh::contract::Index;
using mesh::contract::Type;
using mesh::contract::TypeKind;
using nlohmann::json;

constexpr double kExact = 9007199254740992.0;  // 2^53

class DocumentMarks {
 public:
  explicit DocumentMarks(const Side& reader) : reader_(reader) {}

  void Field(const Slot& slot, bool is_in, std::string_view container, const json& document) {
    const json* value = Find(document, slot);
    if (!is_in) {
      if (value != nullptr) Add(Rule::kNotGiven, fmt::format("{}.{}", container, slot.name));
      return;
    }
    Member(slot, value, container);
  }

  std::set<Mark> Take() { return std::move(marks_); }

 private:
  static const json* Find(const json& object, const Slot& slot) {
    for (const std::string_view name : {slot.name, slot.was}) {
      const auto found = name.empty() ? object.end() : object.find(name);
      if (found != object.end()) return &*found;
    }
    return nullptr;
  }

  void Add(Rule rule, std::string subject) { marks_.insert({rule, std::move(subject)}); }

  void Member(const Slot& slot, const json* value, std::string_view container) {
    const std::string subject = fmt::format("{}.{}", container, slot.name);
    if (value == nullptr) {
      Add(Rule::kMissing, subject);
      Add(Rule::kDefault, subject);
      return;
    }
    Add(Rule::kSensitive, subject);
    Value(slot.type, *value, subject);
  }

  void Value(Index type, const json& value, const std::string& subject) {
    if (value.is_null()) {
      Add(Rule::kNull, subject);
      return Add(Rule::kMissing, subject);
    }
    const Index present = PresentIndex(reader_.pool(), type);
    if (!IsTaken(present, value)) {
      for (const Rule rule : {Rule::kKind, Rule::kPattern, Rule::kNull}) Add(rule, subject);
      marks_.insert({Rule::kNarrowed, subject, PrintType(reader_.pool(), present)});
    }
    if (value.is_number_integer() && std::abs(value.get<double>()) > kExact) Add(Rule::kPrecision, subject);
    Inside(present, value, subject);
  }

  /// Whatever it holds: that is looked at by itself.
  bool IsTaken(Index index, const json& value) const {
    const Type& type = reader_.schemas().type(index);
    const auto size = static_cast<std::int64_t>(value.size());
    switch (type.kind) {
      case TypeKind::kList:
        return value.is_array() && (!type.has_min || size >= type.min) && (!type.has_max || size <= type.max);
      case TypeKind::kMap:
      case TypeKind::kRecord: return value.is_object();
      case TypeKind::kBool:
      case TypeKind::kInt:
      case TypeKind::kFloat:
      case TypeKind::kString:
      case TypeKind::kBytes:
      case TypeKind::kTimestamp:
      case TypeKind::kDuration:
      case TypeKind::kJson:
      case TypeKind::kEnum:
      case TypeKind::kUnion:
      case TypeKind::kOptional:
        return std::holds_alternative<mesh::Value>(mesh::FromJson(reader_.schemas(), index, value));
    }
    NoSuchEnumerator();
  }

  void Inside(Index index, const json& value, const std::string& subject) {
    const Type& type = reader_.schemas().type(index);
    if (type.kind == TypeKind::kEnum && value.is_string()) Enum(type, value.get<std::string>());
    if (type.kind == TypeKind::kRecord && value.is_object()) {
      for (const Slot& slot : TypeFit::SlotsOf(reader_, type.members))
        Member(slot, Find(value, slot), type.name);
    }
    if (type.kind == TypeKind::kUnion && value.is_object()) Union(type, value);
    const bool many = (type.kind == TypeKind::kList && value.is_array()) ||
                      (type.kind == TypeKind::kMap && value.is_object());
    if (!many) return;
    for (const json& element : value) Value(type.element, element, subject);
  }

  void Enum(const Type& type, const std::string& text) {
    Add(Rule::kEnumValue, fmt::format("{}.{}", type.name, text));
    const auto values = Slice(reader_.pool().strings, type.values);
    if (std::find(values.begin(), values.end(), text) == values.end())
      Add(Rule::kEnumOpen, std::string(type.name));
  }

  void Union(const Type& type, const json& value) {
    const auto tags = TypeFit::SlotsOf(reader_, type.members);
    for (const auto& [tag, inner] : value.items()) {
      Add(Rule::kUnionTag, fmt::format("{}.{}", type.name, tag));
      const auto found = std::ranges::find_if(
          tags, [&tag = tag](const Slot& slot) { return slot.name == tag || slot.was == tag; });
      if (found != tags.end()) Value(found->type, inner, fmt::format("{}.{}", type.name, found->name));
    }
  }

  const Side& reader_;
  std::set<Mark> marks_;
};

}  // namespace

std::set<Mark> MarksOf(const Side& reader, Index flow, const json& document) {
  const Index envelope = reader.table().flows[flow].envelope;
  const auto& [fields, container] =
      std::pair(reader.table().envelopes[envelope].fields, reader.table().envelopes[envelope].name);
  DocumentMarks marks(reader);
  for (Index i = fields.first; i < fields.first + fields.count; ++i) {
    const auto& field = reader.table().fields[i];
    const Slot slot{field.name, field.type, field.default_value, field.sensitive,
                    reader.FormerName(mesh::contract::Named::kField, i)};
    marks.Field(slot, (field.mode & mesh::contract::kModeIn) != 0, container, document);
  }
  return marks.Take();
}

}  // namespace meshc::versions
