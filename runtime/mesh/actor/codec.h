// C++ values to payload values and back, by C++ type.
//
// Generated code specialises `Codec` for the records, enums and unions of its mesh; what all
// meshes share is here. Decoding takes values that conform to their type: hosts have checked
// them. An absent value leaves the C++ value as it is.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "mesh/actor/boxed.h"
#include "mesh/value/value.h"

namespace mesh {

/// Raw bytes, kept apart from text.
struct Bytes {
  std::string raw;
  friend auto operator<=>(const Bytes&, const Bytes&) = default;
};

/// How T becomes a Value (`Encode`) and is made from one (`Decode`).
template <typename T>
struct Codec;

/// How deep this thread's calls of Encode are nested. What a handler returns may be of any depth,
/// and stands on the stack once for each of its levels while it is encoded.
class EncodeNesting {
 public:
  EncodeNesting() { ++depth_; }
  ~EncodeNesting() { --depth_; }
  EncodeNesting(const EncodeNesting&) = delete;
  EncodeNesting& operator=(const EncodeNesting&) = delete;

  /// One level of a value takes at most three calls: the record, an optional around it, a box.
  static bool IsTooDeep() { return depth_ > 4 * kMaxDepth; }

 private:
  static inline thread_local std::uint32_t depth_ = 0;
};

/// kTooDeep where the value nests too deep.
template <typename T>
Value Encode(const T& value) {
  const EncodeNesting nesting;
  return EncodeNesting::IsTooDeep() ? Value::TooDeep() : Codec<T>::Encode(value);
}

template <typename T>
void Decode(const Value& source, T& value) {
  if (source.kind() != ValueKind::kAbsent) Codec<T>::Decode(source, value);
}

/// A T of its own; where the value is absent it is a default-made one.
template <typename T>
T Decoded(const Value& source) {
  T value{};
  Decode(source, value);
  return value;
}

template <>
struct Codec<bool> {
  static Value Encode(bool value) { return Value::Bool(value); }
  static void Decode(const Value& source, bool& value) { value = source.boolean(); }
};

template <>
struct Codec<std::int64_t> {
  static Value Encode(std::int64_t value) { return Value::Int(value); }
  static void Decode(const Value& source, std::int64_t& value) { value = source.integer(); }
};

template <>
struct Codec<double> {
  static Value Encode(double value) { return Value::Float(value); }
  static void Decode(const Value& source, double& value) { value = source.number(); }
};

template <>
struct Codec<std::string> {
  static Value Encode(const std::string& value) { return Value::String(value); }
  static void Decode(const Value& source, std::string& value) { value = source.text(); }
};

template <>
struct Codec<Bytes> {
  static Value Encode(const Bytes& value) { return Value::Bytes(value.raw); }
  static void Decode(const Value& source, Bytes& value) { value.raw = source.text(); }
};

template <>
struct Codec<Timestamp> {
  static Value Encode(Timestamp value) { return Value::Time(value); }
  static void Decode(const Value& source, Timestamp& value) { value = source.timestamp(); }
};

template <>
struct Codec<Duration> {
  static Value Encode(Duration value) { return Value::Span(value); }
  static void Decode(const Value& source, Duration& value) { value = source.duration(); }
};

/// `json` is a payload value as it stands; one that was never set is null.
template <>
struct Codec<Value> {
  static Value Encode(const Value& value) {
    return value.kind() == ValueKind::kAbsent ? Value::Null() : value;
  }
  static void Decode(const Value& source, Value& value) { value = source; }
};

/// An element cannot be left out of its list or map: where there is none stands null.
template <typename T>
Value EncodeElement(const T& value) {
  Value element = Encode(value);
  return element.kind() == ValueKind::kAbsent ? Value::Null() : element;
}

template <typename T>
struct Codec<std::vector<T>> {
  static Value Encode(const std::vector<T>& value) {
    ValueList elements;
    elements.reserve(value.size());
    for (const T& element : value) elements.push_back(EncodeElement<T>(element));
    return Value::List(std::move(elements));
  }
  static void Decode(const Value& source, std::vector<T>& value) {
    value.clear();
    for (const Value& element : source.list()) {
      value.push_back(Decoded<T>(element));
    }
  }
};

template <typename T>
struct Codec<std::map<std::string, T>> {
  static Value Encode(const std::map<std::string, T>& value) {
    ValueMap entries;
    for (const auto& [key, element] : value) entries.emplace(key, EncodeElement<T>(element));
    return Value::Map(std::move(entries));
  }
  static void Decode(const Value& source, std::map<std::string, T>& value) {
    value.clear();
    for (const auto& [key, element] : source.map()) mesh::Decode(element, value[key]);
  }
};

template <typename T>
struct Codec<std::optional<T>> {
  static Value Encode(const std::optional<T>& value) { return value ? mesh::Encode(*value) : Value(); }
  static void Decode(const Value& source, std::optional<T>& value) {
    value.reset();
    if (source.present()) mesh::Decode(source, value.emplace());
  }
};

template <typename T>
struct Codec<Boxed<T>> {
  static Value Encode(const Boxed<T>& value) { return value ? mesh::Encode(*value) : Value(); }
  static void Decode(const Value& source, Boxed<T>& value) {
    value.reset();
    if (!source.present()) return;
    value = T{};
    mesh::Decode(source, *value);
  }
};

}  // namespace mesh
