#include "compiler/sema/scenarios/json_constant.h"

#include <fmt/core.h>

#include <optional>

#include "compiler/sema/expressions/fit.h"
#include "compiler/sema/expressions/wire_text.h"
#include "mesh/value/json.h"
#include "mesh/value/json_number.h"

namespace meshc::sema {
namespace {

using Json = mesh::JsonNode;
using JsonKind = Json::Kind;
using types::Constant;
using types::ConstantKind;
using types::Member;
using types::Type;
using types::TypeKind;
using Result = std::optional<Constant>;

Constant Make(ConstantKind kind, TypeId type = {}) {
  Constant constant;
  constant.kind = kind;
  constant.type = type;
  return constant;
}

/// Reads values by type. After a failure `problem` says what is wrong, and where.
class Reader {
 public:
  explicit Reader(Context& context) : context_(context) {}

  const std::string& problem() const { return problem_; }

  Result Read(const Json& json, TypeId declared, const std::string& path) {
    const TypeId target = context_.types().Present(declared);
    if (json.is(JsonKind::kNull) && context_.types().IsOptional(declared)) return Constant::Null();
    const std::uint32_t level = json.is(JsonKind::kArray) || json.is(JsonKind::kObject) ? 1 : 0;
    depth_ += level;
    if (depth_ > mesh::kMaxDepth) return Fail(path, "is nested too deeply");
    Result value = ReadPresent(json, target, path);
    depth_ -= level;
    if (value && !WithinBounds(context_.types()[target], *value)) {
      return Fail(path, "is outside of `" + Show(context_, target).text + "`");
    }
    return value;
  }

  Result Fail(const std::string& path, const std::string& what) {
    if (problem_.empty()) problem_ = "`" + path + "` " + what;
    return std::nullopt;
  }

 private:
  Result Misfit(const std::string& path, TypeId target, const Json& json) {
    return Fail(path, fmt::format("is {}, not `{}`", mesh::KindOfNode(json), Show(context_, target).text));
  }

  Result ReadPresent(const Json& json, TypeId target, const std::string& path) {
    const Type type = context_.types()[target];
    switch (type.kind) {
      case TypeKind::kBool:
        return json.is(JsonKind::kBool) ? Constant::Bool(json.boolean) : Misfit(path, target, json);
      case TypeKind::kInt: return ReadInt(json, target, path);
      case TypeKind::kFloat: return ReadFloat(json, target, path);
      case TypeKind::kString:
      case TypeKind::kBytes:
      case TypeKind::kTimestamp:
      case TypeKind::kDuration:
      case TypeKind::kEnum: return ReadText(json, target, path);
      case TypeKind::kJson: return ReadAny(json, path);
      case TypeKind::kList: return ReadList(json, target, path);
      case TypeKind::kMap: return ReadMap(json, target, path);
      case TypeKind::kRecord: return ReadRecord(json, target, path);
      case TypeKind::kUnion: return ReadUnion(json, target, path);
      case TypeKind::kInvalid:
      case TypeKind::kNull:
      case TypeKind::kOptional: break;
    }
    return Constant::Null();
  }

  /// `300`, and `300.0` and `3e2` too: JSON has one kind of number.
  Result ReadInt(const Json& json, TypeId target, const std::string& path) {
    if (const auto number = mesh::IntOf(json)) return Constant::Int(*number);
    if (!mesh::FloatOf(json)) return Misfit(path, target, json);
    return Fail(path, "is a number, but no int of 64 bits");
  }

  Result ReadFloat(const Json& json, TypeId target, const std::string& path) {
    const auto number = mesh::FloatOf(json);
    return number ? Constant::Float(*number) : Misfit(path, target, json);
  }

  Result ReadText(const Json& json, TypeId target, const std::string& path) {
    if (!json.is(JsonKind::kString)) return Misfit(path, target, json);
    const std::string text(json.text);
    const Type type = context_.types()[target];
    if (type.kind == TypeKind::kString) return Constant::String(text);
    if (type.kind == TypeKind::kEnum) {
      const bool known = context_.declarations().enums[type.enumeration()].open ||
                         context_.enum_values[type.decl].count(text) > 0;
      return known ? Constant::String(text)
                   : Fail(path, "is no value of `" + Show(context_, target).text + "`");
    }
    auto value = ReadWireText(type.kind, text);
    return value ? value : Fail(path, "cannot be read: " + std::string(WireTextExample(type.kind)));
  }

  Result ReadList(const Json& json, TypeId target, const std::string& path) {
    if (!json.is(JsonKind::kArray)) return Misfit(path, target, json);
    Constant list = Make(ConstantKind::kList);
    for (std::size_t i = 0; i < json.children.size(); ++i) {
      Result child = Read(json.children[i], context_.types()[target].element, fmt::format("{}[{}]", path, i));
      if (!child) return child;
      list.children.push_back(std::move(*child));
    }
    return list;
  }

  Result ReadMap(const Json& json, TypeId target, const std::string& path) {
    if (!json.is(JsonKind::kObject)) return Misfit(path, target, json);
    Constant map = Make(ConstantKind::kMap);
    for (const Json& entry : json.children) {
      const std::string key(entry.name);
      Result child = Read(entry, context_.types()[target].element, path + "." + key);
      if (!child) return child;
      map.entries.push_back({key, std::move(*child)});
    }
    return map;
  }

  Result ReadRecord(const Json& json, TypeId target, const std::string& path) {
    if (!json.is(JsonKind::kObject)) return Misfit(path, target, json);
    const types::RecordId record = context_.types()[target].record();
    const auto& members = context_.declarations().records[record].members;
    Constant constant = Make(ConstantKind::kRecord, target);
    for (const Member& member : members) {
      const Json* found = json.Find(member.name);
      Result child = member.default_value.value_or(Constant::Null());
      if (found != nullptr) {
        child = Read(*found, member.type, path + "." + member.name);
      } else if (!member.default_value && !context_.types().IsOptional(member.type)) {
        return Fail(path, "lacks the member `" + member.name + "`");
      }
      if (!child) return child;
      constant.children.push_back(std::move(*child));
    }
    for (const Json& each : json.children) {
      if (context_.record_members[record.index].count(std::string(each.name)) == 0)
        return Fail(path, fmt::format("has no member `{}`", each.name));
    }
    return constant;
  }

  Result ReadUnion(const Json& json, TypeId target, const std::string& path) {
    if (!json.is(JsonKind::kObject) || json.children.size() != 1) return Misfit(path, target, json);
    const types::UnionId id = context_.types()[target].union_type();
    const Json& inner = json.children.front();
    const std::string name(inner.name);
    const auto tag = context_.union_tags[id.index].find(name);
    if (tag == context_.union_tags[id.index].end()) return Fail(path, "has no tag `" + name + "`");
    Result child = Read(inner, context_.declarations().unions[id].tags[tag->second].type, path + "." + name);
    if (!child) return child;
    Constant constant = Make(ConstantKind::kUnion, target);
    constant.integer = tag->second;
    constant.children.push_back(std::move(*child));
    return constant;
  }

  /// A value whose type is json keeps the shape that it has.
  Result ReadAny(const Json& json, const std::string& path) {
    const TypeId any = context_.types().Basic(TypeKind::kJson);
    if (json.is(JsonKind::kNull)) return Constant::Null();
    if (json.is(JsonKind::kBool)) return Constant::Bool(json.boolean);
    if (json.is(JsonKind::kNumber)) return ReadAnyNumber(json, path);
    if (json.is(JsonKind::kString)) return Constant::String(std::string(json.text));
    // Elements of json are json: a list or map type around it says so.
    return json.is(JsonKind::kArray) ? ReadList(json, context_.types().List(any), path)
                                     : ReadMap(json, context_.types().Map(any), path);
  }

  Result ReadAnyNumber(const Json& json, const std::string& path) {
    const mesh::Value value = mesh::AnyFromJson(json);
    if (value.kind() == mesh::ValueKind::kInt) return Constant::Int(value.integer());
    if (value.kind() == mesh::ValueKind::kFloat) return Constant::Float(value.number());
    // Hosts keep such digits; a constant has no place for them.
    return Fail(path, "is a number that 64 bits cannot hold");
  }

  Context& context_;
  std::string problem_;
  std::uint32_t depth_ = 0;
};

}  // namespace

std::variant<GivenFields, std::string> ReadGiven(Context& context, EnvelopeId envelope,
                                                 std::string_view text) {
  const auto parsed = mesh::JsonTree::Read(text);
  if (const auto* problem = std::get_if<mesh::SchemaError>(&parsed))
    return fmt::format("it is not valid JSON: {}", problem->message);
  const Json& json = std::get<mesh::JsonTree>(parsed).root();
  if (!json.is(JsonKind::kObject)) return std::string("it does not hold a JSON object");
  const std::vector<types::Field>& fields = context.declarations().envelopes[envelope].fields;
  for (const Json& each : json.children) {
    const auto found = context.envelope_fields[envelope.index].find(std::string(each.name));
    const bool known = found != context.envelope_fields[envelope.index].end();
    if (!known || !fields[found->second].in)
      return fmt::format("`{}` is no `in` field of the envelope", each.name);
  }
  GivenFields given;
  Reader reader(context);
  for (std::uint32_t slot = 0; slot < fields.size(); ++slot) {
    const Json* found = json.Find(fields[slot].name);
    if (found == nullptr) continue;
    auto value = reader.Read(*found, fields[slot].type, fields[slot].name);
    if (!value) return reader.problem();
    given.emplace_back(slot, std::move(*value));
  }
  return given;
}

}  // namespace meshc::sema
