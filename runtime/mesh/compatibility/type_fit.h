// Does what one type writes fit what another reads? The rules of types, and nothing else.
//
// A writer's type fits a reader's if each value of it, written as JSON, is read by the reader's
// decoder and written again equal. Names of types and orders mean nothing.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/compatibility/rule.h"
#include "mesh/compatibility/shape.h"
#include "mesh/compatibility/side.h"

namespace mesh::compatibility {

/// Who writes. kOutside: people and programs that may say `null` for an optional and leave out what has a
/// default. kInside: hosts, which leave absent optionals out and always write what has a default.
enum class Writer : std::uint8_t { kOutside, kInside };

/// Of what something is said, by the reader's names: `Ticket.phone`. Only a name: `of` is empty. It is
/// printed where something is said, which is seldom.
struct Subject {
  std::string_view of;
  std::string_view name;

  std::string Text() const;
};

/// What does not fit.
struct Misfit {
  Rule rule = Rule::kKind;
  std::string subject;      ///< By the reader's names: `Ticket.phone`.
  std::string writer_type;  ///< As printed; empty: there is none.
  std::string reader_type;
  std::string values;  ///< Which values, where the types alone do not say it.
};

/// A member, a field, a param: what has a name, a type and perhaps a default.
struct Slot {
  std::string_view name;
  contract::Index type = contract::kNone;
  contract::Index default_value = contract::kNone;
  bool sensitive = false;
  std::string_view was;
};

/// Judges pairs of types of two pools. Both outlive it. Pairs that fitted are remembered, so that many
/// roots over the same types take the work of one.
class TypeFit {
 public:
  /// `reader_serves`: the reader is the version that serves, the one whose lack of `@sensitive` is told.
  TypeFit(const Side& writer, const Side& reader, Writer who, bool reader_serves)
      : writer_(writer), reader_(reader), who_(who), reader_serves_(reader_serves) {}

  /// Any value of `writer` at a place of type `reader` that is none of a record.
  std::vector<Misfit> Judge(const Shape& writer, contract::Index reader, const Subject& subject);

  /// Members against members. `defaults_fill`: a reader without the member takes its own default.
  std::vector<Misfit> JudgeSlots(const std::vector<Slot>& writer, const std::vector<Slot>& reader,
                                 std::string_view container, bool defaults_fill = true);

  /// Warnings only: what is said of a slot whose values are judged elsewhere.
  /// `takes_default`: it may be left out.
  std::vector<Misfit> JudgeNotes(const Slot& writer, const Slot& reader, std::string_view container,
                                 bool takes_default);

  static std::vector<Slot> SlotsOf(const Side& side, contract::Span members);

  /// The slot of `writers` that `reader` reads, by its name or its former one; null: none.
  static const Slot* Find(const std::vector<Slot>& writers, const Slot& reader);
  /// The tag of `readers` as which `writer`'s is read; null: none.
  static const Slot* FindTag(const std::vector<Slot>& readers, const Slot& writer);

 private:
  using Pair = std::pair<contract::Index, contract::Index>;

  void Value(Shape writer, contract::Index reader, const Subject& subject);
  void Kinds(const Shape& writer, contract::Index reader, const Subject& subject);
  void Numbers(const Shape& writer, contract::Index reader, const Subject& subject);
  void Text(const Shape& writer, contract::Index reader, const Subject& subject);
  void Lengths(const Shape& writer, contract::Index reader, const Subject& subject);
  void Values(const Shape& writer, contract::Index reader, const Subject& subject);
  void OneText(const Shape& writer, std::string_view text, contract::Index reader, const Subject& subject);
  void Later(const Shape& writer, contract::Index reader);
  void Members(Pair pair);
  void Tags(Pair pair);
  void Slots(const std::vector<Slot>& writer, const std::vector<Slot>& reader, std::string_view container,
             bool defaults_fill);
  void Notes(const Slot& writer, const Slot& reader, const Subject& subject, bool takes_default = true);
  void OneSlot(const Slot& writer, const Slot& reader, std::string_view container, bool defaults_fill);
  void Add(Rule rule, const Subject& subject, const Shape& writer, contract::Index reader,
           std::string values = {});
  /// Works off the pairs that were put off; what was found since the last call.
  std::vector<Misfit> Finish();

  const Side& writer_;
  const Side& reader_;
  Writer who_;
  bool reader_serves_;
  std::vector<Misfit> found_;
  std::vector<Pair> pending_;  ///< Records and unions wait here, so that depth is no recursion.
  std::set<Pair> seen_;        ///< In this judgement.
  std::set<Pair> fit_;         ///< In all of them.
};

}  // namespace mesh::compatibility
