// What is done for a customer.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "shop_support/types.h"

namespace shop_support::rules {

/// The actions that an intent asks for, in order; none for most.
std::vector<Action> ActionsFor(Category category);

/// Only cancelling an order is ever refused.
bool IsAllowed(Action action, const Customer& customer, const Intent& intent, const Urgency& urgency);

/// The effects that were carried out: stands for the systems of the shop. One effect for each key,
/// however often it is asked for. Used by one thread.
class Ledger {
 public:
  /// The receipt of the effect: equal for equal `subject` and `action`.
  std::string Perform(std::string_view key, Action action, std::string_view subject);
  std::size_t effect_count() const { return effects_.size(); }

 private:
  std::set<std::pair<std::string, Action>> effects_;
};

}  // namespace shop_support::rules
