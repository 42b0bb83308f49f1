#include "compiler/analysis/reads.h"

#include <algorithm>

#include "compiler/support/enumerator.h"

namespace meshc::analysis {
namespace {

using ir::Expression;
using ir::ExpressionClass;
using ir::ExpressionId;
using ir::ExpressionKind;
using ir::IsPath;

bool IsLink(ExpressionKind kind) { return ClassOf(kind) == ExpressionClass::kLink; }

// The links of a path from its root outwards, the root first.
llvm::SmallVector<ExpressionId, 4> LinksOf(const ir::Mesh& mesh, ExpressionId path) {
  llvm::SmallVector<ExpressionId, 4> links{path};
  while (IsLink(mesh.expressions[links.back()].kind))
    links.push_back(mesh.expressions[links.back()].operands[0]);
  std::reverse(links.begin(), links.end());
  return links;
}

// What a param takes as it is: an int may become a float on the way.
ExpressionId BehindConversion(const ir::Mesh& mesh, ExpressionId value) {
  const Expression& expression = mesh.expressions[value];
  return expression.kind == ExpressionKind::kToFloat ? expression.operands[0] : value;
}

class ReadWalk {
 public:
  ReadWalk(const ir::Mesh& mesh, const Places& places, SetPool& sets, SetId present,
           llvm::function_ref<void(const AbsentRead&)> report)
      : mesh_(mesh), places_(places), sets_(sets), present_(present), report_(report) {}

  // The last link of a path may lack its value.
  void ValueOrNull(ExpressionId id) {
    const ExpressionId path = BehindConversion(mesh_, id);
    IsPath(mesh_.expressions[path].kind) ? Path(path, Takes::kNullToo) : Value(id);
  }

  void Value(ExpressionId id) {
    // The left side of operators may be many thousands deep.
    while (id.has_value()) id = ValueBut(id);
  }

 private:
  // Reads a value but for one operand, which is handed back; none: all of it.
  ExpressionId ValueBut(ExpressionId id) {
    const Expression& expression = mesh_.expressions[id];
    switch (ClassOf(expression.kind)) {
      case ExpressionClass::kConstant:
      case ExpressionClass::kArgument: return {};
      case ExpressionClass::kRoot:
      case ExpressionClass::kLink: Path(id, Takes::kValue); return {};
      case ExpressionClass::kHas: Soft(expression.operands[0]); return {};
      case ExpressionClass::kCoalesce: Soft(expression.operands[0]); return expression.operands[1];
      case ExpressionClass::kAnd:
      case ExpressionClass::kOr: Chain(id, expression.kind == ExpressionKind::kAnd); return {};
      case ExpressionClass::kConditional: Conditional(expression, false); return {};
      case ExpressionClass::kComposite:
        for (ExpressionId operand : expression.operands) Value(operand);
        return {};
      case ExpressionClass::kEquality:
      case ExpressionClass::kComparison:
      case ExpressionClass::kSum:
      case ExpressionClass::kProduct:
      case ExpressionClass::kPrefix:
      case ExpressionClass::kConversion:
      case ExpressionClass::kCall:
        for (std::size_t i = 1; i < expression.operands.size(); ++i) Value(expression.operands[i]);
        return expression.operands[0];
    }
    NoSuchEnumerator();
  }

  void Chain(ExpressionId chain, bool outcome) {
    const SetId saved = present_;
    for (ExpressionId operand : Flatten(mesh_, chain)) {
      Value(operand);
      Assume(operand, outcome);
    }
    present_ = saved;
  }

  void Conditional(const Expression& expression, bool soft) {
    const auto branch = [&](ExpressionId value) { soft ? Soft(value) : Value(value); };
    Value(expression.operands[0]);
    const SetId saved = present_;
    Assume(expression.operands[0], true);
    branch(expression.operands[1]);
    present_ = saved;
    Assume(expression.operands[0], false);
    branch(expression.operands[2]);
    present_ = saved;
  }

  void Assume(ExpressionId condition, bool outcome) {
    for (std::uint32_t place : Narrow(mesh_, places_, condition, outcome).present)
      present_ = sets_.Add(present_, place);
  }

  void Path(ExpressionId path, Takes takes) {
    bool reported = false;
    for (ExpressionId id : LinksOf(mesh_, path)) {
      const Expression& link = mesh_.expressions[id];
      if (link.kind == ExpressionKind::kIndex) Value(link.operands[1]);
      if (!IsPath(link.kind)) Value(id);
      if (reported) continue;
      const std::optional<AbsenceKind> absence = AbsenceOf(id, id == path ? takes : Takes::kValue);
      if (!absence) continue;
      report_({*absence, id});
      reported = true;
      if (PlaceId place = places_.Find(id); place.has_value()) present_ = sets_.Add(present_, place.index);
    }
  }

  // None: a value is there whenever what stands before the link is, or none is needed.
  std::optional<AbsenceKind> AbsenceOf(ExpressionId id, Takes takes) const {
    const Expression& link = mesh_.expressions[id];
    if (link.kind == ExpressionKind::kTag && !IsPresent(places_.FindTag(id))) return AbsenceKind::kTag;
    const bool is_field = link.kind == ExpressionKind::kField;
    const bool lacks_value = is_field || mesh_.declarations.types.IsOptional(link.type);
    if (!lacks_value || takes == Takes::kNullToo || IsPresent(places_.Find(id))) return std::nullopt;
    return link.kind == ExpressionKind::kIndex ? AbsenceKind::kElement : AbsenceKind::kPlace;
  }

  bool IsPresent(PlaceId place) const { return place.has_value() && sets_.Contains(present_, place.index); }

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
  SetPool& sets_;
  SetId present_;
  llvm::function_ref<void(const AbsentRead&)> report_;
};

}  // namespace

Takes TakesOf(const ir::Mesh& mesh, types::TypeId param) {
  return mesh.declarations.types.IsOptional(param) ? Takes::kNullToo : Takes::kValue;
}

void FindAbsentReads(const ir::Mesh& mesh, const Places& places, ExpressionId value, Takes takes,
                     SetPool& sets, SetId present, llvm::function_ref<void(const AbsentRead&)> report) {
  ReadWalk walk(mesh, places, sets, present, report);
  takes == Takes::kNullToo ? walk.ValueOrNull(value) : walk.Value(value);
}

void AddCertainReads(const ir::Mesh& mesh, const Places& places, ExpressionId value, Takes takes,
                     llvm::SmallVectorImpl<PlaceId>& reads) {
  llvm::SmallVector<ExpressionId, 8> open{value};
  const ExpressionId path = BehindConversion(mesh, value);
  const Expression& last = mesh.expressions[path];
  if (takes == Takes::kNullToo && IsLink(last.kind) && mesh.declarations.types.IsOptional(last.type)) {
    // Whatever stands before the last link, and that the union holds the tag.
    open.assign(last.operands.begin(), last.operands.end());
    if (PlaceId tag = places.FindTag(path); last.kind == ExpressionKind::kTag && tag.has_value())
      reads.push_back(tag);
  }
  while (!open.empty()) {
    const ExpressionId id = open.pop_back_val();
    const Expression& expression = mesh.expressions[id];
    if (expression.kind == ExpressionKind::kCoalesce || expression.kind == ExpressionKind::kHas) continue;
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
    if (expression.kind == ExpressionKind::kConstant &&
        expression.constant.kind == types::ConstantKind::kNull)
      return true;
    if (expression.kind == ExpressionKind::kCoalesce) open.push_back(expression.operands[1]);
    if (expression.kind == ExpressionKind::kConditional) {
      open.push_back(expression.operands[1]);
      open.push_back(expression.operands[2]);
    }
  }
  return false;
}

}  // namespace meshc::analysis
