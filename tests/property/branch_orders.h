// What a run owes to the order of its branches: scenarios run one after the other, hosts all at once.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "mesh/contract/route_table.h"
#include "mesh/observation/observer.h"

namespace meshc::property {

/// Looks on at a run of the deterministic host. The table outlives it.
class BranchOrders final : public mesh::observation::Observer {
 public:
  explicit BranchOrders(const mesh::contract::RouteTable& table) : table_(table) {}
  void Observe(const mesh::observation::Event& event) override;

  /// False: which branches count, what is known of them, or which envelope gets which signal may be otherwise
  /// where branches run side by side. Of a join that waits for some, scenarios take the first in the order
  /// declared, and hosts those that end first, of which those that end at one moment are none.
  bool one_order() const { return one_order_; }
  /// The envelope is one of a branch that has ended after its join was decided, or stands below one: what it
  /// does meanwhile is not done where branches run side by side.
  bool IsLate(const std::string& envelope) const;
  /// By envelope: its parent; empty: it is the root.
  const std::map<std::string, std::string>& parents() const { return parents_; }

 private:
  struct Branch {
    std::string id;
    std::int64_t end_ns = 0;
    bool failed = false;
    bool has_history = false;  ///< Its parent gets entries of its recovery log, or calls to be undone.
  };
  struct Open {
    const mesh::contract::Fork* fork = nullptr;
    std::int64_t start_ns = 0;
    std::vector<Branch> branches;  ///< By index: of those that have ended.
  };
  void Know(const mesh::Envelope& envelope) { parents_[envelope.id] = envelope.parent_id; }
  void End(const mesh::Envelope& envelope, std::int64_t time_ns);
  void Decide(const Open& open);
  void GiveUp(const Open& open);
  void Decide(const Open& open, std::int64_t decided_ns, bool success);

  const mesh::contract::RouteTable& table_;
  std::map<std::string, std::string> parents_;
  std::map<std::string, Open> open_;  ///< By parent.
  std::set<std::string> late_;
  std::set<std::string> copies_;
  bool one_order_ = true;
};

}  // namespace meshc::property
