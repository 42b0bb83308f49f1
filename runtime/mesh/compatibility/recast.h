// Values of one version's types as those of another's: by name, as worked out once.
//
// Where the judge says that a type fits another, a recast value is what the reader's decoder makes of the
// JSON that the writer writes: members, tags and former names by name, defaults filled in, what the reader
// does not know kept as json. Values that are the same on both sides go by pointer.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/compatibility/side.h"
#include "mesh/value/json.h"
#include "mesh/value/value.h"

namespace mesh::compatibility {

/// Plans are added first; after Finish it is immutable, and shared between threads.
class Recast {
 public:
  using Plan = std::uint32_t;

  /// Both outlive it.
  Recast(const Side& writer, const Side& reader) : writer_(writer), reader_(reader) {}

  /// For values of one type.
  Plan Add(contract::Index writer, contract::Index reader);
  /// For values in the order of members: params, results.
  Plan AddMembers(contract::Span writer, contract::Span reader);
  /// Finds out what is the same on both sides.
  void Finish();

  /// True: the reader's member gets the writer's value as it stands.
  bool KeepsMember(Plan plan, contract::Index member) const {
    const Slot& slot = slots_[steps_[plan].slots.first + member];
    return slot.at != contract::kNone && steps_[slot.plan].keeps;
  }
  /// The error is what the reader's decoder says; where the types fit, of members that no type knows.
  std::variant<Value, SchemaError> One(Plan plan, const Value& value) const;
  /// As many as the reader has members. One that is missing is absent, or its default.
  std::variant<ValueList, SchemaError> Members(Plan plan, std::span<const Value> values) const;

 private:
  enum class Kind : std::uint8_t { kSame, kToFloat, kToJson, kList, kMap, kRecord, kUnion, kDecode };
  struct Step {
    Kind kind = Kind::kSame;
    bool aligned = true;  ///< But for what it is made of, nothing changes.
    bool keeps = true;
    bool reads_bag = false;  ///< The reader knows members that the writer does not.
    contract::Index writer = contract::kNone;
    contract::Index reader = contract::kNone;
    Plan element = 0;
    contract::Span slots = {};   ///< In `slots_`: by the reader's members, or by the writer's tags.
    contract::Span extras = {};  ///< In `extras_`: the writer's members that the reader does not know.
  };
  struct Slot {
    contract::Index at = contract::kNone;  ///< The writer's member, or the reader's tag; kNone: none.
    Plan plan = 0;
    contract::Index member = contract::kNone;  ///< The reader's, in its pool.
    Value fallback = {};                       ///< Where the writer has none.
    bool optional = false;                     ///< The writer's: null says that there is none.
    bool renamed = false;                      ///< The writer's is called otherwise.
  };

  void Work();
  Step StepOf(contract::Index writer, contract::Index reader);
  void PlanMembers(Plan plan, contract::Span writer, contract::Span reader, bool has_bag);
  void PlanTags(Plan plan);
  bool KeepsNow(const Step& step) const;
  void KeepInBag(const Step& step, contract::Index at, const Value& value, ValueMap& bag) const;

  // The error is that of the last one that failed.
  bool Apply(Plan plan, const Value& value, Value& made, SchemaError& error) const;
  bool ApplyList(const Step& step, const Value& value, Value& made, SchemaError& error) const;
  bool ApplyMap(const Step& step, const Value& value, Value& made, SchemaError& error) const;
  bool ApplyRecord(const Step& step, const Value& value, Value& made, SchemaError& error) const;
  bool ApplyUnion(const Step& step, const Value& value, Value& made, SchemaError& error) const;
  bool ApplySlots(const Step& step, std::span<const Value> values, ValueMap* bag, ValueList& made,
                  SchemaError& error) const;
  bool TakeFromBag(const Slot& slot, ValueMap& bag, Value& made, SchemaError& error) const;
  bool Decode(const Step& step, const Value& value, Value& made, SchemaError& error) const;

  const Side& writer_;
  const Side& reader_;
  std::vector<Step> steps_;
  std::vector<Slot> slots_;
  std::vector<contract::Index> extras_;
  std::map<std::pair<contract::Index, contract::Index>, Plan> known_;
  std::vector<Plan> pending_;  ///< Records and unions wait here, so that depth is no recursion.
};

}  // namespace mesh::compatibility
