#include "compiler/budget/field_writes.h"

#include <llvm/Support/Casting.h>

#include <map>
#include <utility>

#include "compiler/budget/statements.h"

namespace meshc::budget {
namespace {

using llvm::dyn_cast;
using source::SourceRange;

class WriteSearch {
 public:
  WriteSearch(const sema::TypedProgram& program, types::FlowId flow, bool entered_by_callers)
      : program_(program),
        flow_(program.flows[flow]),
        fields_(program.declarations.envelopes[flow_.envelope].fields),
        entered_by_callers_(entered_by_callers) {}

  std::vector<FieldState> Run() && {
    ForEachStatement(*flow_.declaration, [&](const syntax::Statement& statement, bool in_loop) {
      AddResults(statement, in_loop);
      AddTargets(statement, in_loop);
    });
    std::vector<FieldState> found;
    for (auto& [slot, writes] : writes_) {
      if (MayLose(fields_[slot], writes)) found.push_back({fields_[slot].name, std::move(writes.places)});
    }
    return found;
  }

 private:
  struct Writes {
    std::vector<Overwrite> places;
    bool again = false;  ///< One of them reads or repeats what was written.
  };

  void Add(std::optional<std::uint32_t> slot, std::string by, SourceRange range, bool again) {
    if (!slot) return;
    writes_[*slot].places.push_back({std::move(by), range});
    writes_[*slot].again |= again;
  }

  void AddResults(const syntax::Statement& statement, bool in_loop) {
    if (llvm::isa<syntax::TapStatement>(statement)) return;
    ForEachCall(program_, statement, [&](const sema::CallFacts& call, SourceRange range) {
      for (const sema::ResultSink& result : call.results) Add(result.field, NameOf(call), range, in_loop);
    });
  }

  void AddTargets(const syntax::Statement& statement, bool in_loop) {
    if (const auto* set = dyn_cast<syntax::SetStatement>(&statement)) {
      const sema::SetFacts& facts = program_.FactsOf(*set);
      const bool changes = set->op != syntax::SetOperator::kAssign || !facts.path.empty();
      Add(facts.field, "set", set->target.front().range, in_loop || changes);
    } else if (const auto* each = dyn_cast<syntax::EachStatement>(&statement)) {
      const auto& collects = program_.FactsOf(*each).collects;
      for (std::size_t i = 0; i < collects.size(); ++i) {
        Add(collects[i].second, "collect", each->collects[i].into.range, in_loop);
      }
    } else if (const auto* await = dyn_cast<syntax::AwaitStatement>(&statement)) {
      Add(program_.FactsOf(*await).field, "await", await->field.range, in_loop);
    }
  }

  std::string NameOf(const sema::CallFacts& call) const {
    return call.actor.has_value() ? program_.declarations.actors[call.actor].name
                                  : program_.flows[call.flow].name;
  }

  bool MayLose(const types::Field& field, const Writes& writes) const {
    if (field.mode != types::WriteMode::kVar) return false;
    const bool present_at_start = field.in || field.default_value || entered_by_callers_;
    return present_at_start || writes.again || writes.places.size() > 1;
  }

  const sema::TypedProgram& program_;
  const sema::Flow& flow_;
  const std::vector<types::Field>& fields_;
  bool entered_by_callers_;
  std::map<std::uint32_t, Writes> writes_;  ///< By slot.
};

}  // namespace

std::vector<FieldState> FindOverwrites(const sema::TypedProgram& program, types::FlowId flow,
                                       bool entered_by_callers) {
  return WriteSearch(program, flow, entered_by_callers).Run();
}

}  // namespace meshc::budget
