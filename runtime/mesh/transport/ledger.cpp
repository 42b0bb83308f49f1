#include "mesh/transport/ledger.h"

#include <future>
#include <memory>
#include <utility>

namespace mesh::transport {

Outcome Ledger::CarryOut(std::optional<Loan> input, Plan plan) {
  auto told = std::make_shared<std::promise<Outcome>>();
  Carry(input, std::move(plan), [told](Outcome outcome) { told->set_value(outcome); });
  return told->get_future().get();
}

}  // namespace mesh::transport
