#include "compiler/types/constant.h"

namespace meshc::types {

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
