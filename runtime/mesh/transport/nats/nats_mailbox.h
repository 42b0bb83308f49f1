// One mailbox of a NATS transport, as this process sees it: a pull consumer, who takes from it, and how much.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "mesh/transport/ledger_mailbox.h"

namespace mesh::transport {

class NatsTransport;

class NatsMailbox final : public LedgerMailbox {
 public:
  /// Where its messages lie on the server.
  struct Source {
    std::string stream;
    std::string consumer;
    std::string subject;
  };
  NatsMailbox(NatsTransport& transport, const Clock& clock, std::string name, Source source);

  void Unsubscribe() override;
  void HandBack(Delivery delivery, std::int64_t delay_ns) override;
  std::size_t depth() const override;
  Contents contents() const override;

  const Source& source() const { return source_; }

  // Of the transport.

  /// Ends what Unsubscribe has begun, if there is something to end. kIfMay: unless something may be on its
  /// way; then it is to be called again soon. kWaits: when that has come, in half a second at most.
  enum class Leaving : std::uint8_t { kIfMay, kWaits };
  void Leave(Leaving leaving);
  bool leaves() const;
  /// A message that came to it; it is on loan to this process.
  void Arrive(Delivery delivery);
  /// Something has come that was asked for.
  void Answered();
  /// The server answers no more to what was asked for by this subject.
  void Refused(std::string_view reply);
  /// What was asked for is void: the connection was lost.
  void Forget();
  /// How many more are asked for now, and where they come; 0: none.
  struct Pull {
    std::uint32_t count = 0;
    std::string reply;
  };
  Pull NextPull(std::int64_t now_ms);
  /// True if what was asked for long ago has no answer at all, or the server has said several times that
  /// there is nothing. Told once.
  bool IsSilent(std::int64_t now_ms);
  bool subscribed() const;
  /// What is asked for comes below `inbox` from now on. False: it does so already.
  bool Hears(const std::string& inbox, void* subscription);
  bool hears() const;

  static constexpr std::int64_t kPullMs = 5'000;  ///< So long the server waits for messages.

 private:
  void Serve(std::uint32_t credit) override;
  struct Asked {
    std::uint32_t count = 0;
    std::uint32_t left = 0;
    std::int64_t since_ms = 0;
  };
  struct Late {
    Delivery delivery;
    bool counted = false;  ///< It was the consumer's.
  };
  std::uint32_t asked() const;
  bool IsSentSomething() const;

  NatsTransport& transport_;
  const Source source_;
  std::map<std::uint64_t, Asked> pulls_;
  std::uint64_t next_pull_ = 0;
  std::uint32_t in_vain_ = 0;  ///< Pulls, one after the other.
  // Of who leaves.
  bool leaves_ = false;     ///< Since Unsubscribe, until nothing is heard.
  bool unlistens_ = false;  ///< Some thread does.
  std::int64_t leaves_since_ms_ = 0;
  std::int64_t stirred_ms_ = 0;  ///< When something was asked for, or came, last.
  std::condition_variable came_;
  std::deque<Late> late_;  ///< What goes back then.

  std::string inbox_;
  void* subscription_ = nullptr;  ///< To it; null: nothing is heard.
};

}  // namespace mesh::transport
