#include "mesh/program/stopping.h"

#include <utility>

#include "mesh/value/saturating.h"

namespace mesh::program {

Stopping::Stopping(transport::Clock& clock, std::int64_t grace_ns, std::shared_ptr<Events> events,
                   std::function<void(const std::string& why)> begin)
    : clock_(clock), grace_ns_(grace_ns), events_(std::move(events)), begin_(std::move(begin)) {}

void Stopping::Ask(const std::string& why, int exit_code) {
  if (!Begin(why, exit_code)) return;
  clock_.At(AddSaturating(clock_.now_ns(), grace_ns_), [overtime = overtime_, events = events_] {
    *overtime = true;
    events->Notify();
  });
}

void Stopping::AskAtOnce(const std::string& why, int exit_code) {
  Begin(why, exit_code);
  *overtime_ = true;
  events_->Notify();
}

bool Stopping::Begin(const std::string& why, int exit_code) {
  const std::lock_guard lock(begins_);
  int none = 0;
  if (!exit_code_.compare_exchange_strong(none, exit_code)) return false;
  asked_ = true;
  begin_(why);
  events_->Notify();
  return true;
}

}  // namespace mesh::program
