#include <fmt/core.h>

#include "compiler/sema/build.h"
#include "compiler/sema/flow_checker.h"
#include "compiler/sema/quantity.h"

namespace meshc::sema {

void FlowChecker::CheckMax(const syntax::CountClause& max, SourceRange loop, std::string_view word) {
  if (max.present) {
    CheckCount(context_, max, "max", kMaxRounds);
    return;
  }
  // The word itself: the loop may be long.
  const SourceRange start{loop.file, loop.begin, loop.begin + static_cast<std::uint32_t>(word.size())};
  context_.diagnostics.Report(diag::MissingMax, start, Word{std::string(word)})
      .AddHelp(
          fmt::format("write `max N` behind it, with N at most {}: it makes every route finite", kMaxRounds));
}

void FlowChecker::CheckLoopBody(const syntax::Block& body) {
  enclosures_.push_back(Enclosure::kLoop);
  CheckBlock(body);
  enclosures_.pop_back();
}

void FlowChecker::CheckWhile(const syntax::WhileStatement& loop) {
  CheckMax(loop.max, loop.range, "while");
  Expressions().CheckCondition(*loop.condition);
  CheckLoopBody(loop.body);
  CheckBlock(loop.else_body);
}

void FlowChecker::CheckRepeat(const syntax::RepeatStatement& loop) {
  CheckMax(loop.max, loop.range, "repeat");
  CheckLoopBody(loop.body);
  Expressions().CheckCondition(*loop.until);
  CheckBlock(loop.else_body);
}

void FlowChecker::CheckLoop(const syntax::LoopStatement& loop) {
  CheckMax(loop.max, loop.range, "loop");
  CheckLoopBody(loop.body);
  CheckBlock(loop.else_body);
}

}  // namespace meshc::sema
