// The deadline that an envelope is under: the earliest of the slas of the flows that it is in.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace meshc::property {

class Deadlines {
 public:
  /// A flow begins; `sla_ns` is 0 if it has none.
  void Enter(std::int64_t sla_ns, std::int64_t now_ns);
  /// The flow that began last has ended: its caller's deadline holds again.
  void Leave();
  /// `deadline_exceeded` or `cancelled` was raised: what follows is free of the deadline in force, and
  /// of every other one that has come.
  void Lift(std::int64_t now_ns);
  /// Time that does not count has passed.
  void Move(std::int64_t duration_ns);

  /// Latest time at which a visit may begin or end; none: there is no deadline.
  std::optional<std::int64_t> current() const { return current_; }

 private:
  struct Outer {
    bool narrowed = false;  ///< The flow has a deadline of its own; else it shares its caller's.
    std::optional<std::int64_t> deadline;
  };

  std::optional<std::int64_t> current_;
  std::vector<Outer> outer_;
};

}  // namespace meshc::property
