#include "mesh/transport/amqp/amqp_loans.h"

#include <algorithm>

namespace mesh::transport {

bool AmqpLoans::Return(std::uint64_t tag) {
  const auto at = std::ranges::lower_bound(lent_, tag, {}, &Lent::tag);
  if (at == lent_.end() || at->tag != tag || at->returned) return false;
  at->returned = true;
  ++returned_;
  return true;
}

std::vector<AmqpLoans::Acknowledgement> AmqpLoans::Take() {
  if (returned_ == 0) return {};
  std::vector<Acknowledgement> told;
  std::uint64_t last = 0;
  std::size_t first_ones = 0;
  for (; !lent_.empty() && lent_.front().returned; ++first_ones) {
    last = lent_.front().tag;
    lent_.pop_front();
  }
  if (first_ones > 0) told.push_back({last, first_ones > 1});
  for (const Lent& loan : lent_) {
    if (loan.returned) told.push_back({loan.tag, false});
  }
  std::erase_if(lent_, [](const Lent& loan) { return loan.returned; });
  returned_ = 0;
  return told;
}

}  // namespace mesh::transport
