#include "mesh_view.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "mesh/transport/amqp/amqp.h"
#include "mesh/transport/nats/nats.h"
#include "mesh/transport/redis/redis.h"
#include "mesh/transport/sqlite/sqlite.h"
#include "tests/support/collector.h"

namespace meshc::test {

namespace {

using namespace mesh;  // NOLINT: one file about it.

/// How long it is waited for what is to be doubled: perhaps there is nothing.
constexpr auto kPatience = std::chrono::milliseconds(200);

template <typename Opened>
auto Must(std::variant<Opened, std::string> opened) {
  if (const auto* why = std::get_if<std::string>(&opened)) ADD_FAILURE() << *why;
  return std::get<Opened>(std::move(opened));
}

std::string Option(const DurablePlace& place, const std::string& name) {
  const auto& options = place.options();
  const auto at = std::ranges::find(options, name);
  return at == options.end() ? "" : *std::next(at);
}

std::shared_ptr<transport::Ledger> OpenStore(const DurablePlace& place, const std::string& mesh,
                                             transport::Clock& clock) {
  const std::string url = Option(place, "--state");
  if (url.starts_with("redis:")) {
    auto options = Must(transport::ParseRedisUrl(url));
    options.mesh = mesh;
    return Must(transport::OpenRedis(std::move(options), clock));
  }
  auto options = Must(transport::ParseSqliteUrl(url));
  options.mesh = mesh;
  return transport::StoreOf(Must(transport::OpenSqlite(std::move(options), clock)));
}

std::unique_ptr<transport::Transport> Open(PlaceKind kind, const DurablePlace& place, const std::string& mesh,
                                           transport::Clock& clock) {
  const std::string url = Option(place, "--transport");
  switch (kind) {
    case PlaceKind::kSqlite: {
      auto options = Must(transport::ParseSqliteUrl(url));
      options.mesh = mesh;
      return Must(transport::OpenSqlite(std::move(options), clock));
    }
    case PlaceKind::kNats:
    case PlaceKind::kNatsCluster:
    case PlaceKind::kNatsBesideRedis: {
      auto options = Must(transport::ParseNatsUrl(url));
      options.mesh = mesh;
      if (kind == PlaceKind::kNatsBesideRedis) options.store = OpenStore(place, mesh, clock);
      return Must(transport::OpenNats(std::move(options), clock));
    }
    case PlaceKind::kAmqp:
    case PlaceKind::kAmqpBesideRedis: {
      auto options = Must(transport::ParseAmqpUrl(url));
      options.mesh = mesh;
      options.store = OpenStore(place, mesh, clock);
      return Must(transport::OpenAmqp(std::move(options), clock));
    }
  }
  return nullptr;
}

class Taker final : public transport::Consumer {
 public:
  void Take(transport::Delivery delivery) override {
    const std::lock_guard lock(mutex_);
    taken_.push_back(std::move(delivery));
    changed_.notify_all();
  }
  void WaitFor(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kPatience, [&] { return taken_.size() >= count; });
  }
  std::vector<transport::Delivery> TakeOut() {
    const std::lock_guard lock(mutex_);
    return std::exchange(taken_, {});
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<transport::Delivery> taken_;
};

}  // namespace

MeshView::MeshView(PlaceKind kind, const DurablePlace& place, const std::string& mesh)
    : clock_(std::make_unique<transport::SteadyClock>()), transport_(Open(kind, place, mesh, *clock_)) {}

std::size_t MeshView::Double(const std::string& name, std::size_t most) {
  Taker taker;
  transport::Mailbox& mailbox = transport_->Open(name);
  mailbox.Subscribe(static_cast<std::uint32_t>(most), taker);
  taker.WaitFor(most);
  mailbox.Unsubscribe();
  std::size_t doubled = 0;
  for (transport::Delivery& delivery : taker.TakeOut()) {
    const transport::Letter letter = *delivery.letter;
    // The message itself stays, whatever it has claimed before it was put back; nobody sees that both were
    // one.
    transport::Letter copy = letter;
    copy.nonce.clear();
    const auto twice = [&](const state::State&) {
      return transport::Transition{.sends = {{name, letter}, {name, copy}}};
    };
    const auto outcome = transport_->ledger()->CarryOut(transport::Loan{&mailbox, delivery.tag}, twice);
    doubled += outcome == transport::Outcome::kDone ? 1 : 0;
  }
  return doubled;
}

std::vector<std::string> MeshView::Left() const {
  std::vector<std::string> left;
  // Not starts: that of a copy whose line has gone on without it stays for a day, as it may be another
  // copy's.
  for (const char* kind :
       {"root", "cancel", "waits", "park", "parent", "slot", "effect", "intent", "claim"}) {
    for (const state::Entry& entry : transport_->ledger()->state().Scan(kind)) left.push_back(entry.key);
  }
  return left;
}

std::size_t MeshView::Waiting(const std::vector<std::string>& mailboxes) const {
  std::size_t waiting = 0;
  for (const std::string& name : mailboxes) waiting += transport_->Open(name).depth();
  return waiting;
}

}  // namespace meshc::test
