#include "mesh/value/value.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <numeric>

#include "mesh/contract/enumerator.h"

namespace mesh {

static_assert(sizeof(Value) == 16);

struct Value::Text : Shared {
  std::string text;
};
struct Value::Elements : Shared {
  ValueList list;
};
struct Value::Entries : Shared {
  ValueMap map;
};
struct Value::Members : Shared {
  ValueList list;
  ValueMap unknown;
};
struct Value::Tagged : Shared {
  std::uint32_t tag = 0;
  Value value;
};

namespace {

constexpr std::size_t kPunctuation = 2;  // Quotes, brackets, or colon and comma.

std::size_t Sum(std::size_t a, std::size_t b) {
  std::size_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? std::numeric_limits<std::size_t>::max() : sum;
}

std::size_t Weigh(const ValueList& list) {
  const auto add = [](std::size_t sum, const Value& value) { return Sum(sum, Sum(value.weight(), 1)); };
  return std::accumulate(list.begin(), list.end(), kPunctuation, add);
}

std::size_t Weigh(const ValueMap& map) {
  const auto add = [](std::size_t sum, const auto& entry) {
    return Sum(sum, Sum(entry.second.weight(), entry.first.size() + 2 * kPunctuation));
  };
  return std::accumulate(map.begin(), map.end(), kPunctuation, add);
}

/// What stands for what is too deep makes everything around it too deep.
std::uint32_t DepthOf(const Value& value) {
  return value.kind() == ValueKind::kTooDeep ? kMaxDepth : value.depth();
}

std::uint32_t DeepestOf(const ValueList& list) {
  std::uint32_t deepest = 0;
  for (const Value& value : list) deepest = std::max(deepest, DepthOf(value));
  return deepest;
}

std::uint32_t DeepestOf(const ValueMap& map) {
  std::uint32_t deepest = 0;
  for (const auto& [key, value] : map) deepest = std::max(deepest, DepthOf(value));
  return deepest;
}

}  // namespace

Value Value::Scalar(ValueKind kind, std::int64_t bits) {
  Value value;
  value.kind_ = kind;
  value.as_.integer_ = bits;
  return value;
}

Value Value::Null() { return Scalar(ValueKind::kNull, 0); }
Value Value::Int(std::int64_t value) { return Scalar(ValueKind::kInt, value); }
Value Value::Span(Duration value) { return Scalar(ValueKind::kDuration, value.nanoseconds); }

Value Value::Time(Timestamp value) {
  Value result = Scalar(ValueKind::kTimestamp, value.seconds);
  result.nanoseconds_ = value.nanoseconds;
  return result;
}

Value Value::Bool(bool value) {
  Value result = Scalar(ValueKind::kBool, 0);
  result.as_.boolean_ = value;
  return result;
}

Value Value::Float(double value) {
  Value result = Scalar(ValueKind::kFloat, 0);
  result.as_.number_ = value;
  return result;
}

template <typename Parts>
Value Value::Nest(ValueKind kind, std::uint32_t depth, Parts* parts) {
  if (depth < kMaxDepth) {
    parts->depth = depth + 1;
    return {kind, parts};
  }
  delete parts;
  return TooDeep();
}

Value Value::Texted(ValueKind kind, std::string text) {
  auto* shared = new Text;
  shared->weight = text.size() + kPunctuation;
  shared->text = std::move(text);
  return {kind, shared};
}

Value Value::TooDeep() { return Scalar(ValueKind::kTooDeep, 0); }
Value Value::String(std::string value) { return Texted(ValueKind::kString, std::move(value)); }
Value Value::Bytes(std::string raw) { return Texted(ValueKind::kBytes, std::move(raw)); }
Value Value::ExactNumber(std::string digits) { return Texted(ValueKind::kExactNumber, std::move(digits)); }

Value Value::List(ValueList elements) {
  auto* parts = new Elements;
  parts->weight = Weigh(elements);
  parts->list = std::move(elements);
  return Nest(ValueKind::kList, DeepestOf(parts->list), parts);
}

Value Value::Map(ValueMap entries) {
  auto* parts = new Entries;
  parts->weight = Weigh(entries);
  parts->map = std::move(entries);
  return Nest(ValueKind::kMap, DeepestOf(parts->map), parts);
}

Value Value::Record(ValueList members, ValueMap unknown) {
  auto* parts = new Members;
  parts->weight = Sum(Weigh(members), unknown.empty() ? 0 : Weigh(unknown));
  parts->list = std::move(members);
  parts->unknown = std::move(unknown);
  return Nest(ValueKind::kRecord, std::max(DeepestOf(parts->list), DeepestOf(parts->unknown)), parts);
}

Value Value::Union(std::uint32_t tag, Value value) {
  auto* parts = new Tagged;
  parts->tag = tag;
  parts->weight = Sum(value.weight(), 2 * kPunctuation);
  parts->value = std::move(value);
  return Nest(ValueKind::kUnion, DepthOf(parts->value), parts);
}

void Value::ReleaseShared() noexcept {
  Shared* shared = as_.shared_;
  // A sole owner needs no read-modify-write: nobody else can be adding a reference.
  const bool sole = shared->count.load(std::memory_order_acquire) == 1;
  if (!sole && shared->count.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  switch (kind_) {
    case ValueKind::kString:
    case ValueKind::kBytes:
    case ValueKind::kExactNumber: delete static_cast<Text*>(shared); return;
    case ValueKind::kList: delete static_cast<Elements*>(shared); return;
    case ValueKind::kMap: delete static_cast<Entries*>(shared); return;
    case ValueKind::kRecord: delete static_cast<Members*>(shared); return;
    case ValueKind::kUnion: delete static_cast<Tagged*>(shared); return;
    case ValueKind::kAbsent:
    case ValueKind::kNull:
    case ValueKind::kBool:
    case ValueKind::kInt:
    case ValueKind::kFloat:
    case ValueKind::kTimestamp:
    case ValueKind::kDuration:
    case ValueKind::kTooDeep: return;
  }
}

bool Value::boolean() const { return Expect(ValueKind::kBool), as_.boolean_; }
std::int64_t Value::integer() const { return Expect(ValueKind::kInt), as_.integer_; }
double Value::number() const { return Expect(ValueKind::kFloat), as_.number_; }
Timestamp Value::timestamp() const {
  Expect(ValueKind::kTimestamp);
  return {as_.integer_, nanoseconds_};
}
Duration Value::duration() const { return Expect(ValueKind::kDuration), Duration{as_.integer_}; }

std::string_view Value::text() const {
  if (kind_ != ValueKind::kBytes && kind_ != ValueKind::kExactNumber) Expect(ValueKind::kString);
  return static_cast<const Text*>(as_.shared_)->text;
}

const ValueList& Value::list() const {
  Expect(ValueKind::kList);
  return static_cast<const Elements*>(as_.shared_)->list;
}

const ValueMap& Value::map() const {
  Expect(ValueKind::kMap);
  return static_cast<const Entries*>(as_.shared_)->map;
}

const ValueList& Value::members() const {
  Expect(ValueKind::kRecord);
  return static_cast<const Members*>(as_.shared_)->list;
}

const ValueMap& Value::unknown_members() const {
  Expect(ValueKind::kRecord);
  return static_cast<const Members*>(as_.shared_)->unknown;
}

std::uint32_t Value::tag() const {
  Expect(ValueKind::kUnion);
  return static_cast<const Tagged*>(as_.shared_)->tag;
}

const Value& Value::tagged() const {
  Expect(ValueKind::kUnion);
  return static_cast<const Tagged*>(as_.shared_)->value;
}

Value Value::WithMember(std::uint32_t index, Value value) const {
  ValueList copy = members();
  copy.at(index) = std::move(value);
  return Record(std::move(copy), unknown_members());
}

Value Value::Append(Value list, Value element) {
  if (!list.present()) return List({std::move(element)});
  list.Expect(ValueKind::kList);
  if (list.as_.shared_->count.load(std::memory_order_acquire) != 1) list = List(list.list());
  auto* elements = static_cast<Elements*>(list.as_.shared_);
  const std::uint32_t depth = DepthOf(element) + 1;
  if (depth > kMaxDepth) return TooDeep();
  elements->depth = std::max(elements->depth, depth);
  elements->weight = Sum(elements->weight, Sum(element.weight(), 1));
  elements->list.push_back(std::move(element));
  return list;
}

namespace {

/// They meet in json only, where a number is a number however it is written.
bool AreEqual(std::int64_t whole, double number) {
  constexpr double kBeyond = 9223372036854775808.0;
  if (!(number >= -kBeyond && number < kBeyond)) return false;
  const auto as_whole = static_cast<std::int64_t>(number);
  return as_whole == whole && static_cast<double>(as_whole) == number;
}

}  // namespace

bool operator==(const Value& a, const Value& b) {
  if (!a.present() || !b.present()) return a.present() == b.present();
  if (a.kind_ == ValueKind::kInt && b.kind_ == ValueKind::kFloat)
    return AreEqual(a.as_.integer_, b.as_.number_);
  if (a.kind_ == ValueKind::kFloat && b.kind_ == ValueKind::kInt)
    return AreEqual(b.as_.integer_, a.as_.number_);
  if (a.kind_ != b.kind_) return false;
  if (a.shares() && a.as_.shared_ == b.as_.shared_) return true;
  switch (a.kind_) {
    case ValueKind::kAbsent:
    case ValueKind::kNull:
    case ValueKind::kTooDeep: return true;
    case ValueKind::kBool: return a.as_.boolean_ == b.as_.boolean_;
    case ValueKind::kTimestamp: return a.timestamp() == b.timestamp();
    case ValueKind::kInt:
    case ValueKind::kDuration: return a.as_.integer_ == b.as_.integer_;
    case ValueKind::kFloat: return a.as_.number_ == b.as_.number_;
    case ValueKind::kString:
    case ValueKind::kBytes:
    case ValueKind::kExactNumber: return a.text() == b.text();
    case ValueKind::kList: return a.list() == b.list();
    case ValueKind::kMap: return a.map() == b.map();
    case ValueKind::kRecord: return a.members() == b.members() && a.unknown_members() == b.unknown_members();
    case ValueKind::kUnion: return a.tag() == b.tag() && a.tagged() == b.tagged();
  }
  contract::NoSuchEnumerator();
}

void Value::WrongKind(ValueKind expected) const {
  std::fprintf(stderr, "mesh::Value: kind %d was asked for, kind %d is there\n", static_cast<int>(expected),
               static_cast<int>(kind_));
  std::abort();
}

}  // namespace mesh
