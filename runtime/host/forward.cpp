#include "mesh/host/forward.h"

#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/host/joins.h"
#include "mesh/host/read_signal.h"
#include "mesh/route/builtin_errors.h"
#include "mesh/route/join.h"
#include "mesh/value/json.h"
#include "mesh/value/saturating.h"

namespace mesh::host {
namespace {

using contract::BuiltinError;

/// One thing after the other: what an envelope sets off does not recurse.
class Forwarding {
 public:
  explicit Forwarding(const Services& services) : services_(services) {}

  void Add(const ServedTable& table, std::unique_ptr<Envelope> envelope, route::Step step) {
    open_.push_back({&table, std::move(envelope), std::move(step)});
  }

  /// False: the transport is closed.
  bool Run() {
    while (!open_.empty()) {
      Moving moving = std::move(open_.back());
      open_.pop_back();
      const route::Step step = moving.step;
      std::visit([&](const auto& what) { Do(std::move(moving), what); }, step);
    }
    return sent_;
  }

  void Decide(DecidedJoin join) {
    auto parent = std::make_unique<Envelope>(*join.parent);
    std::vector<const Envelope*> children;
    for (const auto& child : join.children) children.push_back(child.get());
    services_.admission.Return(join.credit);
    const route::Router& router = join.table->router;
    route::Step step = route::Join(router, *parent, children, join.verdict, services_.clock.now_ns());
    Add(*join.table, std::move(parent), std::move(step));
  }

  void Wake(Parks::Signalled signalled) {
    const ServedTable& table = *signalled.parked.table;
    std::unique_ptr<Envelope> envelope = std::move(signalled.parked.envelope);
    const std::int64_t now_ns = services_.clock.now_ns();
    auto value = ReadValue(table.router, envelope->route.at, signalled.value);
    route::Step step;
    if (auto* error = std::get_if<Error>(&value))
      step = table.router.Refuse(*envelope, std::move(*error), now_ns);
    else
      step = table.router.Wake(*envelope, std::get<Value>(std::move(value)), now_ns);
    Add(table, std::move(envelope), std::move(step));
  }

  void WakeLate(ParkedEnvelope parked) {
    const route::Router& router = parked.table->router;
    const std::int64_t now_ns = services_.clock.now_ns();
    auto error = router.Interruption(*parked.envelope, now_ns, "the signal");
    route::Step step = error ? router.Refuse(*parked.envelope, std::move(*error), now_ns)
                             : router.WakeLate(*parked.envelope, now_ns);
    Add(*parked.table, std::move(parked.envelope), std::move(step));
  }

  void Cancel(ParkedEnvelope parked) {
    Error error = route::MakeError(BuiltinError::kCancelled, "cancelled while it was parked");
    services_.cancellations.Take(*parked.envelope);
    route::Step step =
        parked.table->router.Refuse(*parked.envelope, std::move(error), services_.clock.now_ns());
    Add(*parked.table, std::move(parked.envelope), std::move(step));
  }

 private:
  struct Moving {
    const ServedTable* table = nullptr;
    std::unique_ptr<Envelope> envelope;
    route::Step step;
  };

  static std::variant<Value, Error> ReadValue(const route::Router& router, contract::Index park,
                                              const std::string& text) {
    const auto json = ParseJson(text);
    if (const auto* wrong = std::get_if<SchemaError>(&json)) {
      return route::MakeError(BuiltinError::kContractViolation,
                              fmt::format("the signal's value: {}", wrong->message));
    }
    auto value = ReadSignal(router.table(), router.schemas(), router.table().points[park],
                            std::get<nlohmann::json>(json));
    if (auto* read = std::get_if<Value>(&value)) return std::move(*read);
    const auto& broken = std::get<SchemaError>(value);
    return route::MakeError(BuiltinError::kContractViolation,
                            fmt::format("the signal's value{}: {}", broken.path, broken.message));
  }

  void Do(Moving moving, const route::Deliver& deliver) {
    sent_ &= moving.table->stations[deliver.actor]->mailbox().Send(std::move(moving.envelope), 0);
  }

  void Do(Moving moving, const route::Ended&) { services_.sinks.End(std::move(moving.envelope)); }

  /// The copy goes first, so that it is safe before the envelope's input is acknowledged.
  void Do(Moving moving, const route::Tapped&) {
    const route::Router& router = moving.table->router;
    const std::int64_t now_ns = services_.clock.now_ns();
    route::Started copy = route::StartCopy(router, *moving.envelope, now_ns);
    route::Step step = route::PassTap(router, *moving.envelope, now_ns);
    Add(*moving.table, std::move(moving.envelope), std::move(step));
    Add(*moving.table, std::make_unique<Envelope>(std::move(copy.envelope)), copy.step);
  }

  void Do(Moving moving, const route::Parked&) {
    const std::int64_t limit_ns =
        moving.table->router.LimitAt(*moving.envelope, services_.clock.now_ns()).duration_ns;
    const std::int64_t until_ns = AddSaturating(services_.clock.now_ns(), limit_ns);
    Parks::Ticket ticket = 0;
    auto signalled = services_.parks.Park({std::move(moving.envelope), moving.table}, ticket);
    if (signalled) return Wake(std::move(*signalled));
    services_.timers.At(until_ns, [&services = services_, ticket] {
      auto parked = services.parks.TakeLate(ticket);
      if (!parked) return;
      Forwarding forwarding(services);
      forwarding.WakeLate(std::move(*parked));
      forwarding.Run();
    });
  }

  /// A fork takes credit for all children but one, or runs narrower.
  void Do(Moving moving, const route::Forked& forked) {
    const contract::RouteTable& table = moving.table->router.table();
    const contract::Fork& fork = table.forks[table.points[moving.envelope->route.at].fork];
    const std::uint32_t wanted = fork.width > 0 ? std::min(fork.width, forked.count) : forked.count;
    const std::uint32_t credit = services_.admission.TakeUpTo(wanted - 1);
    const std::string fork_id = route::ForkId(*moving.envelope);
    auto start = services_.joins.Open(fork_id, {.parent = std::move(moving.envelope),
                                                .table = moving.table,
                                                .count = forked.count,
                                                .width = credit + 1,
                                                .credit = credit});
    if (fork.timeout_ns > 0) PlanTimeout(fork_id, fork.timeout_ns);
    while (!start.empty()) {
      Start(start.back());
      start.pop_back();
    }
  }

  void PlanTimeout(const std::string& fork_id, std::int64_t timeout_ns) {
    services_.timers.At(AddSaturating(services_.clock.now_ns(), timeout_ns),
                        [&services = services_, fork_id] {
                          auto decided = services.joins.EndLate(fork_id);
                          if (!decided) return;
                          Forwarding forwarding(services);
                          forwarding.Decide(std::move(*decided));
                          forwarding.Run();
                        });
  }

  void Start(const ChildToStart& child) {
    route::Started started =
        route::StartChild(child.table->router, *child.parent, child.index, services_.clock.now_ns());
    Add(*child.table, std::make_unique<Envelope>(std::move(started.envelope)), started.step);
  }

  void Do(Moving moving, const route::BranchEnded&) {
    // Nobody waits for the copy of a tap; its error was counted when it arose.
    if (std::get<BranchFrame>(moving.envelope->route.frames.back()).join == contract::kNone) return;
    Joins::Progress progress = services_.joins.End(std::move(moving.envelope));
    if (progress.start) Start(*progress.start);
    if (progress.decided) Decide(std::move(*progress.decided));
  }

  const Services& services_;
  std::vector<Moving> open_;
  bool sent_ = true;
};

}  // namespace

bool Forward(const Services& services, const ServedTable& table, std::unique_ptr<Envelope> envelope,
             const route::Step& step) {
  Forwarding forwarding(services);
  forwarding.Add(table, std::move(envelope), step);
  return forwarding.Run();
}

void Deliver(const Services& services, const std::string& root, const std::string& name, std::string value) {
  auto signalled = services.parks.Signal(root, name, std::move(value));
  if (!signalled) return;
  Forwarding forwarding(services);
  forwarding.Wake(std::move(*signalled));
  forwarding.Run();
}

void CancelParked(const Services& services, const std::string& root) {
  Forwarding forwarding(services);
  for (ParkedEnvelope& parked : services.parks.TakeAll(root)) forwarding.Cancel(std::move(parked));
  forwarding.Run();
}

}  // namespace mesh::host
