#include <stdexcept>

#include "tests/property/reference/evaluate.h"

namespace meshc::property {

using mesh::Value;

namespace {

/// What lists, maps and unions hold: null is a value there.
Value ToElement(const types::Constant& constant) {
  Value value = ToValue(constant);
  return value.present() ? value : Value::Null();
}

}  // namespace

Value ToValue(const types::Constant& constant) {
  mesh::ValueList children;
  const bool is_record = constant.kind == types::ConstantKind::kRecord;
  for (const auto& child : constant.children)
    children.push_back(is_record ? ToValue(child) : ToElement(child));
  switch (constant.kind) {
    case types::ConstantKind::kNull: return Value();
    case types::ConstantKind::kBool: return Value::Bool(constant.boolean);
    case types::ConstantKind::kInt: return Value::Int(constant.integer);
    case types::ConstantKind::kFloat: return Value::Float(constant.number);
    case types::ConstantKind::kString: return Value::String(constant.text);
    case types::ConstantKind::kList: return Value::List(std::move(children));
    case types::ConstantKind::kRecord: return Value::Record(std::move(children));
    case types::ConstantKind::kUnion:
      return Value::Union(static_cast<std::uint32_t>(constant.integer), children[0]);
    case types::ConstantKind::kBytes: return Value::Bytes(constant.text);
    case types::ConstantKind::kTimestamp:
      return Value::Time({constant.integer, static_cast<std::uint32_t>(constant.number)});
    case types::ConstantKind::kDuration: return Value::Span({constant.integer});
    case types::ConstantKind::kMap: {
      mesh::ValueMap entries;
      for (const auto& [key, child] : constant.entries) entries.emplace(key, ToElement(child));
      return Value::Map(std::move(entries));
    }
  }
  throw std::logic_error("the reference met a constant that it does not know");
}

}  // namespace meshc::property
