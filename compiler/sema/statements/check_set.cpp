#include <algorithm>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/expressions/fit.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/sema/names/suggest.h"
#include "compiler/sema/statements/flow_checker.h"
#include "compiler/sema/statements/target.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {

using syntax::SetOperator;
using types::TypeKind;
using types::WriteMode;

namespace {

std::string_view Spelling(SetOperator op) {
  switch (op) {
    case SetOperator::kAssign: return "=";
    case SetOperator::kAdd: return "+=";
    case SetOperator::kSubtract: return "-=";
    case SetOperator::kMultiply: return "*=";
  }
  NoSuchEnumerator();
}

/// The kind that `op` takes on its right side; invalid if it does not work on `kind`.
TypeKind RightSide(SetOperator op, TypeKind kind) {
  if (IsNumber(kind)) return kind;
  const bool times = kind == TypeKind::kDuration || kind == TypeKind::kTimestamp;
  if (times && op != SetOperator::kMultiply) return TypeKind::kDuration;
  return op == SetOperator::kAdd && kind == TypeKind::kString ? kind : TypeKind::kInvalid;
}

/// Where `set log = element;` lacks its `+`: the writer forgot that logs grow. None: a whole list, which
/// means something else, or a remark stands in between.
SourceRange MissingPlus(const Context& context, const syntax::SetStatement& set) {
  const bool element = set.op == SetOperator::kAssign && set.target.size() == 1 && set.value != nullptr &&
                       set.value->kind != syntax::ExpressionKind::kList;
  if (!element) return {};
  const SourceRange name = set.target.front().range;
  const std::string_view between = context.sources.Text({name.file, name.end, set.value->range.begin});
  const std::size_t blanks = std::min(between.find_first_not_of(" \t\r\n"), between.size());
  if (blanks == between.size() || between[blanks] != '=') return {};
  const std::uint32_t at = name.end + static_cast<std::uint32_t>(blanks);
  return {name.file, at, at};
}

}  // namespace

void FlowChecker::CheckSet(const syntax::SetStatement& set) {
  SetFacts facts;
  facts.target = types().invalid();
  const auto slot = set.target.empty() ? std::nullopt : FindTarget(context_, scope_, set.target.front());
  const TypeId type = slot && CheckSetMode(set, FieldAt(context_, scope_, *slot))
                          ? WalkTarget(set, FieldAt(context_, scope_, *slot).type, facts)
                          : types().invalid();
  if (type != types().invalid()) facts.field = slot;
  CheckSetOperator(set, type, facts);
  context_.SetIndex(set.range, set.id, context_.program.sets.size());
  context_.program.sets.push_back(std::move(facts));
}

bool FlowChecker::CheckSetMode(const syntax::SetStatement& set, const types::Field& field) {
  const SourceRange range = set.target.front().range;
  if (!CheckWritable(context_, range, field)) return false;
  if (field.mode == WriteMode::kLog && (set.op != SetOperator::kAdd || set.target.size() > 1)) {
    auto report = context_.diagnostics.Report(diag::LogAssignment, set.range, Name{field.name})
                      .AddLabel(field.origin.range, "the field");
    const std::string help = "`set " + field.name + " += ...;` appends one element";
    if (const SourceRange plus = MissingPlus(context_, set); plus.has_value()) {
      report.AddFix(help, {{plus, "+"}}, diagnostics::Applicability::kMachine);
    } else {
      report.AddHelp(help);
    }
    return false;
  }
  if (set.target.size() > 1 && field.mode != WriteMode::kVar) {
    context_.diagnostics.Report(diag::MemberOfOnce, range, Name{field.name})
        .AddLabel(field.origin.range, "the field")
        .AddHelp("declare it `var`, or set the whole field once");
    return false;
  }
  return true;
}

/// The type at the end of `field.a.b`; invalid if something on the way was reported.
TypeId FlowChecker::WalkTarget(const syntax::SetStatement& set, TypeId type, SetFacts& facts) {
  for (const Identifier& link : set.target.drop_front()) {
    const types::Type record = types()[types().Present(type)];
    if (record.kind == TypeKind::kInvalid || link.text.empty()) return types().invalid();
    if (record.kind != TypeKind::kRecord) {
      context_.diagnostics.Report(diag::NoMembers, link.range, Show(context_, type))
          .AddHelp("only members of records can be set");
      return types().invalid();
    }
    const auto& members = context_.declarations().records[record.record()].members;
    const auto found = context_.record_members[record.decl].find(link.text);
    if (found == context_.record_members[record.decl].end()) {
      Suggest(
          context_,
          context_.diagnostics.Report(diag::UnknownMember, link.range, Show(context_, type), NameOf(link)),
          link, NamesOf(members));
      context_.FollowsFrom(Show(context_, type).text);
      return types().invalid();
    }
    NoteUse(context_, members[found->second].name, members[found->second].origin, link.range);
    facts.path.push_back(found->second);
    type = members[found->second].type;
  }
  return type;
}

void FlowChecker::CheckSetOperator(const syntax::SetStatement& set, TypeId type, SetFacts& facts) {
  facts.target = type;
  if (set.op != SetOperator::kAssign && type != types().invalid()) {
    const TypeId present = types().Present(type);
    const types::Type target = types()[present];
    facts.append = set.op == SetOperator::kAdd && target.kind == TypeKind::kList;
    const TypeKind right = RightSide(set.op, target.kind);
    if (facts.append) {
      facts.target = target.element;
    } else if (right == target.kind) {
      // The sum is checked at run time; the summand may be anything.
      facts.target = types().Unconstrained(present);
    } else if (right != TypeKind::kInvalid) {
      facts.target = types().Basic(right);
    } else {
      facts.target = types().invalid();
      context_.diagnostics.Report(diag::SetOperatorType, set.range, Lexeme{std::string(Spelling(set.op))},
                                  NameOf(set.target.back()), Show(context_, type));
    }
  }
  if (set.value != nullptr) Expressions().CheckFits(*set.value, facts.target);
}

}  // namespace meshc::sema
