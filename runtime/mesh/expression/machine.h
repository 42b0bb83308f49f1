// The stack machine that runs one program once.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <variant>

#include "mesh/expression/access.h"
#include "mesh/expression/evaluate.h"
#include "mesh/expression/stack.h"

namespace re2 {
class RE2;
}

namespace mesh::expression {

/// By the constant that holds the pattern's text.
using Patterns = std::map<contract::Index, std::unique_ptr<re2::RE2>>;

class Machine {
 public:
  Machine(const contract::Pool& pool, const ValueList& constants, const Patterns& patterns,
          const Scope& scope, std::size_t depth)
      : pool_(pool), constants_(constants), patterns_(patterns), scope_(scope), stack_(depth) {}

  /// `code` is a well-formed program whose stack gets no deeper than the depth given.
  std::variant<Value, Failure> Run(contract::Array<contract::Instruction> code);

 private:
  bool Step(contract::Index place);
  bool Load(const Value* value, Access access, const char* missing);
  bool Caught(contract::Index place);
  bool Not();
  bool Jump(contract::Index place);
  bool Element(Access access);
  bool Operate(contract::Op op);
  bool MakeList(contract::Index count);
  bool MakeRecord(contract::Index type);
  bool MakeMap(contract::Index pairs);
  bool Call(contract::Index place);
  bool Push(Value value) { return stack_.Push(std::move(value)), true; }
  bool Replace(Value value) { return stack_.top() = std::move(value), true; }
  /// What has just been composed.
  bool PushComposed(Value value);

  const contract::Pool& pool_;
  const ValueList& constants_;
  const Patterns& patterns_;
  const Scope& scope_;
  Stack stack_;
  contract::Array<contract::Instruction> code_;
  contract::Index next_ = 0;
  std::string message_;
};

}  // namespace mesh::expression
