// Values to JSON, by type.
#include "mesh/value/json.h"
#include "mesh/value/json_writer.h"

namespace mesh {
namespace {

using contract::Index;
using contract::Type;
using contract::TypeKind;

/// Of one call: the types, and what of them is shown.
class ValueWriter {
 public:
  ValueWriter(JsonWriter& out, const contract::Pool& pool, Sensitive sensitive)
      : out_(out), pool_(pool), sensitive_(sensitive) {}

  void Write(Index index, const Value& value) {
    if (!value.present() || value.kind() == ValueKind::kTooDeep) return out_.Null();
    const Type& type = pool_.types[index];
    switch (type.kind) {
      case TypeKind::kOptional: return Write(type.element, value);
      case TypeKind::kRecord: return WriteRecord(type, value);
      case TypeKind::kUnion: return WriteUnion(type, value);
      case TypeKind::kList: return WriteList(type, value);
      case TypeKind::kMap: return WriteMap(type, value);
      case TypeKind::kBool:
      case TypeKind::kInt:
      case TypeKind::kFloat:
      case TypeKind::kString:
      case TypeKind::kBytes:
      case TypeKind::kTimestamp:
      case TypeKind::kDuration:
      case TypeKind::kJson:
      case TypeKind::kEnum: return WriteAny(out_, value);
    }
  }

 private:
  void WriteRecord(const Type& type, const Value& value) {
    const auto members = Slice(pool_.members, type.members);
    out_.BeginObject();
    for (Index i = 0; i < members.size; ++i) {
      const Value& member = value.members()[i];
      const bool optional = pool_.types[members[i].type].kind == TypeKind::kOptional;
      if (member.kind() == ValueKind::kAbsent || (optional && !member.present())) continue;
      WriteMember(members[i], member);
    }
    WriteMembers(out_, value.unknown_members());
    out_.EndObject();
  }

  void WriteUnion(const Type& type, const Value& value) {
    out_.BeginObject();
    WriteMember(Slice(pool_.members, type.members)[value.tag()], value.tagged());
    out_.EndObject();
  }

  void WriteMember(const contract::Member& member, const Value& value) {
    out_.Name(member.name);
    if (member.sensitive && sensitive_ == Sensitive::kHidden) return out_.Text(kRedacted);
    Write(member.type, value);
  }

  void WriteList(const Type& type, const Value& value) {
    out_.BeginArray();
    for (const Value& element : value.list()) Write(type.element, element);
    out_.EndArray();
  }

  void WriteMap(const Type& type, const Value& value) {
    out_.BeginObject();
    for (const auto& [key, child] : value.map()) {
      out_.Name(key);
      Write(type.element, child);
    }
    out_.EndObject();
  }

  JsonWriter& out_;
  const contract::Pool& pool_;
  const Sensitive sensitive_;
};

void WriteAnyList(JsonWriter& out, const ValueList& list) {
  out.BeginArray();
  for (const Value& element : list) WriteAny(out, element);
  out.EndArray();
}

/// 0.0 and -0.0 are equal, so they are written alike.
double OneZero(double value) { return value == 0 ? 0.0 : value; }

}  // namespace

void WriteValue(JsonWriter& out, const contract::Pool& pool, Index index, const Value& value,
                Sensitive sensitive) {
  ValueWriter(out, pool, sensitive).Write(index, value);
}

std::string ToJson(const contract::Pool& pool, Index index, const Value& value, Sensitive sensitive) {
  JsonWriter out;
  WriteValue(out, pool, index, value, sensitive);
  return out.Take();
}

void WriteMembers(JsonWriter& out, const ValueMap& members) {
  for (const auto& [name, value] : members) {
    WriteAny(out.Name(name), value);
  }
}

void WriteAny(JsonWriter& out, const Value& value) {
  switch (value.kind()) {
    case ValueKind::kAbsent:
    case ValueKind::kNull:
    case ValueKind::kTooDeep: return out.Null();
    case ValueKind::kBool: return out.Bool(value.boolean());
    case ValueKind::kInt: return out.Int(value.integer());
    case ValueKind::kFloat: return out.Float(OneZero(value.number()));
    case ValueKind::kExactNumber: return out.Digits(value.text());
    case ValueKind::kString: return out.Text(value.text());
    case ValueKind::kBytes: return out.Bytes(value.text());
    case ValueKind::kTimestamp: return out.Time(value.timestamp());
    case ValueKind::kDuration: return out.Span(value.duration());
    case ValueKind::kList: return WriteAnyList(out, value.list());
    case ValueKind::kRecord: return WriteAnyList(out, value.members());
    case ValueKind::kMap:
      out.BeginObject();
      WriteMembers(out, value.map());
      return out.EndObject();
    case ValueKind::kUnion:
      out.BeginArray();
      out.Count(value.tag());
      WriteAny(out, value.tagged());
      return out.EndArray();
  }
}

std::string AnyToJson(const Value& value) {
  JsonWriter out;
  WriteAny(out, value);
  return out.Take();
}

std::string PrintFloat(double value) {
  JsonWriter out(kLongestNumber);
  out.Float(OneZero(value));
  return out.Take();
}

}  // namespace mesh
