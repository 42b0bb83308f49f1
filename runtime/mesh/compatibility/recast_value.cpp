// Values on their way through a plan.
#include "mesh/compatibility/recast.h"
#include "mesh/value/constraints.h"

namespace mesh::compatibility {
namespace {

using contract::Index;
using contract::kNone;

/// True if a document would have it. In json null is a value.
bool IsSaid(const Value& value, bool optional) {
  return value.present() || (!optional && value.kind() == ValueKind::kNull);
}

/// What the reader makes of a text; of none that is JSON what it makes of null.
std::variant<Value, SchemaError> Reread(const Schemas& reader, Index type, std::string_view text) {
  const auto read = JsonTree::Read(text);
  const auto* const document = std::get_if<JsonTree>(&read);
  return FromJson(reader, type, document == nullptr ? JsonNode() : document->root());
}

}  // namespace

std::variant<Value, SchemaError> Recast::One(Plan plan, const Value& value) const {
  Value made;
  SchemaError error;
  if (Apply(plan, value, made, error)) return made;
  return error;
}

std::variant<ValueList, SchemaError> Recast::Members(Plan plan, std::span<const Value> values) const {
  ValueList made;
  SchemaError error;
  if (ApplySlots(steps_[plan], values, nullptr, made, error)) return made;
  return error;
}

/// A value that is none of the writer's type stays as it is: whoever takes it finds it broken.
bool Recast::Apply(Plan plan, const Value& value, Value& made, SchemaError& error) const {
  const Step& step = steps_[plan];
  if (step.keeps || !value.present()) return made = value, true;
  switch (step.kind) {
    case Kind::kSame: break;
    case Kind::kToFloat:
      if (value.kind() != ValueKind::kInt) break;
      return made = Value::Float(static_cast<double>(value.integer())), true;
    case Kind::kToJson: return made = ToAny(writer_.pool(), step.writer, value), true;
    case Kind::kDecode: return Decode(step, value, made, error);
    case Kind::kList:
      if (value.kind() == ValueKind::kList) return ApplyList(step, value, made, error);
      break;
    case Kind::kMap:
      if (value.kind() == ValueKind::kMap) return ApplyMap(step, value, made, error);
      break;
    case Kind::kRecord:
      if (value.kind() == ValueKind::kRecord) return ApplyRecord(step, value, made, error);
      break;
    case Kind::kUnion:
      if (value.kind() == ValueKind::kUnion) return ApplyUnion(step, value, made, error);
      break;
  }
  made = value;
  return true;
}

bool Recast::ApplyList(const Step& step, const Value& value, Value& made, SchemaError& error) const {
  ValueList elements(value.list().size());
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (Apply(step.element, value.list()[i], elements[i], error)) continue;
    PrefixPath(error, std::to_string(i));
    return false;
  }
  made = Value::List(std::move(elements));
  return true;
}

bool Recast::ApplyMap(const Step& step, const Value& value, Value& made, SchemaError& error) const {
  ValueMap entries;
  for (const auto& [key, entry] : value.map()) {
    if (Apply(step.element, entry, entries[key], error)) continue;
    PrefixPath(error, key);
    return false;
  }
  made = Value::Map(std::move(entries));
  return true;
}

bool Recast::ApplyRecord(const Step& step, const Value& value, Value& made, SchemaError& error) const {
  ValueMap bag = value.unknown_members();
  const ValueList& values = value.members();
  ValueList members;
  if (!ApplySlots(step, values, &bag, members, error)) return false;
  for (const Index extra :
       Slice(contract::Array<Index>{extras_.data(), step.extras.first + step.extras.count}, step.extras)) {
    const Index at = extra - writer_.pool().types[step.writer].members.first;
    if (at < values.size()) KeepInBag(step, at, values[at], bag);
  }
  made = Value::Record(std::move(members), std::move(bag));
  return true;
}

/// A member of the writer's that is none of the reader's.
void Recast::KeepInBag(const Step& step, Index at, const Value& value, ValueMap& bag) const {
  const contract::Member& member =
      writer_.pool().members[writer_.pool().types[step.writer].members.first + at];
  const bool optional = writer_.pool().types[member.type].kind == contract::TypeKind::kOptional;
  if (IsSaid(value, optional))
    bag.insert_or_assign(std::string(member.name), ToAny(writer_.pool(), member.type, value));
}

bool Recast::ApplySlots(const Step& step, std::span<const Value> values, ValueMap* bag, ValueList& made,
                        SchemaError& error) const {
  made.resize(step.slots.count);
  for (Index i = 0; i < step.slots.count; ++i) {
    const Slot& slot = slots_[step.slots.first + i];
    const Value* const given = slot.at < values.size() ? &values[slot.at] : nullptr;
    bool fits = true;
    // Of both names the present one counts, as for who reads a document.
    const bool in_bag = slot.renamed && bag != nullptr && !bag->empty() &&
                        bag->contains(reader_.pool().members[slot.member].name);
    if (in_bag) {
      fits = TakeFromBag(slot, *bag, made[i], error);
      if (given != nullptr) KeepInBag(step, slot.at, *given, *bag);
    } else if (given != nullptr && IsSaid(*given, slot.optional))
      fits = Apply(slot.plan, *given, made[i], error);
    else if (given == nullptr && step.reads_bag && !bag->empty())
      fits = TakeFromBag(slot, *bag, made[i], error);
    if (!fits) {
      const contract::Member& member = reader_.pool().members[slot.member];
      if (member.sensitive) error = RedactedError();
      PrefixPath(error, member.name);
      return false;
    }
    if (made[i].kind() == ValueKind::kAbsent) made[i] = slot.fallback;
  }
  return true;
}

/// What came from elsewhere under the name of a member that the writer does not know.
bool Recast::TakeFromBag(const Slot& slot, ValueMap& bag, Value& made, SchemaError& error) const {
  const contract::Member& member = reader_.pool().members[slot.member];
  auto found = bag.find(member.name);
  if (found == bag.end()) found = bag.find(reader_.FormerName(contract::Named::kMember, slot.member));
  if (found == bag.end()) return true;
  auto read = Reread(reader_.schemas(), member.type, AnyToJson(found->second));
  bag.erase(found);
  if (auto* broken = std::get_if<SchemaError>(&read)) {
    error = member.sensitive ? RedactedError() : std::move(*broken);
    return false;
  }
  made = std::get<Value>(std::move(read));
  if (!made.present()) made = Value();
  return true;
}

bool Recast::ApplyUnion(const Step& step, const Value& value, Value& made, SchemaError& error) const {
  if (value.tag() >= step.slots.count || slots_[step.slots.first + value.tag()].at == kNone) {
    error = {"", "no tag is called so"};
    return false;
  }
  const Slot& slot = slots_[step.slots.first + value.tag()];
  Value tagged;
  if (!Apply(slot.plan, value.tagged(), tagged, error)) return false;
  made = Value::Union(slot.at, std::move(tagged));
  return true;
}

/// Kinds of which some values pass, such as json where every value is a text.
bool Recast::Decode(const Step& step, const Value& value, Value& made, SchemaError& error) const {
  auto read = Reread(reader_.schemas(), step.reader, ToJson(writer_.pool(), step.writer, value));
  if (auto* broken = std::get_if<SchemaError>(&read)) return error = std::move(*broken), false;
  made = std::get<Value>(std::move(read));
  return true;
}

}  // namespace mesh::compatibility
