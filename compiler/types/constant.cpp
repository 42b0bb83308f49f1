#include "compiler/types/constant.h"

#include <tuple>

namespace meshc::types {

// Defaulted, both bring Clang 19 down, because the types hold each other.
bool operator==(const Constant& a, const Constant& b) {
  const auto members = [](const Constant& c) {
    return std::tie(c.kind, c.boolean, c.integer, c.number, c.text, c.type, c.children, c.entries);
  };
  return members(a) == members(b);
}

bool operator==(const ConstantEntry& a, const ConstantEntry& b) {
  return a.key == b.key && a.value == b.value;
}

Constant Constant::Null() { return {}; }

Constant Constant::Bool(bool value) {
  Constant constant;
  constant.kind = ConstantKind::kBool;
  constant.boolean = value;
  return constant;
}

Constant Constant::Int(std::int64_t value) {
  Constant constant;
  constant.kind = ConstantKind::kInt;
  constant.integer = value;
  return constant;
}

Constant Constant::Float(double value) {
  Constant constant;
  constant.kind = ConstantKind::kFloat;
  constant.number = value;
  return constant;
}

Constant Constant::String(std::string value) {
  Constant constant;
  constant.kind = ConstantKind::kString;
  constant.text = std::move(value);
  return constant;
}

Constant Constant::Duration(std::int64_t nanoseconds) {
  Constant constant;
  constant.kind = ConstantKind::kDuration;
  constant.integer = nanoseconds;
  return constant;
}

}  // namespace meshc::types
