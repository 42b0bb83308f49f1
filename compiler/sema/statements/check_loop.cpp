#include <fmt/core.h>

#include <utility>

#include "compiler/diagnostics/diagnostics_4_flows.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/expressions/quantity.h"
#include "compiler/sema/statements/flow_checker.h"
#include "compiler/source/first_word.h"

namespace meshc::sema {

/// `word` is the one that the loop starts with: the loop itself may be long.
void FlowChecker::CheckMax(const syntax::CountClause& max, SourceRange word) {
  if (max.present) {
    CheckCount(context_, max, "max", kMaxRounds);
    return;
  }
  context_.diagnostics.Report(diag::MissingMax, word, Word{std::string(context_.sources.Text(word))})
      .AddHelp(
          fmt::format("write `max N` behind it, with N at most {}: it makes every route finite", kMaxRounds));
}

void FlowChecker::CheckLoopBody(const syntax::Block& body, SourceRange word) {
  enclosures_.push_back(Enclosure::kLoop);
  const SourceRange outer = std::exchange(around_.loop, word);
  CheckBlock(body);
  around_.loop = outer;
  enclosures_.pop_back();
}

void FlowChecker::CheckWhile(const syntax::WhileStatement& loop) {
  const SourceRange word = source::FirstWord(loop.range, "while");
  CheckMax(loop.max, word);
  Expressions().CheckCondition(*loop.condition);
  CheckLoopBody(loop.body, word);
  CheckBlock(loop.else_body);
}

void FlowChecker::CheckRepeat(const syntax::RepeatStatement& loop) {
  const SourceRange word = source::FirstWord(loop.range, "repeat");
  CheckMax(loop.max, word);
  CheckLoopBody(loop.body, word);
  Expressions().CheckCondition(*loop.until);
  CheckBlock(loop.else_body);
}

void FlowChecker::CheckLoop(const syntax::LoopStatement& loop) {
  const SourceRange word = source::FirstWord(loop.range, "loop");
  CheckMax(loop.max, word);
  CheckLoopBody(loop.body, word);
  CheckBlock(loop.else_body);
}

}  // namespace meshc::sema
