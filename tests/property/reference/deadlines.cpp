#include "tests/property/reference/deadlines.h"

namespace meshc::property {

void Deadlines::Enter(std::int64_t sla_ns, std::int64_t now_ns) {
  const bool narrowed = sla_ns > 0 && (!current_ || now_ns + sla_ns < *current_);
  outer_.push_back({narrowed, current_});
  if (narrowed) current_ = now_ns + sla_ns;
}

void Deadlines::Leave() {
  if (outer_.back().narrowed) current_ = outer_.back().deadline;
  outer_.pop_back();
}

void Deadlines::Lift(std::int64_t now_ns) {
  current_.reset();
  for (Outer& outer : outer_) {
    if (outer.deadline && *outer.deadline <= now_ns) outer.deadline.reset();
  }
}

void Deadlines::Move(std::int64_t duration_ns) {
  if (current_) *current_ += duration_ns;
  for (Outer& outer : outer_) {
    if (outer.deadline) *outer.deadline += duration_ns;
  }
}

}  // namespace meshc::property
