// The way through a flow that takes longest: steps, one after the other, some of them many times.
#pragma once

#include <cstdint>
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
  enum class Kind : std::uint8_t { kStep, kThen, kTimes };
  struct Part {
    Kind kind = Kind::kStep;
    std::uint32_t step = 0;
    PathId first;
    PathId second;
    Amount count;
    std::uint32_t size = 1;  ///< Steps as written, up to kManySteps.
  };
  static constexpr std::uint32_t kManySteps = 1'000;

  PathId Add(Step step);
  PathId Mark(std::string text) { return Add({std::move(text), {}, {}, {}}); }
  PathId Then(PathId first, PathId second);
  PathId Times(PathId path, Amount count);

  const Part& operator[](PathId path) const { return parts_[path]; }
  const Step& StepOf(const Part& part) const { return steps_[part.step]; }

 private:
  std::vector<Step> steps_;
  Store<PathId, Part> parts_;
};

/// `a`, `3 x (b > c)`, `[else]`, `d`; a count without a bound is `n`. Of a long path the first 8 and the
/// last 24 steps, with `…` for those between them.
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
