#include "mesh/transport/inproc/inproc.h"

#include <map>
#include <mutex>
#include <string>

#include "mesh/transport/inproc/inproc_mailbox.h"

namespace mesh::transport {

namespace {

class Inproc final : public Transport {
 public:
  explicit Inproc(Clock& clock) : clock_(clock) {}

  Mailbox& Open(std::string_view name) override {
    const std::lock_guard lock(mutex_);
    const auto at = mailboxes_.find(name);
    if (at != mailboxes_.end()) return *at->second;
    auto mailbox = std::make_shared<InprocMailbox>(clock_, closed_);
    return *mailboxes_.emplace(name, std::move(mailbox)).first->second;
  }

  void Close() override {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (const auto& [name, mailbox] : mailboxes_) mailbox->Close();
  }

  bool shared() const override { return false; }

 private:
  Clock& clock_;
  std::mutex mutex_;
  bool closed_ = false;
  std::map<std::string, std::shared_ptr<InprocMailbox>, std::less<>> mailboxes_;
};

}  // namespace

std::unique_ptr<Transport> MakeInproc(Clock& clock) { return std::make_unique<Inproc>(clock); }

}  // namespace mesh::transport
