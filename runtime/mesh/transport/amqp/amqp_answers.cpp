// What a broker says of the messages that it was sent.
#include <algorithm>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "mesh/transport/amqp/amqp_publisher.h"

namespace mesh::transport {

namespace {

using std::chrono::milliseconds;
using std::chrono::nanoseconds;
using Steady = std::chrono::steady_clock;

constexpr milliseconds kReturnPause{100};
constexpr milliseconds kReplyPause{500};
/// What a queue does not take at once is nothing to speak of.
constexpr int kFewRefusals = 3;

}  // namespace

void AmqpPublisher::Hear() {
  while (auto frame = connection_->Next()) Take(*frame);
}

void AmqpPublisher::Take(const amqp_frame_t& frame) {
  if (frame.frame_type != AMQP_FRAME_METHOD) return;
  void* const method = frame.payload.method.decoded;
  switch (frame.payload.method.id) {
    case AMQP_BASIC_ACK_METHOD: {
      const auto& ack = *static_cast<amqp_basic_ack_t*>(method);
      backoff_.Reset();
      return Confirm(ack.delivery_tag, ack.multiple != 0, true);
    }
    case AMQP_BASIC_NACK_METHOD: {
      const auto& nack = *static_cast<amqp_basic_nack_t*>(method);
      return Confirm(nack.delivery_tag, nack.multiple != 0, false);
    }
    case AMQP_BASIC_RETURN_METHOD: return TakeReturn(frame.channel);
    case AMQP_CONNECTION_BLOCKED_METHOD: {
      blocked_ = true;
      const auto& why = *static_cast<amqp_connection_blocked_t*>(method);
      return parts_.status.Set(AmqpStatus::kPublishing,
                               fmt::format("the AMQP broker takes nothing: {}", AmqpText(why.reason)));
    }
    case AMQP_CONNECTION_UNBLOCKED_METHOD: blocked_ = false; return Show();
    case AMQP_CHANNEL_CLOSE_METHOD:
      connection_->TakeClose(frame);
      // Which message has done that is not said: all are sent again, after a while.
      return connection_->GiveUp();
    default: return;
  }
}

void AmqpPublisher::PutOffRefused(Waiting waiting, std::string why) {
  constexpr int kMostDoublings = 6;
  const auto pause = kReturnPause * (1 << std::min(waiting.refusals, kMostDoublings));
  if (++waiting.refusals >= kFewRefusals) {
    refusals_[waiting.post.sending.mailbox] = fmt::format("the AMQP broker does not take {}", why);
    Show();
  }
  PutOff(std::move(waiting), pause);
}

void AmqpPublisher::Accept(Waiting waiting) {
  if (waiting.refusals > 0 && refusals_.erase(waiting.post.sending.mailbox) > 0) Show();
  Answer(std::move(waiting), true);
}

/// No queue took it. That is confirmed, too, right afterwards.
void AmqpPublisher::TakeReturn(amqp_channel_t channel) {
  amqp_message_t message{};
  if (!connection_->ReadMessage(channel, message)) return;
  const std::string_view text = AmqpText(message.properties.correlation_id);
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  amqp_destroy_message(&message);
  const auto at = in_flight_.find(number);
  if (at != in_flight_.end()) at->second.returned = true;
}

void AmqpPublisher::Confirm(std::uint64_t number, bool multiple, bool stored) {
  const auto end = in_flight_.upper_bound(number);
  for (auto at = multiple ? in_flight_.begin() : in_flight_.find(number);
       at != in_flight_.end() && at != end;) {
    Waiting waiting = std::move(at->second);
    at = in_flight_.erase(at);
    if (!stored) {
      const std::string queue = parts_.names.Queue(waiting.post.sending.mailbox);
      PutOffRefused(std::move(waiting),
                    fmt::format("what is sent to its queue `{}`, which is full or has no majority", queue));
    } else if (!waiting.returned) {
      Accept(std::move(waiting));
    } else {
      TakeBack(std::move(waiting));
    }
    if (!multiple) return;
  }
}

/// No queue has taken it.
void AmqpPublisher::TakeBack(Waiting waiting) {
  waiting.returned = false;
  const std::string& mailbox = waiting.post.sending.mailbox;
  if (IsReplyMailbox(mailbox)) {
    if (!waiting.first_returned) waiting.first_returned = Steady::now();
    // Its process has died, or is about to come back.
    const bool gone =
        Steady::now() - *waiting.first_returned >= nanoseconds(parts_.options.reply_patience_ns);
    return gone ? Accept(std::move(waiting)) : PutOff(std::move(waiting), kReplyPause);
  }
  known_queues_.erase(mailbox);
  known_delays_.clear();
  PutOff(std::move(waiting), kReturnPause);
}

void AmqpPublisher::Answer(Waiting waiting, bool stored) {
  if (waiting.told) waiting.told(stored);
}

void AmqpPublisher::PutOff(Waiting waiting, milliseconds by) {
  put_off_.emplace(Steady::now() + by, std::move(waiting));
}

}  // namespace mesh::transport
