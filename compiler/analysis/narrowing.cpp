#include "compiler/analysis/narrowing.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace meshc::analysis {
namespace {

using ir::Expression;
using ir::ExpressionId;
using ir::ExpressionKind;

// Where outcomes meet, the work grows with the square of a chain's length: nobody narrows by more.
constexpr std::size_t kLongestChain = 64;

template <typename Numbers>
void Unite(Numbers& into, const Numbers& from) {
  Numbers united;
  std::set_union(into.begin(), into.end(), from.begin(), from.end(), std::back_inserter(united));
  into = std::move(united);
}

template <typename Numbers>
void Intersect(Numbers& into, const Numbers& from) {
  Numbers common;
  std::set_intersection(into.begin(), into.end(), from.begin(), from.end(), std::back_inserter(common));
  into = std::move(common);
}

// Both have come out.
void AddBoth(Narrowing& into, const Narrowing& from) {
  into.impossible |= from.impossible;
  Unite(into.present, from.present);
  Unite(into.unwritten, from.unwritten);
}

// One of the two has come out.
void AddEither(Narrowing& into, Narrowing from) {
  if (from.impossible) return;
  if (into.impossible) {
    into = std::move(from);
    return;
  }
  Intersect(into.present, from.present);
  Intersect(into.unwritten, from.unwritten);
}

class Narrower {
 public:
  Narrower(const ir::Mesh& mesh, const Places& places) : mesh_(mesh), places_(places) {}

  Narrowing Run(ExpressionId condition, bool outcome) {
    while (mesh_.expressions[condition].kind == ExpressionKind::kNot) {
      condition = mesh_.expressions[condition].operands[0];
      outcome = !outcome;
    }
    const Expression& expression = mesh_.expressions[condition];
    if (expression.kind == ExpressionKind::kHas) return OfPath(expression.operands[0], outcome);
    if (expression.kind == ExpressionKind::kAnd || expression.kind == ExpressionKind::kOr) {
      return OfChain(condition, outcome);
    }
    if (expression.kind == ExpressionKind::kConditional) return OfConditional(expression, outcome);
    Narrowing nothing;
    bool is_constant = expression.kind == ExpressionKind::kConstant &&
                       expression.constant.kind == types::ConstantKind::kBool;
    nothing.impossible = is_constant && expression.constant.boolean != outcome;
    return nothing;
  }

 private:
  // `&&` that is true and `||` that is false tell of all operands; otherwise one of them decided.
  Narrowing OfChain(ExpressionId chain, bool outcome) {
    bool all = outcome == (mesh_.expressions[chain].kind == ExpressionKind::kAnd);
    auto operands = Flatten(mesh_, chain);
    if (!all && operands.size() > kLongestChain) return {};
    Narrowing before;
    Narrowing result;
    result.impossible = !all;
    for (ExpressionId operand : operands) {
      if (!all) {
        Narrowing here = before;
        AddBoth(here, Run(operand, outcome));
        AddEither(result, std::move(here));
      }
      AddBoth(all ? result : before, Run(operand, all ? outcome : !outcome));
    }
    return result;
  }

  Narrowing OfConditional(const Expression& expression, bool outcome) {
    Narrowing then = Run(expression.operands[0], true);
    AddBoth(then, Run(expression.operands[1], outcome));
    Narrowing otherwise = Run(expression.operands[0], false);
    AddBoth(otherwise, Run(expression.operands[2], outcome));
    AddEither(then, std::move(otherwise));
    return then;
  }

  Narrowing OfPath(ExpressionId path, bool present) const {
    Narrowing result;
    if (!present) {
      const Expression& expression = mesh_.expressions[path];
      if (expression.kind == ExpressionKind::kField) result.unwritten.push_back(places_.Find(path).index);
      return result;
    }
    // A link into json is looked up at run time; an index may be another one the next time.
    while (mesh_.expressions[path].kind == ExpressionKind::kJsonMember)
      path = mesh_.expressions[path].operands[0];
    for (PlaceId place = places_.Find(path); place.has_value(); place = places_.Parent(place)) {
      result.present.push_back(place.index);
    }
    std::sort(result.present.begin(), result.present.end());
    return result;
  }

  const ir::Mesh& mesh_;
  const Places& places_;
};

}  // namespace

llvm::SmallVector<ExpressionId, 4> Flatten(const ir::Mesh& mesh, ExpressionId chain) {
  ExpressionKind kind = mesh.expressions[chain].kind;
  llvm::SmallVector<ExpressionId, 4> operands;
  while (mesh.expressions[chain].kind == kind) {
    operands.push_back(mesh.expressions[chain].operands[1]);
    chain = mesh.expressions[chain].operands[0];
  }
  operands.push_back(chain);
  std::reverse(operands.begin(), operands.end());
  return operands;
}

Narrowing Narrow(const ir::Mesh& mesh, const Places& places, ExpressionId condition, bool outcome) {
  return Narrower(mesh, places).Run(condition, outcome);
}

}  // namespace meshc::analysis
