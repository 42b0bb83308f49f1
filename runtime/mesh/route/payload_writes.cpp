#include "mesh/route/payload_writes.h"

#include <algorithm>

#include <fmt/format.h>

#include "mesh/route/builtin_errors.h"
#include "mesh/route/check_value.h"
#include "mesh/route/sound_bindings.h"
#include "mesh/value/constraints.h"

namespace mesh::route {
namespace {

using contract::BuiltinError;
using contract::Field;
using contract::Index;
using contract::kNone;
using contract::Type;
using contract::TypeKind;
using contract::Write;

/// What a write breaks, by its place in the value.
using Broken = std::optional<SchemaError>;

/// `hidden`: the value is not to be shown.
Broken FindBroken(const Router& router, Index type, const Value& value, bool hidden) {
  auto broken = CheckValue(router, type, value);
  if (broken && hidden && value.present()) broken = RedactedError();
  return broken;
}

/// Written as places in an input are: `/document/lines/0/total: …`
std::string At(std::string_view name, const SchemaError& broken) {
  return fmt::format("/{}{}: {}", name, broken.path, broken.message);
}

/// Checks first, writes then: nothing is half done.
class PayloadWriter {
 public:
  PayloadWriter(const Router& router, const contract::Point& point, Envelope& envelope)
      : router_(router),
        pool_(router.table().pool),
        envelope_(envelope),
        fields_(Slice(router.table().fields,
                      router.table().envelopes[router.table().flows[point.flow].envelope].fields)) {}

  /// `checked`: a type that the value is known to fit, or kNone. `hidden`: the value is not to be
  /// shown, wherever it goes. None: the write is legal.
  Broken Check(const Write& write, const Value& value, Index checked, bool hidden) {
    const Field& field = fields_[write.field];
    const Value* old = Old(write);
    const bool rewritable = (field.mode & (contract::kModeVar | contract::kModeLog)) != 0;
    if (!rewritable && old->kind() != ValueKind::kAbsent) return Refusal("the field is written already");
    Index type = Target(write, field);
    if (old == nullptr || type == kNone) return Refusal("the path leads nowhere");
    added_weight_ += value.weight();
    if (!Appends(write, field) && old->present()) freed_weight_ += old->weight();
    if (Appends(write, field)) {
      if (auto full = CheckRoom(write, *old, type)) return full;
      type = pool_.types[type].element;
    }
    if (!value.present() && pool_.types[type].kind == TypeKind::kOptional) return {};
    const std::size_t around = write.path.count + (Appends(write, field) ? 1 : 0);
    if (value.depth() + around > kMaxDepth) return Refusal(TooDeepText());
    if (checked != kNone && BareType(pool_, checked) == BareType(pool_, type)) return {};
    Value held = value;
    BecomeHeld(held, type);
    return FindBroken(router_, type, held, hidden || IsSensitive(write));
  }

  std::string CheckWeight() const {
    const std::size_t limit = router_.limits().payload_bytes;
    const std::size_t weight = PayloadWeight(fields_, envelope_) + added_weight_ - freed_weight_;
    if (weight <= limit) return {};
    return fmt::format("the payload would take about {} bytes, {} are allowed", weight, limit);
  }

  void Commit(const Write& write, Value value) {
    const Field& field = fields_[write.field];
    const bool appends = Appends(write, field);
    const Index type = Target(write, field);
    if (!value.present() && pool_.types[type].kind == TypeKind::kOptional) value = Value();
    BecomeHeld(value, appends ? pool_.types[type].element : type);
    Value& slot = envelope_.payload[write.field];
    if (write.path.count > 0) {
      slot = Changed(slot, Slice(pool_.indices, write.path), std::move(value), appends);
    } else {
      slot = appends ? Value::Append(std::move(slot), std::move(value)) : std::move(value);
    }
  }

  /// What stands where `write` goes; null if a record on the way there is missing.
  const Value* Old(const Write& write) const {
    const Value* value = &envelope_.payload[write.field];
    for (const Index member : Slice(pool_.indices, write.path)) {
      if (value->kind() != ValueKind::kRecord || member >= value->members().size()) return nullptr;
      value = &value->members()[member];
    }
    return value;
  }

  /// `document/total`
  std::string NameOf(const Write& write) const {
    std::string name(fields_[write.field].name);
    Index type = fields_[write.field].type;
    for (const Index index : Slice(pool_.indices, write.path)) {
      const contract::Member& member =
          Slice(pool_.members, pool_.types[BareType(pool_, type)].members)[index];
      name += fmt::format("/{}", member.name);
      type = member.type;
    }
    return name;
  }

 private:
  static Broken Refusal(std::string message) { return SchemaError{{}, std::move(message)}; }

  /// True if the field or a member on the way is.
  bool IsSensitive(const Write& write) const {
    Index type = fields_[write.field].type;
    bool sensitive = fields_[write.field].sensitive;
    for (const Index member : Slice(pool_.indices, write.path)) {
      const auto members = Slice(pool_.members, pool_.types[BareType(pool_, type)].members);
      sensitive = sensitive || members[member].sensitive;
      type = members[member].type;
    }
    return sensitive;
  }

  /// `value` as it is held where `type` stands: an int becomes a float where floats do.
  void BecomeHeld(Value& value, Index type) const {
    if (value.kind() != ValueKind::kInt) return;
    const bool is_float = pool_.types[BareType(pool_, type)].kind == TypeKind::kFloat;
    if (is_float) value = Value::Float(static_cast<double>(value.integer()));
  }

  static bool Appends(const Write& write, const Field& field) {
    return write.append || (field.mode & contract::kModeLog) != 0;
  }

  /// The type of the field or of the member that the path names.
  Index Target(const Write& write, const Field& field) const {
    Index type = field.type;
    for (const Index member : Slice(pool_.indices, write.path)) {
      const auto members = Slice(pool_.members, pool_.types[BareType(pool_, type)].members);
      if (member >= members.size) return kNone;
      type = members[member].type;
    }
    return Appends(write, field) ? BareType(pool_, type) : type;
  }

  /// Several results may go to one list.
  Broken CheckRoom(const Write& write, const Value& old, Index list_type) {
    const Type& list = pool_.types[list_type];
    if (list.kind != TypeKind::kList) return Refusal("only a list can be appended to");
    appended_.push_back(write.field);
    const auto added = std::count(appended_.begin(), appended_.end(), write.field);
    const std::size_t length = (old.present() ? old.list().size() : 0) + static_cast<std::size_t>(added);
    if (!list.has_max || static_cast<std::int64_t>(length) <= list.max) return {};
    return Refusal(fmt::format("the list may have {} elements", list.max));
  }

  static Value Changed(const Value& record, contract::Array<Index> path, Value value, bool append) {
    const Value& member = record.members()[path[0]];
    if (path.size > 1)
      value = Changed(member, {path.data + 1, path.size - 1}, std::move(value), append);
    else if (append)
      value = Value::Append(member, std::move(value));
    return record.WithMember(path[0], std::move(value));
  }

  const Router& router_;
  const contract::Pool& pool_;
  Envelope& envelope_;
  contract::Array<Field> fields_;
  std::size_t added_weight_ = 0;
  std::size_t freed_weight_ = 0;
  std::vector<Index> appended_;  ///< Fields.
};

Error ResultViolation(const contract::Actor& actor, const contract::Member& result,
                      const SchemaError& broken) {
  return MakeViolation(actor, fmt::format("results: {}", At(result.name, broken)));
}

/// What keeps `results` from being those of the actor: their number, or one that breaks its type.
std::optional<Error> CheckResults(const Router& router, const contract::Actor& actor,
                                  const ValueList& results) {
  const auto declared = Slice(router.table().pool.members, actor.results);
  if (results.size() != declared.size) {
    return MakeViolation(
        actor, fmt::format("{} results were returned, {} are declared", results.size(), declared.size));
  }
  for (Index i = 0; i < declared.size; ++i) {
    const bool hidden = router.sensitivity().HidesMember(actor.results.first + i);
    const auto broken = FindBroken(router, declared[i].type, results[i], hidden);
    if (broken) return ResultViolation(actor, declared[i], *broken);
  }
  return std::nullopt;
}

class ResultWriter {
 public:
  ResultWriter(const Router& router, const contract::Point& point, const ValueList& results,
               Envelope& envelope)
      : router_(router),
        actor_(router.table().actors[point.actor]),
        results_(results),
        declared_(Slice(router.table().pool.members, actor_.results)),
        writes_(Slice(router.table().writes, point.writes)),
        writer_(router, point, envelope) {}

  std::optional<Error> Run() {
    if (auto error = CheckResults(router_, actor_, results_)) return error;
    for (const Write& write : writes_) {
      if (!Counts(write)) continue;
      const auto broken =
          writer_.Check(write, results_[write.result], declared_[write.result].type,
                        router_.sensitivity().HidesMember(actor_.results.first + write.result));
      if (broken) return ResultViolation(actor_, declared_[write.result], *broken);
    }
    if (std::string heavy = writer_.CheckWeight(); !heavy.empty())
      return MakeViolation(actor_, std::move(heavy));
    for (const Write& write : writes_) {
      if (Counts(write)) writer_.Commit(write, results_[write.result]);
    }
    return std::nullopt;
  }

 private:
  /// A dropped result and one that was left out write nothing.
  bool Counts(const Write& write) const {
    const bool optional = router_.schemas().type(declared_[write.result].type).kind == TypeKind::kOptional;
    return write.field != kNone && (results_[write.result].present() || !optional);
  }

  const Router& router_;
  const contract::Actor& actor_;
  const ValueList& results_;
  contract::Array<contract::Member> declared_;
  contract::Array<Write> writes_;
  PayloadWriter writer_;
};

}  // namespace

const Results* SoundResults(const Router& router, const contract::Actor& actor, const Outcome& outcome) {
  const auto* const results = std::get_if<Results>(&outcome);
  return results != nullptr && !CheckResults(router, actor, results->values) ? results : nullptr;
}

std::optional<Error> WriteResults(const Router& router, const contract::Point& point,
                                  const ValueList& results, Envelope& envelope) {
  return ResultWriter(router, point, results, envelope).Run();
}

std::optional<Error> WriteBack(const Router& router, const contract::Point& point, const ValueList& callee,
                               Envelope& envelope) {
  const contract::RouteTable& table = router.table();
  const contract::Flow& flow = table.flows[point.callee];
  const auto fields = Slice(table.fields, table.envelopes[flow.envelope].fields);
  const auto writes = Slice(table.writes, point.writes);
  const auto counts = [&](const Write& write) {
    return write.field != kNone && callee[write.result].kind() != ValueKind::kAbsent;
  };
  PayloadWriter writer(router, point, envelope);
  for (const Write& write : writes) {
    if (!counts(write)) continue;
    const auto broken = writer.Check(write, callee[write.result], fields[write.result].type,
                                     router.sensitivity().Hides(fields[write.result]));
    if (!broken) continue;
    return MakeError(BuiltinError::kContractViolation,
                     fmt::format("flow `{}`: {}", flow.name, At(fields[write.result].name, *broken)));
  }
  if (std::string heavy = writer.CheckWeight(); !heavy.empty())
    return MakeError(BuiltinError::kContractViolation, std::move(heavy));
  for (const Write& write : writes) {
    if (counts(write)) writer.Commit(write, callee[write.result]);
  }
  return std::nullopt;
}

std::optional<Error> WriteSet(const Router& router, const contract::Point& point, Value value,
                              Envelope& envelope) {
  const Write& write = router.table().writes[point.writes.first];
  PayloadWriter writer(router, point, envelope);
  if (writer.Old(write) == nullptr) {
    return MakeError(BuiltinError::kExpressionError, "a member is set of a record that is not there");
  }
  const bool hidden = point.program != kNone && router.sensitivity().HidesProgram(point.program);
  if (const auto broken = writer.Check(write, value, kNone, hidden))
    return MakeError(BuiltinError::kContractViolation, At(writer.NameOf(write), *broken));
  if (std::string heavy = writer.CheckWeight(); !heavy.empty())
    return MakeError(BuiltinError::kContractViolation, std::move(heavy));
  writer.Commit(write, std::move(value));
  return std::nullopt;
}

std::size_t PayloadWeight(contract::Array<Field> fields, const Envelope& envelope) {
  constexpr std::size_t kPunctuation = 4;
  std::size_t weight = 0;
  for (Index slot = 0; slot < fields.size && slot < envelope.payload.size(); ++slot) {
    const Value& value = envelope.payload[slot];
    if (value.kind() != ValueKind::kAbsent)
      weight += fields[slot].name.size() + value.weight() + kPunctuation;
  }
  for (const auto& [name, value] : envelope.unknown) weight += name.size() + value.weight() + kPunctuation;
  return weight;
}

}  // namespace mesh::route
