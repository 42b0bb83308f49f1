#include "mesh/transport/amqp/amqp_loans.h"

#include <cstddef>

namespace mesh::transport {

std::vector<AmqpLoans::Acknowledgement> AmqpLoans::Take() {
  std::vector<Acknowledgement> told;
  std::uint64_t last = 0;
  std::size_t first_ones = 0;
  while (!returned_.empty() && *returned_.begin() == *lent_.begin()) {
    last = *lent_.begin();
    lent_.erase(lent_.begin());
    returned_.erase(returned_.begin());
    ++first_ones;
  }
  if (first_ones > 0) told.push_back({last, first_ones > 1});
  for (const std::uint64_t tag : returned_) {
    told.push_back({tag, false});
    lent_.erase(tag);
  }
  returned_.clear();
  return told;
}

}  // namespace mesh::transport
