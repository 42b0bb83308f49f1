// One mailbox of the inproc transport: a queue, and a count of loans against credit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "mesh/transport/clock.h"
#include "mesh/transport/transport.h"

namespace mesh::transport {

class InprocMailbox final : public Mailbox, public std::enable_shared_from_this<InprocMailbox> {
 public:
  InprocMailbox(Clock& clock, bool closed) : clock_(clock), closed_(closed) {}

  [[nodiscard]] bool Send(Message message, std::int64_t delay_ns) override;
  void Subscribe(std::uint32_t credit, Consumer& consumer) override;
  void Unsubscribe() override;
  void Acknowledge(const Delivery& delivery) override;
  void HandBack(Delivery delivery, std::int64_t delay_ns) override;
  std::vector<std::unique_ptr<Envelope>> TakeAll() override;
  std::size_t depth() const override;
  Contents contents() const override;

  void Close();

 private:
  enum class Place : std::uint8_t { kBack, kFront };
  struct Delayed {
    Delivery delivery;
    Place place = Place::kBack;
  };

  void PutLater(Delivery delivery, std::int64_t delay_ns, Place place);
  /// These two are called with `mutex_` held.
  void Put(Delivery delivery, Place place);
  void DeliverWaiting();

  Clock& clock_;
  mutable std::mutex mutex_;
  std::deque<Delivery> waiting_;
  std::map<std::uint64_t, Delayed> delayed_;  ///< By the number that its timer knows.
  std::uint64_t next_delayed_ = 0;
  Consumer* consumer_ = nullptr;
  std::uint32_t credit_ = 0;
  std::uint32_t on_loan_ = 0;
  bool closed_ = false;
};

}  // namespace mesh::transport
