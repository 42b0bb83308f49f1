// A virtual clock whose actions of one moment run by rank.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "mesh/transport/clock.h"

namespace meshc::property {

/// For one thread. Of the actions of one moment those of the lowest rank run first, and of one rank, other
/// than on other clocks, the one that was planned last: what it limits lies within what the others limit, so
/// that on a tie the inner one counts for the outer one.
class RankedClock {
 public:
  /// One of its ranks, as a clock.
  class Rank final : public mesh::transport::Clock {
   public:
    Rank(RankedClock& of, int rank) : of_(of), rank_(rank) {}
    std::int64_t now_ns() const override { return of_.now_ns_; }
    mesh::transport::TimerId At(std::int64_t time_ns, mesh::transport::Action action) override {
      const std::uint64_t order = ++of_.planned_;
      of_.actions_.emplace(Place(time_ns, rank_, -static_cast<std::int64_t>(order)), std::move(action));
      return {time_ns, order};
    }
    void Cancel(mesh::transport::TimerId timer) override {
      of_.actions_.erase(Place(timer.time_ns, rank_, -static_cast<std::int64_t>(timer.order)));
    }

   private:
    RankedClock& of_;
    const int rank_;
  };

  /// Does the next action, at its moment. False: there is none.
  bool RunNext() {
    if (actions_.empty()) return false;
    const auto next = actions_.begin();
    now_ns_ = std::max(now_ns_, std::get<0>(next->first));
    const mesh::transport::Action action = std::move(next->second);
    actions_.erase(next);
    action();
    return true;
  }

 private:
  using Place = std::tuple<std::int64_t, int, std::int64_t>;
  std::map<Place, mesh::transport::Action> actions_;
  std::int64_t now_ns_ = 0;
  std::uint64_t planned_ = 0;
};

}  // namespace meshc::property
