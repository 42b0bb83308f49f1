#include "mesh/expression/evaluate.h"

#include <algorithm>
#include <map>

#include <re2/re2.h>

#include "mesh/expression/machine.h"
#include "mesh/expression/operators.h"
#include "mesh/expression/stack_depth.h"
#include "mesh/value/json.h"

namespace mesh::expression {

using contract::Function;
using contract::Index;
using contract::Instruction;
using contract::Op;

struct Evaluator::Caches {
  struct Program {
    std::size_t depth = 0;  ///< 0: not well formed.
    bool reads_caught = false;
  };
  ValueList constants;
  std::vector<Program> programs;
  Patterns patterns;
};

namespace {

bool ReadsClause(contract::Array<Instruction> code) {
  return std::any_of(code.begin(), code.end(),
                     [](const Instruction& each) { return each.op == Op::kCaught; });
}

/// What a constant or a field is; null: it is something else, or not there.
const Value* Operand(const Instruction& load, const ValueList& constants, const Scope& scope) {
  if (load.op == Op::kConstant) return &constants[load.a];
  const bool field = load.op == Op::kField || load.op == Op::kFieldSoft;
  if (!field || load.a >= scope.fields.size()) return nullptr;
  const Value& value = scope.fields[load.a];
  return value.kind() == ValueKind::kAbsent ? nullptr : &value;
}

std::variant<Value, Failure> Compared(Op op, const Value& left, const Value& right) {
  Value result = left;
  std::string message;
  if (!Compare(op, result, right, message)) return Failure{std::move(message)};
  return result;
}

/// Patterns that are written as a literal stand right before the call.
void CompilePatterns(const contract::Pool& pool, contract::Array<Instruction> code, Patterns& patterns) {
  for (Index i = 1; i < code.size; ++i) {
    const bool call = code[i].op == Op::kCall && code[i].a == static_cast<Index>(Function::kMatches);
    if (!call || code[i - 1].op != Op::kConstant) continue;
    const std::string_view text = pool.constants[code[i - 1].a].text;
    auto compiled = std::make_unique<re2::RE2>(re2::StringPiece(text.data(), text.size()), re2::RE2::Quiet);
    if (compiled->ok()) patterns.insert_or_assign(code[i - 1].a, std::move(compiled));
  }
}

}  // namespace

Evaluator::Evaluator(const contract::Pool& pool) : pool_(pool), caches_(std::make_unique<Caches>()) {
  for (Index i = 0; i < pool.constants.size; ++i) caches_->constants.push_back(FromConstant(pool, i));
  for (Index i = 0; i < pool.programs.size; ++i) {
    const auto code = Slice(pool.code, pool.programs[i].code);
    caches_->programs.push_back({StackDepth(pool, i).value_or(0), ReadsClause(code)});
    CompilePatterns(pool, code, caches_->patterns);
  }
}

Evaluator::~Evaluator() = default;

const Value& Evaluator::Constant(Index constant) const { return caches_->constants[constant]; }
bool Evaluator::ReadsCaught(Index program) const { return caches_->programs[program].reads_caught; }

std::variant<Value, Failure> Evaluator::Evaluate(Index program, const Scope& scope) const {
  const auto code = Slice(pool_.code, pool_.programs[program].code);
  // Most bindings are one field or one constant: no stack is needed for them.
  if (code.size == 1 && code[0].op == Op::kConstant) return caches_->constants[code[0].a];
  if (code.size == 1 && (code[0].op == Op::kField || code[0].op == Op::kFieldSoft)) {
    const Index slot = code[0].a;
    const bool there = slot < scope.fields.size() && scope.fields[slot].kind() != ValueKind::kAbsent;
    if (there) return scope.fields[slot];
    if (code[0].op == Op::kFieldSoft) return Value();
    return Failure{"a field is read before it is written"};
  }
  const std::size_t depth = caches_->programs[program].depth;
  if (depth == 0) return Failure{"the program is not well formed"};
  // And most conditions compare one field with another one or with a constant.
  if (code.size == 3 && code[2].op >= Op::kEqual && code[2].op <= Op::kGreaterEqual) {
    const Value* const left = Operand(code[0], caches_->constants, scope);
    const Value* const right = Operand(code[1], caches_->constants, scope);
    if (left != nullptr && right != nullptr) return Compared(code[2].op, *left, *right);
  }
  Machine machine(pool_, caches_->constants, caches_->patterns, scope, depth);
  return machine.Run(code);
}

}  // namespace mesh::expression
