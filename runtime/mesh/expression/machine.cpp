#include "mesh/expression/machine.h"

#include <iterator>

#include <re2/re2.h>

#include "mesh/contract/enumerator.h"
#include "mesh/expression/conversions.h"
#include "mesh/expression/functions.h"
#include "mesh/expression/operators.h"
#include "mesh/value/constraints.h"

namespace mesh::expression {
namespace {

using contract::Index;
using contract::Instruction;
using contract::Op;

const Value* At(std::span<const Value> values, Index index) {
  return index < values.size() ? &values[index] : nullptr;
}

enum CaughtPart : Index { kName, kMessage, kActor, kDetail };

}  // namespace

std::variant<Value, Failure> Machine::Run(contract::Array<Instruction> code) {
  code_ = code;
  while (next_ < code_.size) {
    const Index place = next_++;
    if (!Step(place)) return Failure{std::move(message_)};
  }
  return stack_.Pop();
}

bool Machine::Step(Index place) {
  const Instruction& instruction = code_[place];
  const Index a = instruction.a;
  switch (instruction.op) {
    case Op::kConstant: return Push(constants_[a]);
    case Op::kField: return Load(At(scope_.fields, a), Access::kHard, "a field is read before it is written");
    case Op::kFieldSoft: return Load(At(scope_.fields, a), Access::kSoft, "");
    case Op::kParam: return Load(At(scope_.params, a), Access::kHard, "a param is absent");
    case Op::kParamSoft: return Load(At(scope_.params, a), Access::kSoft, "");
    case Op::kVariable: return Load(At(scope_.variables, a), Access::kHard, "a variable is not bound");
    case Op::kCaught: return Caught(place);
    case Op::kMember: return EnterMember(stack_.top(), a, Access::kHard, message_);
    case Op::kMemberSoft: return EnterMember(stack_.top(), a, Access::kSoft, message_);
    case Op::kTag: return EnterTag(stack_.top(), a, Access::kHard, message_);
    case Op::kTagSoft: return EnterTag(stack_.top(), a, Access::kSoft, message_);
    case Op::kJsonMember: return EnterJsonMember(stack_.top(), pool_.strings[a], Access::kHard, message_);
    case Op::kJsonMemberSoft: return EnterJsonMember(stack_.top(), pool_.strings[a], Access::kSoft, message_);
    case Op::kIndex: return Element(Access::kHard);
    case Op::kIndexSoft: return Element(Access::kSoft);
    case Op::kIsPresent: return Replace(Value::Bool(stack_.top().present()));
    case Op::kJumpIfPresent:
    case Op::kJump:
    case Op::kJumpIfFalse: return Jump(place);
    case Op::kNot: return Not();
    case Op::kNegate: return Negate(stack_.top(), message_);
    case Op::kToFloat: return ToFloat(stack_.top(), message_);
    case Op::kAdd:
    case Op::kSubtract:
    case Op::kMultiply:
    case Op::kDivide:
    case Op::kRemainder:
    case Op::kEqual:
    case Op::kNotEqual:
    case Op::kLess:
    case Op::kLessEqual:
    case Op::kGreater:
    case Op::kGreaterEqual:
    case Op::kIn: return Operate(instruction.op);
    case Op::kList: return MakeList(a);
    case Op::kRecord: return MakeRecord(a);
    case Op::kUnion: return PushComposed(Value::Union(instruction.b, stack_.Pop()));
    case Op::kMap: return MakeMap(a);
    case Op::kCall: return Call(place);
  }
  contract::NoSuchEnumerator();
}

bool Machine::Load(const Value* value, Access access, const char* missing) {
  const bool there = value != nullptr && value->kind() != ValueKind::kAbsent;
  if (there) return Push(*value);
  if (access == Access::kSoft) return Push(Value());
  message_ = missing;
  return false;
}

bool Machine::Caught(Index place) {
  const auto [op, part, level] = code_[place];
  if (level >= scope_.caught.size()) {
    message_ = "no error has been caught here";
    return false;
  }
  const expression::Caught& caught = scope_.caught[scope_.caught.size() - 1 - level];
  if (part == kName) return Push(caught.name);
  if (part == kMessage) return Push(caught.message);
  if (part == kActor) return Push(caught.actor);
  // The compiler takes a member of the detail only where the clause names one error, and so its record.
  const Op next = place + 1 < code_.size ? code_[place + 1].op : Op::kNot;
  return Push(next == Op::kMember || next == Op::kMemberSoft ? caught.detail : caught.detail_json);
}

bool Machine::Not() {
  if (stack_.top().kind() == ValueKind::kBool) return Replace(Value::Bool(!stack_.top().boolean()));
  message_ = "`!` is applied to what is no bool";
  return false;
}

bool Machine::Jump(Index place) {
  const Instruction& jump = code_[place];
  if (jump.op == Op::kJumpIfPresent && !stack_.top().present()) return stack_.Drop(1), true;
  if (jump.op == Op::kJumpIfFalse) {
    const Value condition = stack_.Pop();
    if (condition.kind() != ValueKind::kBool) {
      message_ = "a condition is no bool";
      return false;
    }
    if (condition.boolean()) return true;
  }
  next_ = jump.a;
  return true;
}

bool Machine::Element(Access access) {
  const Value key = stack_.Pop();
  return EnterElement(stack_.top(), key, access, message_);
}

bool Machine::Operate(Op op) {
  const Value right = stack_.Pop();
  if (op == Op::kIn) return Contains(stack_.top(), right, message_);
  if (op >= Op::kEqual && op <= Op::kGreaterEqual) return Compare(op, stack_.top(), right, message_);
  return Calculate(op, stack_.top(), right, message_);
}

bool Machine::PushComposed(Value value) {
  if (value.kind() != ValueKind::kTooDeep) return Push(std::move(value));
  message_ = TooDeepText();
  return false;
}

bool Machine::MakeList(Index count) {
  const std::span<Value> elements = stack_.Top(count);
  Value list =
      Value::List(ValueList(std::move_iterator(elements.begin()), std::move_iterator(elements.end())));
  stack_.Drop(count);
  return PushComposed(std::move(list));
}

bool Machine::MakeRecord(Index type) {
  const auto members = Slice(pool_.members, pool_.types[type].members);
  ValueList list;
  list.reserve(members.size);
  for (Value& value : stack_.Top(members.size)) {
    const contract::Type& member = pool_.types[members[static_cast<Index>(list.size())].type];
    const bool left_out = member.kind == contract::TypeKind::kOptional && !value.present();
    list.push_back(left_out ? Value() : std::move(value));
  }
  stack_.Drop(members.size);
  return PushComposed(Value::Record(std::move(list)));
}

bool Machine::MakeMap(Index pairs) {
  ValueMap map;
  const std::span<Value> values = stack_.Top(std::size_t{2} * pairs);
  for (std::size_t i = 0; i < values.size(); i += 2) {
    if (values[i].kind() != ValueKind::kString) {
      message_ = "a key is no string";
      return false;
    }
    map.insert_or_assign(std::string(values[i].text()), std::move(values[i + 1]));
  }
  stack_.Drop(values.size());
  return PushComposed(Value::Map(std::move(map)));
}

bool Machine::Call(Index place) {
  const Instruction& call = code_[place];
  const bool literal = place > 0 && code_[place - 1].op == Op::kConstant;
  const auto pattern = literal ? patterns_.find(code_[place - 1].a) : patterns_.end();
  const re2::RE2* compiled = pattern == patterns_.end() ? nullptr : pattern->second.get();
  if (!CallFunction(static_cast<contract::Function>(call.a), stack_.Top(call.b), compiled, message_))
    return false;
  stack_.Drop(call.b - std::size_t{1});
  return true;
}

}  // namespace mesh::expression
