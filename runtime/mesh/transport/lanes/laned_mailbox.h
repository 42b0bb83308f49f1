// The mailbox of an actor that has lanes: one mailbox of another transport for each, and an order between
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "mesh/transport/clock.h"
#include "mesh/transport/lanes/lane_order.h"
#include "mesh/transport/lanes/lanes.h"
#include "mesh/transport/transport.h"

namespace mesh::transport {

/// How long what was taken ahead may wait for its turn; then it goes back.
struct LaneWait {
  Clock* clock = nullptr;  ///< Null: as long as it takes.
  std::int64_t longest_ns = 0;
};

/// From each lane twice as many are taken as may be on loan to the consumer, who gets them in the order of
/// the lanes whenever it has room.
class LanedMailbox final : public Mailbox {
 public:
  /// `inner`: one for each lane. All that it is given outlives it.
  LanedMailbox(const Lanes& lanes, const std::vector<Mailbox*>& inner, LaneWait wait = {});
  ~LanedMailbox() override;

  [[nodiscard]] bool Send(Message message, std::int64_t delay_ns) override;
  void Subscribe(std::uint32_t credit, Consumer& consumer) override;
  void Unsubscribe() override;
  void Acknowledge(const Delivery& delivery) override;
  void HandBack(Delivery delivery, std::int64_t delay_ns) override;
  bool Lends(const Delivery& delivery) const override;
  std::vector<std::unique_ptr<Envelope>> TakeAll() override;
  std::size_t depth() const override;
  Contents contents() const override;

  /// The same loan, as the mailbox of its lane knows it.
  Loan InnerLoan(std::uint64_t tag) const;
  /// A loan has come to its end.
  void End();

 private:
  struct Ahead {
    Delivery delivery;
    std::int64_t since_ns = 0;
  };
  /// What the clock holds: it may ring when the mailbox is gone.
  struct Alarm {
    std::mutex mutex;
    LanedMailbox* owner = nullptr;
  };
  class Lane final : public Consumer {
   public:
    Lane(LanedMailbox& owner, std::size_t index, Mailbox& inner)
        : mailbox(inner), owner_(owner), index_(index) {}
    void Take(Delivery delivery) override { owner_.Arrive(index_, std::move(delivery)); }

    Mailbox& mailbox;
    std::deque<Ahead> waiting;

   private:
    LanedMailbox& owner_;
    const std::size_t index_;
  };

  void Arrive(std::size_t lane, Delivery delivery);
  Lane& LaneOf(std::uint64_t tag) const { return *lanes_[tag % lanes_.size()]; }
  std::uint64_t InnerTag(std::uint64_t tag) const { return tag / lanes_.size(); }
  Delivery InnerLoanOf(const Delivery& delivery) const;
  void HandBackOld();
  void Return(Lane& lane, Delivery delivery);

  // Called with `mutex_` held.

  void Deliver();
  /// Rings when the first that waits has waited for too long.
  void SetAlarm();

  const Lanes& names_;
  const LaneWait wait_;
  const std::shared_ptr<Alarm> alarm_ = std::make_shared<Alarm>();
  std::vector<std::unique_ptr<Lane>> lanes_;
  mutable std::mutex mutex_;
  LaneOrder order_;
  Consumer* consumer_ = nullptr;
  std::uint32_t credit_ = 0;
  std::uint32_t on_loan_ = 0;  ///< To the consumer.
  bool is_alarm_set_ = false;
};

}  // namespace mesh::transport
