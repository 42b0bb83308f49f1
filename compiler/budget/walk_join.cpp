// `parallel` and `each`: children that run at once, and the join that waits for them.
#include <fmt/format.h>

#include <utility>

#include "compiler/budget/flow_walk.h"
#include "compiler/budget/list_length.h"
#include "compiler/sema/expressions/durations.h"
#include "compiler/source/first_word.h"

namespace meshc::budget {

using types::BuiltinError;

namespace {

constexpr std::string_view kParallel = "parallel";
constexpr std::string_view kEach = "each";

}  // namespace

// However the child ends, the join hears of it; in a child the sla's clock never stands still.
Cost FlowWalk::Child(std::optional<Cost> worst, const Ways& ways) {
  KeepWorse(worst, WorstOf(ways));
  worst->clocked = worst->done.longest;
  worst->parked = {};
  worst->done.messages = worst->done.messages + Amount(1);
  return *worst;
}

void FlowWalk::Parallel(const syntax::ParallelStatement& statement) {
  const bool outer = std::exchange(in_child_, true);
  Ways failures;
  std::optional<Cost> all;
  for (std::size_t i = 0; i < statement.branches.size(); ++i) {
    const syntax::Branch& branch = statement.branches[i];
    Ways ways;
    const std::optional<Cost> ended = Apart(ways, [&] { Walk(*branch.body); });
    const Cost child = Under(paths_, fmt::format("[branch {}]", i + 1), Child(ended, ways));
    all = all ? Beside(paths_, *all, child) : child;
    if (!branch.optional) PassErrors(ways, failures, [](const Cost& cost) { return cost; });
  }
  in_child_ = outer;
  if (!all) return;
  Join({*all, failures, statement.wait, statement.timeout, std::string(kParallel),
        source::FirstWord(statement.range, kParallel)});
}

void FlowWalk::Each(const syntax::EachStatement& statement) {
  const source::SourceRange place = source::FirstWord(statement.range, kEach);
  if (MayRaiseAt(place, BuiltinError::kExpressionError)) Raise(BuiltinError::kExpressionError);
  const bool outer = std::exchange(in_child_, true);
  Ways ways;
  const std::optional<Cost> ended = Apart(ways, [&] { Walk(statement.body); });
  in_child_ = outer;
  const Amount length = LargestLength(program_, statement);
  const Cost all = Spread(paths_, Child(ended, ways), length, WavesOf(statement, length));
  NoteEndless(statement, all);
  Join({Under(paths_, "[each]", all), ways, statement.wait, statement.timeout, std::string(kEach), place});
}

void FlowWalk::NoteEndless(const syntax::EachStatement& statement, const Cost& all) {
  const source::SourceRange keyword = source::FirstWord(statement.range, kEach);
  const bool endless_time = !all.done.longest.time.is_bounded() && !statement.timeout.present;
  if (!all.done.messages.is_bounded() && !endless_.count.has_value()) endless_.count = keyword;
  if (endless_time && !endless_.time.has_value()) endless_.time = keyword;
}

// Without a width all elements run at once.
Amount FlowWalk::WavesOf(const syntax::EachStatement& statement, Amount length) {
  if (!statement.width.present) return Amount(1);
  if (!length.is_bounded()) return length;
  const std::int64_t width = statement.width.value;
  return Amount(length.value() / width + (length.value() % width == 0 ? 0 : 1));
}

void FlowWalk::Join(const Children& children) {
  Cost cost = children.all;
  if (children.timeout.present) {
    const std::int64_t limit_ns = sema::Nanoseconds(children.timeout.value).value_or(Amount::kLargest);
    cost = Limited(paths_, cost, limit_ns, children.word, children.keyword);
  }
  Add(cost);
  const bool waits_for_all = !children.wait.present || children.wait.kind == syntax::WaitKind::kAll;
  if (waits_for_all) {
    for (const auto& [error, ignored] : children.failures.raised) ways_->Raise({error}, *here_);
  }
  // The list of an `each` was evaluated before.
  for (const types::ErrorId error : arising_.At(children.keyword)) {
    if (error != types::IdOf(BuiltinError::kExpressionError)) ways_->Raise(error, *here_);
  }
}

}  // namespace meshc::budget
