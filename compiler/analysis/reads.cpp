#include "compiler/analysis/reads.h"

#include <algorithm>

namespace meshc::analysis {
namespace {

using ir::Expression;
using ir::ExpressionId;
using ir::ExpressionKind;

bool IsLink(ExpressionKind kind) {
  return kind == ExpressionKind::kMember || kind == ExpressionKind::kTag ||
         kind == ExpressionKind::kJsonMember || kind == ExpressionKind::kIndex;
}

bool IsPath(ExpressionKind kind) {
  return IsLink(kind) || kind == ExpressionKind::kField || kind == ExpressionKind::kVariable ||
         kind == ExpressionKind::kCaught;
}

// The links of a path from its root outwards, the root first.
llvm::SmallVector<ExpressionId, 4> LinksOf(const ir::Mesh& mesh, ExpressionId path) {
  llvm::SmallVector<ExpressionId, 4> links{path};
  while (IsLink(mesh.expressions[links.back()].kind))
    links.push_back(mesh.expressions[links.back()].operands[0]);
  std::reverse(links.begin(), links.end());
  return links;
}

// None: a value is there whenever what stands before the link is.
std::optional<AbsenceKind> AbsenceOf(const ir::Mesh& mesh, const Expression& link) {
  bool is_optional = mesh.declarations.types.IsOptional(link.type);
  if (link.kind == ExpressionKind::kField) return AbsenceKind::kPlace;
  if (link.kind == ExpressionKind::kTag) return AbsenceKind::kTag;
  if (link.kind == ExpressionKind::kVariable && is_optional) return AbsenceKind::kPlace;
  if (link.kind == ExpressionKind::kMember && is_optional) return AbsenceKind::kPlace;
  if (link.kind == ExpressionKind::kIndex && is_optional) return AbsenceKind::kElement;
  return std::nullopt;
}

class ReadWalk {
 public:
  ReadWalk(const ir::Mesh& mesh, const Places& places, const Bits& present,
           llvm::function_ref<void(const AbsentRead&)> report)
      : mesh_(mesh), places_(places), present_(present), report_(report) {}

  void Value(ExpressionId id) {
    const Expression& expression = mesh_.expressions[id];
    if (IsPath(expression.kind)) return Path(id);
    switch (expression.kind) {
      case ExpressionKind::kHas: return Soft(expression.operands[0]);
      case ExpressionKind::kCoalesce: Soft(expression.operands[0]); return Value(expression.operands[1]);
      case ExpressionKind::kAnd:
      case ExpressionKind::kOr: return Chain(id, expression.kind == ExpressionKind::kAnd);
      case ExpressionKind::kConditional: return Conditional(expression, false);
      case ExpressionKind::kList:
      case ExpressionKind::kRecord:
      case ExpressionKind::kUnion:
      case ExpressionKind::kMap:
        for (ExpressionId operand : expression.operands) Value(operand);
        return;
      case ExpressionKind::kConstant:
      case ExpressionKind::kField:
      case ExpressionKind::kParam:
      case ExpressionKind::kVariable:
      case ExpressionKind::kCaught:
      case ExpressionKind::kMember:
      case ExpressionKind::kTag:
      case ExpressionKind::kJsonMember:
      case ExpressionKind::kIndex: return;
      case ExpressionKind::kNot:
      case ExpressionKind::kNegate:
      case ExpressionKind::kAdd:
      case ExpressionKind::kSubtract:
      case ExpressionKind::kMultiply:
      case ExpressionKind::kDivide:
      case ExpressionKind::kRemainder:
      case ExpressionKind::kEqual:
      case ExpressionKind::kNotEqual:
      case ExpressionKind::kLess:
      case ExpressionKind::kLessEqual:
      case ExpressionKind::kGreater:
      case ExpressionKind::kGreaterEqual:
      case ExpressionKind::kIn:
      case ExpressionKind::kToFloat:
      case ExpressionKind::kCall: return Operator(id);
    }
  }

 private:
  // The left side of operators may be many thousands deep.
  void Operator(ExpressionId id) {
    while (true) {
      const Expression& expression = mesh_.expressions[id];
      if (ExpressionId other = ComparedWithNull(mesh_, expression); other.has_value()) return Soft(other);
      for (std::size_t i = 1; i < expression.operands.size(); ++i) Value(expression.operands[i]);
      ExpressionId left = expression.operands[0];
      if (!IsPlainOperator(mesh_.expressions[left].kind)) return Value(left);
      id = left;
    }
  }

  static bool IsPlainOperator(ExpressionKind kind) {
    return (kind >= ExpressionKind::kNot && kind <= ExpressionKind::kIn) ||
           kind == ExpressionKind::kToFloat || kind == ExpressionKind::kCall;
  }

  void Chain(ExpressionId chain, bool outcome) {
    Bits saved = present_;
    for (ExpressionId operand : Flatten(mesh_, chain)) {
      Value(operand);
      Assume(operand, outcome);
    }
    present_ = std::move(saved);
  }

  void Conditional(const Expression& expression, bool soft) {
    const auto branch = [&](ExpressionId value) { soft ? Soft(value) : Value(value); };
    Value(expression.operands[0]);
    Bits saved = present_;
    Assume(expression.operands[0], true);
    branch(expression.operands[1]);
    present_ = saved;
    Assume(expression.operands[0], false);
    branch(expression.operands[2]);
    present_ = std::move(saved);
  }

  void Assume(ExpressionId condition, bool outcome) {
    for (std::uint32_t place : Narrow(mesh_, places_, condition, outcome).present) present_.set(place);
  }

  void Path(ExpressionId path) {
    bool reported = false;
    for (ExpressionId id : LinksOf(mesh_, path)) {
      const Expression& link = mesh_.expressions[id];
      if (link.kind == ExpressionKind::kIndex) Value(link.operands[1]);
      if (!IsPath(link.kind)) Value(id);
      std::optional<AbsenceKind> absence = AbsenceOf(mesh_, link);
      if (reported || !absence) continue;
      PlaceId place = places_.Find(id);
      if (place.has_value() && present_.test(place.index)) continue;
      report_({*absence, id});
      reported = true;
      if (place.has_value()) present_.set(place.index);
    }
  }

  // Absent links are covered; what stands in brackets is not.
  void Soft(ExpressionId path) {
    const Expression& whole = mesh_.expressions[path];
    if (whole.kind == ExpressionKind::kToFloat) return Soft(whole.operands[0]);
    if (whole.kind == ExpressionKind::kConditional) return Conditional(whole, true);
    if (whole.kind == ExpressionKind::kCoalesce) {
      Soft(whole.operands[0]);
      return Soft(whole.operands[1]);
    }
    for (ExpressionId id : LinksOf(mesh_, path)) {
      const Expression& link = mesh_.expressions[id];
      if (link.kind == ExpressionKind::kIndex) Value(link.operands[1]);
      if (!IsPath(link.kind)) Value(id);
    }
  }

  const ir::Mesh& mesh_;
  const Places& places_;
  Bits present_;
  llvm::function_ref<void(const AbsentRead&)> report_;
};

}  // namespace

void FindAbsentReads(const ir::Mesh& mesh, const Places& places, ExpressionId value, const Bits& present,
                     llvm::function_ref<void(const AbsentRead&)> report) {
  ReadWalk(mesh, places, present, report).Value(value);
}

void AddCertainReads(const ir::Mesh& mesh, const Places& places, ExpressionId value,
                     llvm::SmallVectorImpl<PlaceId>& reads) {
  llvm::SmallVector<ExpressionId, 8> open{value};
  while (!open.empty()) {
    const ExpressionId id = open.pop_back_val();
    const Expression& expression = mesh.expressions[id];
    bool decides = expression.kind == ExpressionKind::kCoalesce || expression.kind == ExpressionKind::kHas ||
                   ComparedWithNull(mesh, expression).has_value();
    if (decides) continue;
    for (PlaceId place = places.Find(id); place.has_value(); place = places.Parent(place))
      reads.push_back(place);
    bool first_only = expression.kind == ExpressionKind::kAnd || expression.kind == ExpressionKind::kOr ||
                      expression.kind == ExpressionKind::kConditional;
    if (places.Find(id).has_value()) continue;
    if (first_only) {
      open.push_back(expression.operands[0]);
    } else {
      open.append(expression.operands.begin(), expression.operands.end());
    }
  }
}

llvm::SmallVector<TargetRead, 2> TargetReads(const ir::Mesh& mesh, const Places& places,
                                             const ir::Target& target) {
  const types::Declarations& declarations = mesh.declarations;
  const types::Field& field = declarations.envelopes[places.envelope()].fields[target.field];
  bool reads_itself = target.append && field.mode != types::WriteMode::kLog;
  std::size_t count = target.path.size() + (reads_itself ? 1 : 0);
  llvm::SmallVector<TargetRead, 2> reads;
  ir::Target prefix{target.field, {}, false};
  types::TypeId type = field.type;
  for (std::size_t depth = 0; depth < count; ++depth) {
    if (depth == 0 || declarations.types.IsOptional(type))
      reads.push_back({places.FindTarget(prefix), depth});
    if (depth == target.path.size()) break;
    types::RecordId record = declarations.types[declarations.types.Present(type)].record();
    type = declarations.records[record].members[target.path[depth]].type;
    prefix.path.push_back(target.path[depth]);
  }
  return reads;
}

bool MayBeNull(const ir::Mesh& mesh, ExpressionId value) {
  llvm::SmallVector<ExpressionId, 4> open{value};
  while (!open.empty()) {
    const Expression& expression = mesh.expressions[open.pop_back_val()];
    if (IsNullConstant(expression)) return true;
    if (expression.kind == ExpressionKind::kCoalesce) open.push_back(expression.operands[1]);
    if (expression.kind == ExpressionKind::kConditional) {
      open.push_back(expression.operands[1]);
      open.push_back(expression.operands[2]);
    }
  }
  return false;
}

}  // namespace meshc::analysis
