#include "actions.h"

#include <cstdint>
#include <cstdio>
#include <utility>

namespace shop_support::rules {
namespace {

/// FNV-1a: short, and the same everywhere.
std::uint32_t Digest(std::string_view text) {
  std::uint32_t digest = 2166136261U;
  for (const char c : text) digest = (digest ^ static_cast<unsigned char>(c)) * 16777619U;
  return digest;
}

const char* Prefix(Action action) {
  switch (action) {
    case Action::generate_return_label: return "RL";
    case Action::process_return: return "RT";
    case Action::cancel_order: return "CO";
    case Action::add_customer_note: return "CN";
  }
  return "";
}

}  // namespace

std::vector<Action> ActionsFor(Category category) {
  if (category == Category::return_request) return {Action::generate_return_label, Action::process_return};
  if (category == Category::cancellation_request) return {Action::cancel_order};
  if (category == Category::billing_question) return {Action::add_customer_note};
  return {};
}

bool IsAllowed(Action action, const Customer& customer, const Intent& intent, const Urgency& urgency) {
  if (action != Action::cancel_order) return true;
  return customer.tier != Tier::standard || intent.confidence > 0.8 || urgency.level == UrgencyLevel::high;
}

std::string Ledger::Perform(std::string_view key, Action action, std::string_view subject) {
  effects_.emplace(key, action);
  char receipt[16];
  std::snprintf(receipt, sizeof receipt, "%s-%08X", Prefix(action), static_cast<unsigned>(Digest(subject)));
  return receipt;
}

}  // namespace shop_support::rules
