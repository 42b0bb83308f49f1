// What running a stretch of a flow may take at most.
#pragma once

#include <optional>
#include <string>

#include "compiler/budget/path.h"

namespace meshc::budget {

/// The longest time, in nanoseconds, and a path that takes it.
struct Longest {
  Amount time;
  PathId path;
};

struct Load {
  Longest longest;
  Amount hops;      ///< First deliveries to an actor.
  Amount messages;  ///< Hops, repeated attempts, children of forks, copies of taps.
  Amount money;     ///< Billionths of what `@cost` names.
};

/// Each number is an upper bound of its own: the path with the most hops need not be the longest one.
struct Cost {
  Load done;
  Longest clocked;  ///< Of the time during which the sla's clock runs.
  Amount parked;    ///< The time during which it stands still.
  Load undo;        ///< What undoing it all would take, should a saga around it fail.
};

/// `first`, then `second`. What was done last is undone first.
Cost Then(Paths& paths, const Cost& first, const Cost& second);

/// `count` rounds of `body`.
Cost Times(Paths& paths, const Cost& body, Amount count);

/// Both at once: the longer one is waited for, and undoing goes one by one.
Cost Beside(Paths& paths, const Cost& first, const Cost& second);

/// `count` children that run `body`, as many at once as makes `waves` of them.
Cost Spread(Paths& paths, const Cost& body, Amount count, Amount waves);

/// The larger of each number; that of `first` if they are equal.
Cost Worse(const Cost& first, const Cost& second);

/// The same for ways that may not exist.
void KeepWorse(std::optional<Cost>& kept, const std::optional<Cost>& other);

/// What was done, and then the undoing of it.
Cost Undone(Paths& paths, const Cost& cost);

/// The same cost; the path that leads to it ends in `mark`.
Cost Marked(Paths& paths, const Cost& cost, const std::string& mark);

/// The same cost; its paths start with `mark` unless they are empty.
Cost Under(Paths& paths, const std::string& mark, const Cost& cost);

/// The same cost as one step of a path, whatever was inside.
Cost AsStep(Paths& paths, const Cost& cost, const std::string& text, source::SourceRange range);

/// No more than `limit` of time on each clock; `text` stands for what was cut off.
Cost Limited(Paths& paths, const Cost& cost, std::int64_t limit_ns, const std::string& text,
             source::SourceRange range);

}  // namespace meshc::budget
