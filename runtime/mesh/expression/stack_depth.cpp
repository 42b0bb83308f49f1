#include "mesh/expression/stack_depth.h"

#include <algorithm>
#include <vector>

#include "mesh/contract/enumerator.h"

namespace mesh::expression {
namespace {

using contract::Function;
using contract::Index;
using contract::Instruction;
using contract::Op;

/// How many values an instruction takes.
std::size_t Takes(const contract::Pool& pool, const Instruction& instruction) {
  switch (instruction.op) {
    case Op::kConstant:
    case Op::kField:
    case Op::kFieldSoft:
    case Op::kParam:
    case Op::kParamSoft:
    case Op::kVariable:
    case Op::kCaught:
    case Op::kJump: return 0;
    case Op::kMember:
    case Op::kMemberSoft:
    case Op::kTag:
    case Op::kTagSoft:
    case Op::kJsonMember:
    case Op::kJsonMemberSoft:
    case Op::kIsPresent:
    case Op::kJumpIfPresent:
    case Op::kJumpIfFalse:
    case Op::kNot:
    case Op::kNegate:
    case Op::kToFloat:
    case Op::kUnion: return 1;
    case Op::kIndex:
    case Op::kIndexSoft:
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
    case Op::kIn: return 2;
    case Op::kList: return instruction.a;
    case Op::kRecord: return pool.types[instruction.a].members.count;
    case Op::kMap: return std::size_t{2} * instruction.a;
    case Op::kCall: return instruction.b;
  }
  contract::NoSuchEnumerator();
}

bool HasArity(const Instruction& call) {
  switch (static_cast<Function>(call.a)) {
    case Function::kContains:
    case Function::kStartsWith:
    case Function::kEndsWith:
    case Function::kMatches: return call.b == 2;
    case Function::kMin:
    case Function::kMax: return call.b >= 1;
    case Function::kLen:
    case Function::kLower:
    case Function::kUpper:
    case Function::kTrim:
    case Function::kAbs:
    case Function::kToInt:
    case Function::kToFloat:
    case Function::kToString: return call.b == 1;
  }
  return false;
}

bool IsJump(Op op) { return op == Op::kJump || op == Op::kJumpIfPresent || op == Op::kJumpIfFalse; }

constexpr std::size_t kUnreached = static_cast<std::size_t>(-1);

/// Control arrives at one place with one depth only.
bool Arrive(std::vector<std::size_t>& depths, std::size_t place, std::size_t depth) {
  if (place >= depths.size()) return false;
  if (depths[place] != kUnreached && depths[place] != depth) return false;
  depths[place] = depth;
  return true;
}

bool Follow(std::vector<std::size_t>& depths, std::size_t place, const Instruction& instruction,
            std::size_t left) {
  if (!IsJump(instruction.op)) return Arrive(depths, place + 1, left + 1);
  if (instruction.a <= place) return false;
  const bool keeps = instruction.op == Op::kJumpIfPresent;
  const bool jumped = Arrive(depths, instruction.a, left + (keeps ? 1 : 0));
  return jumped && (instruction.op == Op::kJump || Arrive(depths, place + 1, left));
}

}  // namespace

std::optional<std::size_t> StackDepth(const contract::Pool& pool, Index program) {
  const auto code = Slice(pool.code, pool.programs[program].code);
  std::vector<std::size_t> depths(code.size + std::size_t{1}, kUnreached);
  depths[0] = 0;
  std::size_t deepest = 1;
  for (Index place = 0; place < code.size; ++place) {
    if (depths[place] == kUnreached) continue;
    if (code[place].op == Op::kCall && !HasArity(code[place])) return std::nullopt;
    const std::size_t takes = Takes(pool, code[place]);
    if (takes > depths[place]) return std::nullopt;
    if (!Follow(depths, place, code[place], depths[place] - takes)) return std::nullopt;
    deepest = std::max(deepest, depths[place] + 1);
  }
  if (depths[code.size] != 1) return std::nullopt;
  return deepest;
}

}  // namespace mesh::expression
