#include "tests/unit/compiler/budget/later_facts.h"

#include <llvm/Support/Casting.h>

#include "compiler/budget/statements.h"
#include "compiler/sema/quantity.h"

namespace meshc::budget::test {
namespace {

using llvm::dyn_cast;

class FactsMaker {
 public:
  FactsMaker(sema::TypedProgram& program, const sema::Flow& flow) : program_(program), flow_(flow) {}

  void Make(const syntax::Statement& statement) {
    std::uint32_t& index = program_.facts[statement.range.file.index].index[statement.id];
    if (index != types::FlowId::kNone) return;
    if (const auto* follow = dyn_cast<syntax::FollowStatement>(&statement)) {
      index = Add(program_.follows, StepsOf(program_.FactsOf(follow->router).actor));
    } else if (const auto* each = dyn_cast<syntax::EachStatement>(&statement)) {
      index = Add(program_.eaches, CollectsOf(*each));
    } else if (const auto* await = dyn_cast<syntax::AwaitStatement>(&statement)) {
      const std::int64_t timeout_ns = sema::Nanoseconds(await->timeout.value).value_or(0);
      index = Add(program_.awaits, sema::AwaitFacts{{}, SlotOf(await->field), timeout_ns});
    }
  }

 private:
  template <typename Facts>
  static std::uint32_t Add(std::vector<Facts>& store, Facts facts) {
    store.push_back(std::move(facts));
    return static_cast<std::uint32_t>(store.size() - 1);
  }

  std::optional<std::uint32_t> SlotOf(const syntax::Identifier& name) const {
    const auto& fields = program_.declarations.envelopes[flow_.envelope].fields;
    for (std::uint32_t i = 0; i < fields.size(); ++i) {
      if (fields[i].name == name.text.str()) return i;
    }
    return std::nullopt;
  }

  sema::FollowFacts StepsOf(types::ActorId router) const {
    sema::FollowFacts facts;
    for (const std::string& name : program_.declarations.actors[router].steps) {
      sema::CallFacts call;
      for (const auto id : program_.declarations.actors.ids()) {
        if (program_.declarations.actors[id].name == name) call.actor = id;
      }
      for (const auto id : program_.flows.ids()) {
        if (program_.flows[id].name == name) call.flow = id;
      }
      facts.steps.push_back(std::move(call));
    }
    return facts;
  }

  sema::EachFacts CollectsOf(const syntax::EachStatement& each) const {
    sema::EachFacts facts;
    for (const syntax::CollectClause& collect : each.collects) {
      facts.collects.emplace_back(SlotOf(collect.from).value_or(0), SlotOf(collect.into).value_or(0));
    }
    return facts;
  }

  sema::TypedProgram& program_;
  const sema::Flow& flow_;
};

}  // namespace

void AddLaterFacts(sema::TypedProgram& program) {
  for (const auto id : program.flows.ids()) {
    FactsMaker maker(program, program.flows[id]);
    ForEachStatement(*program.flows[id].declaration,
                     [&](const syntax::Statement& statement, bool) { maker.Make(statement); });
  }
}

}  // namespace meshc::budget::test
