// A mailbox of the mesh itself, and what is done with what comes there.
#pragma once

#include <functional>
#include <string>
#include <utility>

#include "mesh/host/worker_pool.h"
#include "mesh/transport/transport.h"

namespace mesh::host {

/// Thread rule: every function may be called from any thread.
class Desk final : public transport::Consumer {
 public:
  using Work = std::function<void(Desk& desk, transport::Delivery delivery)>;
  /// All outlive it. `work` is called by the pool's workers.
  Desk(std::string name, transport::Transport& transport, WorkerPool& pool, Work work)
      : name_(std::move(name)), mailbox_(transport.Open(name_)), pool_(pool), work_(std::move(work)) {}

  void Open() { mailbox_.Subscribe(kCredit, *this); }
  void Shut() { mailbox_.Unsubscribe(); }
  void Take(transport::Delivery delivery) override { pool_.Submit({nullptr, std::move(delivery), this}); }
  void Do(transport::Delivery delivery) { work_(*this, std::move(delivery)); }

  const std::string& name() const { return name_; }
  transport::Mailbox& mailbox() { return mailbox_; }

 private:
  /// Nothing here waits for a handler.
  static constexpr std::uint32_t kCredit = 256;

  const std::string name_;
  transport::Mailbox& mailbox_;
  WorkerPool& pool_;
  const Work work_;
};

}  // namespace mesh::host
