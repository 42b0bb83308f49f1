#include "mesh/route/expression_text.h"

#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "mesh/contract/enumerator.h"
#include "mesh/value/json.h"

namespace mesh::route {
namespace {

using contract::Constant;
using contract::ConstantKind;
using contract::Index;
using contract::Instruction;
using contract::kNone;
using contract::Op;
using contract::RouteTable;
using contract::TypeKind;

// Larger binds tighter.
enum Level : int { kChoice = 1, kOr, kAnd, kEquality, kOrder, kCoalesce, kSum, kProduct, kPrefix, kPath };

struct Operator {
  const char* sign;
  int level;
};

/// Of an instruction that takes two operands; no sign: it is none.
Operator OperatorOf(Op op) {
  switch (op) {
    case Op::kAdd: return {"+", kSum};
    case Op::kSubtract: return {"-", kSum};
    case Op::kMultiply: return {"*", kProduct};
    case Op::kDivide: return {"/", kProduct};
    case Op::kRemainder: return {"%", kProduct};
    case Op::kEqual: return {"==", kEquality};
    case Op::kNotEqual: return {"!=", kEquality};
    case Op::kLess: return {"<", kOrder};
    case Op::kLessEqual: return {"<=", kOrder};
    case Op::kGreater: return {">", kOrder};
    case Op::kGreaterEqual: return {">=", kOrder};
    case Op::kIn: return {"in", kOrder};
    default: return {nullptr, kPath};
  }
}

std::string_view NameOf(contract::Function function) {
  using contract::Function;
  switch (function) {
    case Function::kLen: return "len";
    case Function::kLower: return "lower";
    case Function::kUpper: return "upper";
    case Function::kTrim: return "trim";
    case Function::kContains: return "contains";
    case Function::kStartsWith: return "starts_with";
    case Function::kEndsWith: return "ends_with";
    case Function::kMatches: return "matches";
    case Function::kMin: return "min";
    case Function::kMax: return "max";
    case Function::kAbs: return "abs";
    case Function::kToInt: return "int";
    case Function::kToFloat: return "float";
    case Function::kToString: return "string";
  }
  contract::NoSuchEnumerator();
}

/// A part of the text, and what it yields.
struct Part {
  std::string text;
  int level = kPath;
  Index type = kNone;  ///< kNone: not known.
};

/// `a ? b : c`, `a && b`, `a || b` or `a ?? b`, as far as it has been read.
struct Open {
  Part left;
  Part middle;
  Index middle_ends = kNone;  ///< kNone: `??`, or the middle is done.
  Index ends = kNone;
};

class Reader {
 public:
  Reader(const RouteTable& table, const contract::Point& point)
      : table_(table), pool_(table.pool), point_(point) {}

  std::string Read(Index program) {
    const auto code = Slice(pool_.code, pool_.programs[program].code);
    for (Index place = 0; place < code.size; ++place) {
      Close(place);
      Step(code[place], place);
    }
    Close(static_cast<Index>(code.size));
    return stack_.empty() ? std::string() : std::move(stack_.back().text);
  }

 private:
  /// Chains of operators may be as long as a file: what is longer is cut, so that work stays linear.
  static constexpr std::size_t kLongest = 160;

  void Push(std::string text, int level = kPath, Index type = kNone) {
    if (text.size() > kLongest) {
      std::size_t end = kLongest;
      while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
      text.resize(end);
      text += "...";
    }
    stack_.push_back({std::move(text), level, type});
  }

  Part Pop() {
    if (stack_.empty()) return {};
    Part part = std::move(stack_.back());
    stack_.pop_back();
    return part;
  }

  static std::string Within(const Part& part, int level) {
    return part.level < level ? "(" + part.text + ")" : part.text;
  }

  /// Ends what ends before `place`.
  void Close(Index place) {
    while (!open_.empty() && open_.back().ends == place) {
      const Open open = std::move(open_.back());
      open_.pop_back();
      const Part right = Pop();
      if (open.middle.text.empty()) {  // `??`
        right.text == "null"
            ? Push(open.left.text, open.left.level, open.left.type)
            : Push(Within(open.left, kSum) + " ?? " + Within(right, kCoalesce), kCoalesce, open.left.type);
      } else if (right.text == "false") {
        Push(Within(open.left, kAnd) + " && " + Within(open.middle, kEquality), kAnd);
      } else if (open.middle.text == "true") {
        Push(Within(open.left, kOr) + " || " + Within(right, kAnd), kOr);
      } else {
        Push(Within(open.left, kOr) + " ? " + open.middle.text + " : " + right.text, kChoice, right.type);
      }
    }
  }

  void Step(const Instruction& step, Index place) {
    if (const Operator op = OperatorOf(step.op); op.sign != nullptr) return Combine(op);
    switch (step.op) {
      case Op::kConstant: return Push(ConstantText(step.a), kPath, kNone);
      case Op::kField:
      case Op::kFieldSoft: return Field(step.a);
      case Op::kParam:
      case Op::kParamSoft: return Param(step.a);
      case Op::kVariable: return Variable(step.a);
      case Op::kCaught: {
        static constexpr std::array kParts = {"name", "message", "actor", "detail"};
        return Push(fmt::format("error.{}", step.a < kParts.size() ? kParts[step.a] : "detail"));
      }
      case Op::kMember:
      case Op::kMemberSoft:
      case Op::kTag:
      case Op::kTagSoft: return Link(step.a);
      case Op::kJsonMember:
      case Op::kJsonMemberSoft: {
        const Part base = Pop();
        return Push(fmt::format("{}.{}", base.text, pool_.strings[step.a]), kPath, base.type);
      }
      case Op::kIndex:
      case Op::kIndexSoft: {
        const Part index = Pop();
        const Part base = Pop();
        return Push(fmt::format("{}[{}]", base.text, index.text), kPath, ElementOf(base.type));
      }
      case Op::kIsPresent: return Push(fmt::format("has({})", Pop().text));
      case Op::kNot: return Push("!" + Within(Pop(), kPrefix), kPrefix);
      case Op::kNegate: return Push("-" + Within(Pop(), kPrefix), kPrefix);
      case Op::kJumpIfFalse: return open_.push_back({Pop(), {}, step.a, kNone});
      case Op::kJumpIfPresent: return open_.push_back({Pop(), {}, kNone, step.a});
      case Op::kJump: return Jump(step, place);
      case Op::kList: return Push("[" + Joined(step.a) + "]");
      case Op::kRecord:
        return Push("{ " + Joined(Slice(pool_.members, pool_.types[step.a].members).size) + " }");
      case Op::kUnion: return Push("{ " + Pop().text + " }");
      case Op::kMap: return Push("{ " + Joined(2 * step.a) + " }");
      case Op::kCall:
        return Push(fmt::format("{}({})", NameOf(static_cast<contract::Function>(step.a)), Joined(step.b)));
      default: return;  // kToFloat: an int where a float is needed.
    }
  }

  void Jump(const Instruction& jump, Index place) {
    if (open_.empty()) return;
    Open& open = open_.back();
    if (open.middle_ends == place + 1) {
      open.middle = Pop();
      open.middle_ends = kNone;
      open.ends = jump.a;
    } else if (open.ends == place + 1) {
      // A number that may be absent was looked up twice.
      Pop();
      stack_.push_back(std::move(open.left));
      open_.pop_back();
    }
  }

  void Combine(Operator op) {
    Part right = Pop();
    Part left = Pop();
    // Values of enums stand bare.
    if (IsEnum(left.type)) Unquote(right);
    if (IsEnum(right.type)) Unquote(left);
    const bool tight = op.level == kEquality || op.level == kOrder;
    Push(fmt::format("{} {} {}", Within(left, tight ? op.level + 1 : op.level), op.sign,
                     Within(right, op.level + 1)),
         op.level);
  }

  static void Unquote(Part& part) {
    if (part.text.size() > 2 && part.text.front() == '"')
      part.text = part.text.substr(1, part.text.size() - 2);
  }

  std::string Joined(std::size_t count) {
    const std::size_t first = stack_.size() - std::min(count, stack_.size());
    std::string text;
    for (std::size_t i = first; i < stack_.size() && text.size() <= kLongest; ++i)
      text += (i == first ? "" : ", ") + stack_[i].text;
    stack_.resize(first);
    return text;
  }

  void Field(Index slot) {
    const contract::EnvelopeSchema& envelope = table_.envelopes[table_.flows[point_.flow].envelope];
    const auto fields = Slice(table_.fields, envelope.fields);
    if (slot < fields.size) return Push(std::string(fields[slot].name), kPath, fields[slot].type);
    Push("?");
  }

  /// Of a call whose undo is bound: its params, and behind them its results.
  void Param(Index index) {
    if (point_.actor == kNone) return Push("?");
    const auto params = Slice(pool_.members, table_.actors[point_.actor].params);
    const auto results = Slice(pool_.members, table_.actors[point_.actor].results);
    const contract::Member* member = index < params.size                  ? &params[index]
                                     : index - params.size < results.size ? &results[index - params.size]
                                                                          : nullptr;
    member == nullptr ? Push("?") : Push(std::string(member->name), kPath, member->type);
  }

  /// The table has no name for it: an element of its list.
  void Variable(Index variable) {
    for (const contract::Point& each : table_.points) {
      if (each.kind != contract::PointKind::kEachFork || each.flow != point_.flow ||
          table_.forks[each.fork].variable != variable)
        continue;
      const Index element = ElementOf(pool_.programs[each.program].result);
      return Push(Reader(table_, each).Read(each.program) + "[*]", kPath, element);
    }
    Push("element");
  }

  void Link(Index member) {
    const Part base = Pop();
    const Index type = Bare(base.type);
    const bool known = type != kNone && member < pool_.types[type].members.count;
    if (!known) return Push(base.text + ".?");
    const contract::Member& link = Slice(pool_.members, pool_.types[type].members)[member];
    Push(fmt::format("{}.{}", base.text, link.name), kPath, link.type);
  }

  Index Bare(Index type) const {
    if (type == kNone || pool_.types[type].kind != TypeKind::kOptional) return type;
    return pool_.types[type].element;
  }
  Index ElementOf(Index type) const {
    type = Bare(type);
    return type == kNone ? kNone : pool_.types[type].element;
  }
  bool IsEnum(Index type) const {
    type = Bare(type);
    return type != kNone && pool_.types[type].kind == TypeKind::kEnum;
  }

  std::string ConstantText(Index index) const {
    const Constant& constant = pool_.constants[index];
    switch (constant.kind) {
      case ConstantKind::kNull: return "null";
      case ConstantKind::kBool: return constant.boolean ? "true" : "false";
      case ConstantKind::kInt: return fmt::format("{}", constant.integer);
      case ConstantKind::kFloat: return PrintFloat(constant.number);
      case ConstantKind::kString: return fmt::format("\"{}\"", constant.text);
      case ConstantKind::kDuration: return PrintDuration({constant.integer});
      case ConstantKind::kList: return constant.children.count == 0 ? "[]" : "[...]";
      default: return "{ ... }";
    }
  }

  const RouteTable& table_;
  const contract::Pool& pool_;
  const contract::Point& point_;
  std::vector<Part> stack_;
  std::vector<Open> open_;
};

}  // namespace

std::string ExpressionText(const RouteTable& table, const contract::Point& point, Index program) {
  return Reader(table, point).Read(program);
}

std::string ExpressionPlace(const RouteTable& table, const contract::Point& point, Index program) {
  return fmt::format("`{}`, at `{}`", ExpressionText(table, point, program), point.name);
}

}  // namespace mesh::route
