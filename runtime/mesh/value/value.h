// A payload value in memory.
//
// 16 bytes. Scalars are inline; strings, lists, maps, records and unions are immutable and shared
// by reference count, so a copy costs one increment and a fork copies no data. "Absent" is a
// state of its own: a payload slot that was never written, a left-out optional.
// Values nest at most `kMaxDepth` levels: in place of one that would nest deeper stands
// `kTooDeep`, which fits no type. So nothing that walks a value can run out of stack.
// Thread rule: a Value may be copied and destroyed in any thread; counts are atomic.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/value/times.h"

namespace mesh {

class Value;
using ValueList = std::vector<Value>;
using ValueMap = std::map<std::string, Value, std::less<>>;

/// Levels of lists, maps, records and unions, the outermost one included.
inline constexpr std::uint32_t kMaxDepth = 512;

enum class ValueKind : std::uint8_t {
  kAbsent,
  kNull,
  kBool,
  kInt,
  kFloat,
  kString,
  kBytes,
  kTimestamp,
  kDuration,
  kTooDeep,      ///< Stands for a value that nests too deep.
  kExactNumber,  ///< Within json: a number that no int and no float writes as it stood.
  kList,
  kMap,
  kRecord,
  kUnion,
};

class Value {
 public:
  Value() = default;  ///< Absent.
  Value(const Value& other) noexcept : kind_(other.kind_), nanoseconds_(other.nanoseconds_), as_(other.as_) {
    Retain();
  }
  Value(Value&& other) noexcept
      : kind_(std::exchange(other.kind_, ValueKind::kAbsent)),
        nanoseconds_(other.nanoseconds_),
        as_(other.as_) {}
  Value& operator=(const Value& other) noexcept { return *this = Value(other); }
  Value& operator=(Value&& other) noexcept;
  ~Value() { Release(); }

  static Value Null();
  static Value Bool(bool value);
  static Value Int(std::int64_t value);
  static Value Float(double value);
  static Value String(std::string value);
  static Value Bytes(std::string raw);
  static Value Time(Timestamp value);
  static Value Span(Duration value);
  static Value TooDeep();
  /// `digits` is a number of JSON.
  static Value ExactNumber(std::string digits);
  static Value List(ValueList elements);
  /// A map, or a json object.
  static Value Map(ValueMap entries);
  /// One value per member in schema order, absent ones absent; `unknown` members are kept as json.
  static Value Record(ValueList members, ValueMap unknown = {});
  static Value Union(std::uint32_t tag, Value value);

  ValueKind kind() const { return kind_; }
  /// Neither absent nor null.
  bool present() const { return kind_ > ValueKind::kNull; }
  /// About how many bytes the value takes as JSON, names of record members not counted; O(1).
  /// It saturates: parts that are shared count each time, so little memory may hold a lot of value.
  std::size_t weight() const { return shares() ? as_.shared_->weight : kScalarWeight; }
  /// Levels of nesting; 0: neither list, map, record nor union. O(1).
  std::uint32_t depth() const { return shares() ? as_.shared_->depth : 0; }

  // Accessors; calling one on another kind is a programmer error (checked).
  bool boolean() const;
  std::int64_t integer() const;
  double number() const;
  std::string_view text() const;  ///< String, bytes, and the digits of an exact number.
  Timestamp timestamp() const;
  Duration duration() const;
  const ValueList& list() const;
  const ValueMap& map() const;
  const ValueList& members() const;  ///< Record.
  const ValueMap& unknown_members() const;
  std::uint32_t tag() const;    ///< Union.
  const Value& tagged() const;  ///< Union.

  /// A copy with one record member replaced.
  Value WithMember(std::uint32_t index, Value value) const;
  /// A copy with one element appended; moves the storage when nobody else holds it.
  /// An absent `list` counts as empty.
  static Value Append(Value list, Value element);

  /// Equality of meaning: ints and floats are of different kinds and never equal; unknown members
  /// count; absent and null both say that there is nothing, and are equal.
  friend bool operator==(const Value& a, const Value& b);

 private:
  static constexpr std::size_t kScalarWeight = 8;

  struct Shared {
    std::atomic<std::uint32_t> count{1};
    std::uint32_t depth = 0;
    std::size_t weight = kScalarWeight;
  };
  struct Text;
  struct Elements;
  struct Entries;
  struct Members;
  struct Tagged;

  Value(ValueKind kind, Shared* shared) : kind_(kind) { as_.shared_ = shared; }
  static Value Scalar(ValueKind kind, std::int64_t bits);

  /// What `parts`, which nest `depth` levels, make; takes them.
  template <typename Parts>
  static Value Nest(ValueKind kind, std::uint32_t depth, Parts* parts);
  static Value Texted(ValueKind kind, std::string text);

  /// Texts and everything from lists on.
  bool shares() const {
    return kind_ >= ValueKind::kExactNumber || kind_ == ValueKind::kString || kind_ == ValueKind::kBytes;
  }
  void Retain() const noexcept {
    if (shares()) as_.shared_->count.fetch_add(1, std::memory_order_relaxed);
  }
  void Release() noexcept {
    if (shares()) ReleaseShared();
  }
  void ReleaseShared() noexcept;
  void Expect(ValueKind kind) const {
    if (kind_ != kind) [[unlikely]]
      WrongKind(kind);
  }
  [[noreturn]] void WrongKind(ValueKind expected) const;

  ValueKind kind_ = ValueKind::kAbsent;
  std::uint32_t nanoseconds_ = 0;  ///< Of a timestamp, whose seconds are `integer_`.
  union {
    bool boolean_;
    std::int64_t integer_;
    double number_;
    Shared* shared_;
  } as_ = {.integer_ = 0};
};

inline Value& Value::operator=(Value&& other) noexcept {
  std::swap(kind_, other.kind_);
  std::swap(nanoseconds_, other.nanoseconds_);
  std::swap(as_, other.as_);
  return *this;
}

}  // namespace mesh
