#include "mesh/compatibility/type_fit.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "mesh/compatibility/type_text.h"
#include "mesh/value/utf8.h"

namespace mesh::compatibility {
namespace {

using contract::Index;
using contract::kNone;
using contract::Type;
using contract::TypeKind;

/// The whole numbers that floats keep apart.
constexpr std::int64_t kExact = std::int64_t{1} << 53;

std::int64_t LeastInt(const Type& type) {
  return type.has_min ? type.min : std::numeric_limits<std::int64_t>::min();
}
std::int64_t MostInt(const Type& type) {
  return type.has_max ? type.max : std::numeric_limits<std::int64_t>::max();
}
std::int64_t LeastLength(const Type& type) { return type.has_min ? std::max<std::int64_t>(type.min, 0) : 0; }

double LeastFloat(const Type& type) {
  return type.has_min ? type.float_min : std::numeric_limits<double>::lowest();
}
double MostFloat(const Type& type) {
  return type.has_max ? type.float_max : std::numeric_limits<double>::max();
}

bool LengthsFit(const Type& writer, const Type& reader) {
  return LeastLength(writer) >= LeastLength(reader) && MostInt(writer) >= 0 &&
         MostInt(writer) <= MostInt(reader);
}

bool IsNumber(TypeKind kind) { return kind == TypeKind::kInt || kind == TypeKind::kFloat; }

}  // namespace

std::string Subject::Text() const { return of.empty() ? std::string(name) : fmt::format("{}.{}", of, name); }

std::vector<Misfit> TypeFit::Judge(const Shape& writer, Index reader, const Subject& subject) {
  Value(writer, reader, subject);
  return Finish();
}

std::vector<Misfit> TypeFit::JudgeSlots(const std::vector<Slot>& writer, const std::vector<Slot>& reader,
                                        std::string_view container, bool defaults_fill) {
  Slots(writer, reader, container, defaults_fill);
  return Finish();
}

std::vector<Misfit> TypeFit::Finish() {
  while (!pending_.empty()) {
    const Pair pair = pending_.back();
    pending_.pop_back();
    if (reader_.schemas().type(pair.second).kind == TypeKind::kUnion)
      Tags(pair);
    else
      Members(pair);
  }
  if (found_.empty()) fit_.merge(seen_);
  seen_.clear();
  return std::exchange(found_, {});
}

void TypeFit::Add(Rule rule, const Subject& subject, const Shape& writer, Index reader, std::string values) {
  found_.push_back({rule, subject.Text(), PrintType(*writer.pool, writer.type),
                    reader == kNone ? "" : PrintType(reader_.pool(), reader), std::move(values)});
}

void TypeFit::Value(Shape writer, Index reader, const Subject& subject) {
  const bool takes_null = reader_.schemas().type(reader).kind == TypeKind::kOptional;
  const Index outer = reader;
  reader = PresentIndex(reader_.pool(), reader);
  if (reader_.schemas().type(reader).kind == TypeKind::kJson) return;
  if (writer.type.kind == TypeKind::kOptional) {
    if (!takes_null) Add(Rule::kNull, subject, writer, outer, "null");
    writer = writer.Element();
  }
  Kinds(writer, reader, subject);
}

void TypeFit::Kinds(const Shape& writer, Index reader, const Subject& subject) {
  const TypeKind from = writer.type.kind;
  const TypeKind to = reader_.schemas().type(reader).kind;
  if (from == TypeKind::kJson) return Add(Rule::kNarrowed, subject, writer, reader);
  if (IsNumber(from) && IsNumber(to)) return Numbers(writer, reader, subject);
  if (IsText(from) && IsText(to)) return Text(writer, reader, subject);
  if (from != to) return Add(Rule::kKind, subject, writer, reader);
  if (to == TypeKind::kList && !LengthsFit(writer.type, reader_.schemas().type(reader)))
    Add(Rule::kNarrowed, subject, writer, reader);
  if (to == TypeKind::kList && MostInt(writer.type) <= 0) return;  // It is always empty.
  if (to == TypeKind::kList || to == TypeKind::kMap)
    return Value(writer.Element(), reader_.schemas().type(reader).element, subject);
  if (to == TypeKind::kRecord || to == TypeKind::kUnion) Later(writer, reader);
}

void TypeFit::Numbers(const Shape& writer, Index reader, const Subject& subject) {
  const Type& from = writer.type;
  const Type& to = reader_.schemas().type(reader);
  if (from.kind == TypeKind::kFloat && to.kind == TypeKind::kInt)
    return Add(Rule::kNarrowed, subject, writer, reader);
  bool inside = false;
  if (to.kind == TypeKind::kInt) {
    inside = LeastInt(from) >= LeastInt(to) && MostInt(from) <= MostInt(to);
  } else if (from.kind == TypeKind::kFloat) {
    inside = LeastFloat(from) >= LeastFloat(to) && MostFloat(from) <= MostFloat(to);
  } else {
    // Rounded as the reader's decoder rounds.
    inside = static_cast<double>(LeastInt(from)) >= LeastFloat(to) &&
             static_cast<double>(MostInt(from)) <= MostFloat(to);
    if (LeastInt(from) < -kExact || MostInt(from) > kExact) Add(Rule::kPrecision, subject, writer, reader);
  }
  if (!inside) Add(Rule::kNarrowed, subject, writer, reader);
}

void TypeFit::Text(const Shape& writer, Index reader, const Subject& subject) {
  const Type& to = reader_.schemas().type(reader);
  if (writer.has_only) return OneText(writer, writer.only, reader, subject);
  if (writer.type.kind == TypeKind::kEnum) return Values(writer, reader, subject);
  if (to.kind == TypeKind::kEnum) {
    if (!to.open) Add(Rule::kNarrowed, subject, writer, reader);
    return;
  }
  Lengths(writer, reader, subject);
}

/// A string of any text that its type allows.
void TypeFit::Lengths(const Shape& writer, Index reader, const Subject& subject) {
  const Type& to = reader_.schemas().type(reader);
  if (!LengthsFit(writer.type, to)) Add(Rule::kNarrowed, subject, writer, reader);
  if (!to.pattern.empty() && to.pattern != writer.type.pattern) Add(Rule::kPattern, subject, writer, reader);
}

/// The values of an enum; of an open one, any text.
void TypeFit::Values(const Shape& writer, Index reader, const Subject& subject) {
  const Type& to = reader_.schemas().type(reader);
  if (to.kind == TypeKind::kEnum && to.open) return;
  const bool is_enum = to.kind == TypeKind::kEnum;
  for (const std::string_view value : Slice(writer.pool->strings, writer.type.values)) {
    OneText(writer, value, reader, is_enum ? Subject{to.name, value} : subject);
  }
  if (!writer.type.open) return;
  if (is_enum) return Add(Rule::kEnumOpen, {"", to.name}, writer, reader);
  Shape any = writer;
  any.type = Type{.kind = TypeKind::kString};
  Lengths(any, reader, subject);
}

void TypeFit::OneText(const Shape& writer, std::string_view text, Index reader, const Subject& subject) {
  const Type& to = reader_.schemas().type(reader);
  const auto add = [&](Rule rule) { Add(rule, subject, writer, reader, fmt::format("\"{}\"", text)); };
  if (to.kind == TypeKind::kEnum) {
    const auto values = Slice(reader_.pool().strings, to.values);
    if (!to.open && std::find(values.begin(), values.end(), text) == values.end()) add(Rule::kEnumValue);
    return;
  }
  const auto length = static_cast<std::int64_t>(CountCodePoints(text).value_or(0));
  if (length < LeastLength(to) || length > MostInt(to)) add(Rule::kNarrowed);
  if (!reader_.schemas().Matches(reader, text)) add(Rule::kPattern);
}

void TypeFit::Later(const Shape& writer, Index reader) {
  const Pair pair{writer.index, reader};
  if (!fit_.contains(pair) && seen_.insert(pair).second) pending_.push_back(pair);
}

void TypeFit::Members(Pair pair) {
  const Type& to = reader_.schemas().type(pair.second);
  Slots(SlotsOf(writer_, writer_.schemas().type(pair.first).members), SlotsOf(reader_, to.members), to.name,
        true);
}

void TypeFit::Tags(Pair pair) {
  const Type& to = reader_.schemas().type(pair.second);
  const std::vector<Slot> readers = SlotsOf(reader_, to.members);
  for (const Slot& tag : SlotsOf(writer_, writer_.schemas().type(pair.first).members)) {
    const Slot* const found = FindTag(readers, tag);
    const Subject subject{to.name, tag.name};
    if (found == nullptr) {
      Add(Rule::kUnionTag, subject, Shape::Of(writer_.pool(), pair.first), pair.second);
    } else {
      Value(Shape::Of(writer_.pool(), tag.type), found->type, subject);
    }
  }
}

}  // namespace mesh::compatibility
