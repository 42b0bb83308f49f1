#include "mesh/compatibility/bound_value.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <utility>
#include <variant>

#include "mesh/value/json.h"

namespace mesh::compatibility {
namespace {

using contract::ConstantKind;
using contract::Index;
using contract::Instruction;
using contract::kNone;
using contract::Op;
using contract::Pool;
using contract::Type;
using contract::TypeKind;

Type Exactly(std::int64_t value) {
  return {.kind = TypeKind::kInt, .has_min = true, .has_max = true, .min = value, .max = value};
}
Type Exactly(double value) {
  return {.kind = TypeKind::kFloat, .has_min = true, .has_max = true, .float_min = value, .float_max = value};
}

BoundValue OfConstant(const Pool& pool, Index constant, Index type) {
  const contract::Constant& value = pool.constants[constant];
  Shape shape = Shape::Of(pool, PresentIndex(pool, type));
  switch (value.kind) {
    case ConstantKind::kNull: return {shape, std::nullopt, true};
    case ConstantKind::kBool: shape.type = {.kind = TypeKind::kBool}; break;
    case ConstantKind::kInt: shape.type = Exactly(value.integer); break;
    case ConstantKind::kFloat: shape.type = Exactly(value.number); break;
    case ConstantKind::kString:
      if (shape.type.kind != TypeKind::kEnum) shape.type = {.kind = TypeKind::kString};
      shape.only = value.text, shape.has_only = true;
      break;
    case ConstantKind::kBytes: shape.type = {.kind = TypeKind::kBytes}; break;
    case ConstantKind::kTimestamp: shape.type = {.kind = TypeKind::kTimestamp}; break;
    case ConstantKind::kDuration: shape.type = {.kind = TypeKind::kDuration}; break;
    case ConstantKind::kList:
    case ConstantKind::kMap:
    case ConstantKind::kRecord:
    case ConstantKind::kUnion: return {shape, FromConstant(pool, constant), false};
  }
  return {shape, std::nullopt, false};
}

/// `[1, 2]` is worked out when it is bound, and yet always the same.
bool ReadsNothing(contract::Array<Instruction> code) {
  constexpr Op reads[] = {Op::kField, Op::kFieldSoft, Op::kParam, Op::kParamSoft, Op::kVariable, Op::kCaught};
  return std::ranges::none_of(
      code, [&](const Instruction& each) { return std::ranges::find(reads, each.op) != std::end(reads); });
}

/// `-5` and a whole number where a float is wanted are constants with one operator behind them.
std::optional<BoundValue> WithOperator(const Pool& pool, const contract::Constant& constant, Op op) {
  const bool whole = constant.kind == ConstantKind::kInt;
  const bool real = constant.kind == ConstantKind::kFloat;
  BoundValue value;
  value.shape.pool = &pool;
  if (op == Op::kToFloat && whole) {
    value.shape.type = Exactly(static_cast<double>(constant.integer));
  } else if (op == Op::kNegate && whole && constant.integer != std::numeric_limits<std::int64_t>::min()) {
    value.shape.type = Exactly(-constant.integer);
  } else if (op == Op::kNegate && real) {
    value.shape.type = Exactly(-constant.number);
  } else {
    return std::nullopt;
  }
  return value;
}

/// True if the program reads one slot that is never absent when it is read here.
bool IsSure(const contract::RouteTable& table, const contract::Point& point,
            contract::Array<Instruction> code) {
  const bool falls_back = code.size == 3 && code[1].op == Op::kJumpIfPresent && code[2].op == Op::kConstant;
  if (code.size != 1 && !falls_back) return false;
  if (code[0].op == Op::kField || code[0].op == Op::kParam) return true;
  if (code[0].op == Op::kFieldSoft) {
    const auto sure = Slice(table.pool.indices, point.requires_fields);
    return std::ranges::find(sure, code[0].a) != sure.end();
  }
  if (code[0].op != Op::kParamSoft) return false;
  // Params of the call that is undone, then its results.
  const contract::Actor& call = table.actors[point.actor];
  const bool param = code[0].a < call.params.count;
  const Index member =
      param ? call.params.first + code[0].a : call.results.first + code[0].a - call.params.count;
  return table.pool.types[table.pool.members[member].type].kind != TypeKind::kOptional;
}

BoundValue OfProgram(const Side& side, const contract::Point& point, const contract::Binding& binding) {
  const Pool& pool = side.pool();
  const contract::Program& program = pool.programs[binding.program];
  const auto code = Slice(pool.code, program.code);
  if (code[0].op == Op::kConstant && code.size == 1) return OfConstant(pool, code[0].a, program.result);
  if (code[0].op == Op::kConstant && code.size == 2) {
    if (auto value = WithOperator(pool, pool.constants[code[0].a], code[1].op)) return *value;
  }
  const bool optional = pool.types[program.result].kind == TypeKind::kOptional;
  BoundValue value{Shape::Of(pool, PresentIndex(pool, program.result)), std::nullopt, false};
  value.shape.may_be_absent = (binding.soft || optional) && !IsSure(side.table(), point, code);
  if (ReadsNothing(code)) {
    auto made = side.evaluator().Evaluate(binding.program, {});
    if (auto* known = std::get_if<Value>(&made); known != nullptr && known->present())
      value.known = std::move(*known);
  }
  return value;
}

/// The values of `shape` that are values of `type`, too: the router lets no others through.
void Narrow(Shape& shape, const Type& type) {
  if (shape.type.kind != type.kind || shape.has_only) return;
  Type& own = shape.type;
  if (type.has_min) {
    own.min = own.has_min ? std::max(own.min, type.min) : type.min;
    own.float_min = own.has_min ? std::max(own.float_min, type.float_min) : type.float_min;
    own.has_min = true;
  }
  if (type.has_max) {
    own.max = own.has_max ? std::min(own.max, type.max) : type.max;
    own.float_max = own.has_max ? std::min(own.float_max, type.float_max) : type.float_max;
    own.has_max = true;
  }
  if (!type.pattern.empty()) own.pattern = type.pattern;
}

}  // namespace

Argument ArgumentOf(const Side& side, const contract::Point& point, contract::Span bindings,
                    const contract::Actor& actor, Index param) {
  const Pool& pool = side.pool();
  const contract::Member& member = pool.members[actor.params.first + param];
  Argument argument{.values = {}, .may_be_absent = true};
  for (const contract::Binding& binding : Slice(side.table().bindings, bindings)) {
    if (binding.param != param) continue;
    BoundValue value = OfProgram(side, point, binding);
    argument.may_be_absent = value.nothing || value.shape.may_be_absent;
    Narrow(value.shape, Present(pool, member.type));
    if (!value.nothing) argument.values.push_back(value);
  }
  // Whatever leads there: the checker has seen that a param that must have a value has one at each call.
  const bool required = member.default_value == kNone && pool.types[member.type].kind != TypeKind::kOptional;
  if (required) argument.may_be_absent = false;
  if (!argument.may_be_absent || member.default_value == kNone) return argument;
  argument.takes_default = true;
  const BoundValue fallback = OfConstant(pool, member.default_value, member.type);
  argument.may_be_absent = fallback.nothing;
  if (!fallback.nothing) argument.values.push_back(fallback);
  return argument;
}

}  // namespace mesh::compatibility
