// The way through a flow that takes longest: steps, one after the other, some of them many times.
#pragma once

#include <string>
#include <vector>

#include "compiler/budget/amount.h"
#include "compiler/budget/visit.h"

namespace meshc::budget {

using PathId = Id<struct PathTag>;  ///< None: the path without steps.

/// A call, a park or a jump; or, without a range, a mark that tells which way was taken.
struct Step {
  std::string text;  ///< `generator`, `return`, `[else]`
  source::SourceRange range;
  Amount time;
  Visit visit;  ///< Of a call of an actor.
};

/// Paths share their parts, so that the paths of a flow take no more room than its statements.
/// Append-only; a part always has a smaller id than the whole.
class Paths {
 public:
  PathId Add(Step step);
  PathId Mark(std::string text) { return Add({std::move(text), {}, {}, {}}); }
  PathId Then(PathId first, PathId second);
  /// A count that is unbounded shows as `n`.
  PathId Times(PathId path, Amount count);

 private:
  friend std::vector<std::string> PathText(const Paths& paths, PathId path);
  friend class Weights;

  enum class Kind : std::uint8_t { kStep, kThen, kTimes };
  struct Part {
    Kind kind = Kind::kStep;
    std::uint32_t step = 0;
    PathId first;
    PathId second;
    Amount count;
  };
  PathId Add(Part part);

  std::vector<Step> steps_;
  Store<PathId, Part> parts_;
};

/// `a`, `3 x (b > c)`, `[else]`, `d`. A path of many steps ends in `...`.
std::vector<std::string> PathText(const Paths& paths, PathId path);

/// What one call or park adds to the time of a path.
struct Contribution {
  Step step;
  Amount times;
  Amount time;  ///< Of all times together.
};

/// The `most` largest ones, largest first; what takes no time is none.
std::vector<Contribution> LargestContributions(const Paths& paths, PathId path, std::size_t most);

}  // namespace meshc::budget
