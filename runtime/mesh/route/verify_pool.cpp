#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "mesh/expression/stack_depth.h"
#include "mesh/route/known_enumerators.h"
#include "mesh/route/verify_table.h"
#include "mesh/route/within.h"
#include "mesh/value/times.h"

namespace mesh::route {
namespace {

using contract::Constant;
using contract::ConstantKind;
using contract::Index;
using contract::Instruction;
using contract::kNone;
using contract::Op;
using contract::Pool;
using contract::Type;
using contract::TypeKind;

bool IsGoodType(const Pool& pool, const Type& type) {
  if (!Within(type.members, pool.members) || !Within(type.values, pool.strings)) return false;
  switch (type.kind) {
    case TypeKind::kList:
    case TypeKind::kMap: return Within(type.element, pool.types);
    case TypeKind::kOptional:
      return Within(type.element, pool.types) && pool.types[type.element].kind != TypeKind::kOptional;
    case TypeKind::kEnum: return type.values.count > 0;
    case TypeKind::kUnion: return type.members.count > 0;
    case TypeKind::kRecord:
    case TypeKind::kBool:
    case TypeKind::kInt:
    case TypeKind::kFloat:
    case TypeKind::kString:
    case TypeKind::kBytes:
    case TypeKind::kTimestamp:
    case TypeKind::kDuration:
    case TypeKind::kJson: return true;
  }
  return false;
}

bool HasMembers(const Pool& pool, Index type, TypeKind kind, Index& count) {
  if (!Within(type, pool.types) || pool.types[type].kind != kind) return false;
  count = pool.types[type].members.count;
  return true;
}

bool IsGoodConstant(const Pool& pool, const Constant& constant) {
  if (!Within(constant.children, pool.constant_children)) return false;
  const auto children = Slice(pool.constant_children, constant.children);
  if (!std::all_of(children.begin(), children.end(),
                   [&](Index child) { return Within(child, pool.constants); })) {
    return false;
  }
  Index count = 0;
  if (constant.kind == ConstantKind::kTimestamp) {
    return IsWritable(Timestamp{constant.integer, constant.nanoseconds});
  }
  if (constant.kind == ConstantKind::kRecord) {
    return HasMembers(pool, constant.type, TypeKind::kRecord, count) && children.size == count;
  }
  if (constant.kind == ConstantKind::kUnion) {
    return HasMembers(pool, constant.type, TypeKind::kUnion, count) && children.size == 1 &&
           constant.integer >= 0 && constant.integer < count;
  }
  return constant.kind != ConstantKind::kMap || children.size % 2 == 0;
}

/// True if no constant is a part of itself. Each one is done once all of its children are.
bool AreFinite(const Pool& pool) {
  std::vector<Index> open(pool.constants.size, 0);
  std::vector<std::vector<Index>> parents(pool.constants.size);
  std::vector<Index> done;
  for (Index i = 0; i < pool.constants.size; ++i) {
    const auto children = Slice(pool.constant_children, pool.constants[i].children);
    open[i] = children.size;
    for (const Index child : children) parents[child].push_back(i);
    if (children.size == 0) done.push_back(i);
  }
  for (std::size_t next = 0; next < done.size(); ++next) {
    for (const Index parent : parents[done[next]]) {
      if (--open[parent] == 0) done.push_back(parent);
    }
  }
  return done.size() == pool.constants.size;
}

/// What the operands name is there. Fields, params and variables are looked up at run time.
bool IsGoodInstruction(const Pool& pool, const Instruction& instruction) {
  Index count = 0;
  if (instruction.op == Op::kConstant) return Within(instruction.a, pool.constants);
  if (instruction.op == Op::kJsonMember || instruction.op == Op::kJsonMemberSoft) {
    return Within(instruction.a, pool.strings);
  }
  if (instruction.op == Op::kRecord) return HasMembers(pool, instruction.a, TypeKind::kRecord, count);
  if (instruction.op == Op::kUnion) {
    return HasMembers(pool, instruction.a, TypeKind::kUnion, count) && instruction.b < count;
  }
  return true;
}

/// `members[3]`: the first entry that is not good, or nothing.
template <typename Entries, typename Good>
std::string FirstBad(const char* name, const Entries& entries, const Good& good) {
  for (Index i = 0; i < entries.size; ++i) {
    if (!good(entries[i])) return fmt::format("{}[{}] is not well formed", name, i);
  }
  return {};
}

}  // namespace

std::string VerifyPool(const Pool& pool) {
  std::string wrong = UnknownEnumerator(pool);
  if (!wrong.empty()) return wrong;
  wrong = FirstBad("types", pool.types, [&](const Type& type) { return IsGoodType(pool, type); });
  if (!wrong.empty()) return wrong;
  wrong = FirstBad("members", pool.members, [&](const contract::Member& member) {
    return Within(member.type, pool.types) && WithinOrNone(member.default_value, pool.constants);
  });
  if (!wrong.empty()) return wrong;
  wrong = FirstBad("constants", pool.constants,
                   [&](const Constant& constant) { return IsGoodConstant(pool, constant); });
  if (!wrong.empty()) return wrong;
  if (!AreFinite(pool)) return "a constant is a part of itself";
  wrong = FirstBad("code", pool.code, [&](const Instruction& each) { return IsGoodInstruction(pool, each); });
  if (!wrong.empty()) return wrong;
  return FirstBad("programs", pool.programs, [&](const contract::Program& program) {
    const auto index = static_cast<Index>(&program - pool.programs.data);
    return Within(program.code, pool.code) && WithinOrNone(program.result, pool.types) &&
           expression::StackDepth(pool, index).has_value();
  });
}

}  // namespace mesh::route
