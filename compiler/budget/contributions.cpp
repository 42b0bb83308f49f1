#include <llvm/ADT/MapVector.h>

#include <algorithm>

#include "compiler/budget/path.h"

namespace meshc::budget {
namespace {

/// How often each part of one path is taken. A part stands before the whole, so one pass from the
/// whole downwards knows all counts, however often parts are shared.
class Weights {
 public:
  Weights(const Paths& paths, PathId path) : paths_(paths), weights_(path.has_value() ? path.index + 1 : 0) {
    if (path.has_value()) weights_[path.index] = Amount(1);
    for (std::size_t i = weights_.size(); i-- > 0;) Distribute({static_cast<std::uint32_t>(i)});
  }

  /// One for every place in source that takes time, in order of first appearance in the flow.
  std::vector<Contribution> Contributions() const {
    llvm::MapVector<std::pair<std::uint32_t, std::uint32_t>, Contribution> by_place;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      const Paths::Part& part = paths_[{static_cast<std::uint32_t>(i)}];
      if (part.kind != Paths::Kind::kStep || weights_[i] == Amount()) continue;
      const Step& step = paths_.StepOf(part);
      if (step.time == Amount()) continue;
      Contribution& sum =
          by_place.insert({{step.range.file.index, step.range.begin}, {step, {}, {}}}).first->second;
      sum.times = sum.times + weights_[i];
      sum.time = sum.time + step.time * weights_[i];
    }
    std::vector<Contribution> all;
    for (auto& [place, contribution] : by_place) all.push_back(std::move(contribution));
    return all;
  }

 private:
  void Distribute(PathId id) {
    const Paths::Part& part = paths_[id];
    const Amount weight = weights_[id.index];
    if (part.kind == Paths::Kind::kStep || weight == Amount()) return;
    Give(part.first, part.kind == Paths::Kind::kTimes ? weight * part.count : weight);
    if (part.kind == Paths::Kind::kThen) Give(part.second, weight);
  }

  void Give(PathId id, Amount weight) { weights_[id.index] = weights_[id.index] + weight; }

  const Paths& paths_;
  std::vector<Amount> weights_;
};

}  // namespace

std::vector<Contribution> LargestContributions(const Paths& paths, PathId path, std::size_t most) {
  std::vector<Contribution> all = Weights(paths, path).Contributions();
  std::stable_sort(all.begin(), all.end(),
                   [](const Contribution& a, const Contribution& b) { return b.time < a.time; });
  if (all.size() > most) all.resize(most);
  return all;
}

}  // namespace meshc::budget
