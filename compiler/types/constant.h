// Constant payload values: defaults, literals, match arms, scenario data.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/types/type.h"

namespace meshc::types {

enum class ConstantKind : std::uint8_t {
  kNull,
  kBool,
  kInt,
  kFloat,
  kString,
  kBytes,
  kTimestamp,
  kDuration,
  kList,
  kMap,
  kRecord,
  kUnion,
};

struct ConstantEntry;

/// A value type. Enum values are strings. Kinds follow `mesh::contract::ConstantKind`.
struct Constant {
  ConstantKind kind = ConstantKind::kNull;
  bool boolean = false;
  std::int64_t integer = 0;        ///< kInt; kTimestamp: seconds; kDuration: nanoseconds; kUnion: tag index.
  double number = 0;               ///< kFloat; kTimestamp: nanoseconds of its second.
  std::string text;                ///< kString; kBytes: raw bytes.
  TypeId type;                     ///< kRecord, kUnion: the named type.
  std::vector<Constant> children;  ///< kList; kRecord: one per member, absent ones kNull; kUnion: one.
  std::vector<ConstantEntry> entries;  ///< kMap, sorted by key.

  friend bool operator==(const Constant&, const Constant&);

  static Constant Null();
  static Constant Bool(bool value);
  static Constant Int(std::int64_t value);
  static Constant Float(double value);
  static Constant String(std::string value);
  static Constant Duration(std::int64_t nanoseconds);
};

struct ConstantEntry {
  std::string key;
  Constant value;

  friend bool operator==(const ConstantEntry&, const ConstantEntry&);
};

}  // namespace meshc::types
