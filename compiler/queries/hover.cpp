#include "compiler/queries/hover.h"

#include <llvm/Support/Casting.h>

#include "compiler/queries/name_at.h"
#include "compiler/queries/steps.h"

namespace meshc::queries {
namespace {

/// What more there is to say, by what the name means where it stands.
std::string DescribeUse(const CheckedRoot& root, Place place, const NameAt& name) {
  const DeclaredKind kind = name.declared->kind;
  if (kind == DeclaredKind::kField) return DescribePresence(root, place, *name.declared);
  std::string text;
  const bool callable =
      kind == DeclaredKind::kProcessor || kind == DeclaredKind::kRouter || kind == DeclaredKind::kFlow;
  if (!callable) return text;
  const Step step = StepAround(root, place);
  if (step.call != nullptr && step.call->callee.name.range == name.range)
    text = DescribeStep(root, *step.call) + DescribeFields(root, place);
  if (kind != DeclaredKind::kFlow) return text;
  const auto& flow = llvm::cast<syntax::FlowDeclaration>(*name.declared->declaration);
  const types::FlowId id = IdOf(root, flow);
  return id.has_value() ? text + DescribeBudget(root, id) : text;
}

/// Between names: what holds there.
std::optional<Hover> DescribePlace(const CheckedRoot& root, Place place) {
  const syntax::FlowDeclaration* flow = FlowAround(root, place);
  if (flow == nullptr || place.offset <= flow->header.end) return std::nullopt;
  std::string text = DescribeFields(root, place);
  if (text.empty()) return std::nullopt;
  text.erase(0, text.find_first_not_of('\n'));
  return Hover{{place.file, place.offset, place.offset}, std::move(text)};
}

}  // namespace

std::optional<Hover> FindHover(const CheckedRoot& root, Place place) {
  if (root.program() == nullptr) return std::nullopt;
  const auto name = FindNameAt(root, place);
  if (!name) return DescribePlace(root, place);
  return Hover{name->range, DescribeDeclaration(root, *name->declared) + DescribeUse(root, place, *name)};
}

}  // namespace meshc::queries
