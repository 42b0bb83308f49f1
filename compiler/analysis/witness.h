// A shortest path that shows why something is not known at a point.
#pragma once

#include <string>
#include <vector>

#include "compiler/analysis/path_words.h"
#include "compiler/analysis/solution.h"

namespace meshc::analysis {

enum class Question : std::uint8_t {
  kAbsent,   ///< How does control get here without a value in the place?
  kWritten,  ///< How does control get here after a write of the field?
};

struct Witness {
  /// From the entry of the flow to the point, that one included; the middle of a long one is `…`.
  std::vector<std::string> path;
  ir::PointId writer;  ///< kWritten: the write that comes first; none: not found.
  /// kWritten: the steps of one flow or block that lead to the two writes: two calls of a flow that
  /// writes, say. The same one twice: a loop comes round.
  ir::PointId first_step, second_step;
};

/// Searches only when there is something to report; so that a program full of mistakes costs no
/// more than one that is right, the work of all searches together is bounded. Then paths are empty.
class WitnessFinder {
 public:
  explicit WitnessFinder(const Solution& solution) : solution_(solution) {}

  Witness Find(ir::PointId point, PlaceId place, Question question);

 private:
  struct Leg;  ///< A path through one region.
  Leg Search(RegionId region, ir::PointId point, PlaceId place, Question question, bool any);
  bool BitAt(const Known& known, PlaceId place, Question question) const;
  void Describe(const Leg& leg, PathWords& words) const;
  /// The write that a step over `point` makes: its own, or one inside of what it enters.
  ir::PointId WriterIn(ir::PointId point, PlaceId place, int depth);
  ir::PointId WriterInRegion(RegionId region, PlaceId place, int depth);

  const Solution& solution_;
  std::size_t nodes_left_ = 10'000'000;
};

}  // namespace meshc::analysis
