// What a transition leaves in the store beside a broker that is asked for messages only. State and messages
// cannot change together: the state is changed with what is to be sent beside it, then that is sent, then the
// input is acknowledged. Whoever gets the input again, or a copy of it, finds what may not have been sent,
// and sends it; what he sends by himself then (Transition::sends_again) is not left there.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mesh/transport/clock.h"
#include "mesh/transport/ledger.h"
#include "mesh/transport/mark.h"

namespace mesh::transport {

/// Thread rule: every function may be called from any thread.
class StoreCarrier {
 public:
  /// The clock outlives it. `joins_owners`: of the store's ledger. `mark` tells what is written apart from
  /// all that others write.
  explicit StoreCarrier(const Clock& clock, bool joins_owners = true,
                        std::function<std::string()> mark = NewMark)
      : clock_(clock), joins_owners_(joins_owners), mark_(std::move(mark)) {}

  struct Work {
    transport::Plan plan;
    std::string nonce;   ///< Of the input; empty: there is none.
    bool again = false;  ///< The input was lent before.
    /// Most likely nothing is kept of its root: it enters, or nothing was kept when it was sent.
    bool is_unkept = false;
    // What the last planning came to.
    std::vector<Sending> sends = {};
    std::vector<std::string> batches = {};  ///< Keys under which these stand.
    bool resends = false;                   ///< Some of them stood there before.
    bool erases = false;                    ///< `obsolete` goes with it.
    // Of Begin.
    std::vector<std::string> obsolete = {};
    std::optional<Transition> first = {};
  };
  /// Plans for the first time, on `state`. True: nothing but `sends` follows, the store is not asked, and the
  /// plan is let go.
  bool Begin(Work& work, const state::State& state);
  /// What the store is to do; `sends` are for the broker. The first time it is what Begin has planned.
  Transition Plan(Work& work, const state::State& state);
  /// All of `sends` is safe: what stands of it in the store is erased with the next change, of the same root
  /// where the store changes nothing else with it; there what nobody changes any more goes by itself. What is
  /// to be erased at once: a copy that finds it would send it once more, and what that leads to again.
  std::vector<state::Change> Sent(const Work& work);
  /// It has come to nothing: what it would have erased is left to another one.
  void GiveBack(Work work);
  /// What nobody has erased yet.
  std::vector<state::Change> TakeErasures();

 private:
  void TakeObsolete(Work& work, const std::string& owner);
  /// Whether more may change with it: else the store would compare the owner instead of what it relies on.
  bool MayAdd(const Transition& transition, const std::string& owner) const;
  std::string PartOf(const std::string& owner) const { return joins_owners_ ? std::string() : owner; }

  const Clock& clock_;
  const bool joins_owners_;
  const std::function<std::string()> mark_;
  std::mutex mutex_;
  std::map<std::string, std::vector<std::string>> obsolete_;  ///< By what is changed together.
};

}  // namespace mesh::transport
