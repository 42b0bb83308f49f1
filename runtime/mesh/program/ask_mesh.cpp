#include "mesh/program/ask_mesh.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <iostream>
#include <random>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <poll.h>

#include "mesh/archive/read_segment.h"
#include "mesh/contract/enumerator.h"
#include "mesh/durable/mailboxes.h"
#include "mesh/envelope/ids.h"
#include "mesh/operations/answers.h"
#include "mesh/program/complain.h"
#include "mesh/program/open_transport.h"
#include "mesh/program/random.h"
#include "mesh/state/keys.h"
#include "mesh/transport/steady_clock.h"

namespace mesh::program {

namespace {

class Asker {
 public:
  Asker(const Question& question, const FoundTables& found, transport::Transport& transport,
        const transport::Clock& clock)
      : question_(question), found_(found), transport_(transport), clock_(clock) {
    for (const contract::Version& version : found.tables)
      tables_.Add(routers_.emplace_back(*version.table, route::Limits(), version.promises.former));
  }

  int Answer() {
    switch (question_.kind) {
      case Question::Kind::kNone: return 0;
      case Question::Kind::kQueues: return Queues();
      case Question::Kind::kInspect: return Inspect();
      case Question::Kind::kParked: return Print(operations::FindParked(state(), std::nullopt));
      case Question::Kind::kFailed: return Print(operations::FindFailed(state(), question_.error));
      case Question::Kind::kReplay: return Replay();
    }
    contract::NoSuchEnumerator();
  }

 private:
  const state::State& state() const { return transport_.ledger()->state(); }
  operations::Format format() const {
    return question_.format == "json" ? operations::Format::kJson : operations::Format::kText;
  }
  template <typename Found>
  int Print(const Found& found) {
    std::cout << operations::Answer(found, format());
    return 0;
  }

  int Queues() {
    constexpr int kPauseMilliseconds = 1000;
    std::set<std::string> names;
    for (const contract::Version& version : found_.tables) names.merge(NamesOf(version));
    while (true) {
      std::vector<monitoring::MailboxReading> mailboxes;
      for (const std::string& name : names) mailboxes.push_back({name, transport_.Open(name).contents()});
      std::cout << operations::Answer(mailboxes, clock_.now_ns(), format());
      if (!question_.watch || !std::cout.flush()) return 0;
      if (format() == operations::Format::kText) std::cout << '\n';
      poll(nullptr, 0, kPauseMilliseconds);
    }
  }
  static std::set<std::string> NamesOf(const contract::Version& version) {
    const auto names = durable::MailboxesOf(*version.table, version.promises.former);
    return {names.begin(), names.end()};
  }

  int Inspect() {
    const auto root = operations::FindRoot(transport_, state(), question_.id);
    if (root) return Print(*root);
    std::cerr << fmt::format("no envelope `{}` is known\n", question_.id);
    return kFailed;
  }

  int Replay() {
    if (question_.failed) {
      for (const operations::FailedEnvelope& failed : operations::FindFailed(state(), question_.error)) {
        if (failed.replayed_as.empty()) ReplayKept(failed.id);
      }
    }
    for (const std::string& what : question_.replays) {
      std::error_code none;
      if (!std::filesystem::exists(what, none))
        ReplayKept(what);
      else if (const std::string problem = ReplayFile(what); !problem.empty())
        return Complain(problem);
    }
    Print(answers_);
    const auto refused = [](const operations::ReplayAnswer& answer) { return answer.outcome.index() != 0; };
    return std::ranges::any_of(answers_, refused) ? kFailed : 0;
  }

  void ReplayKept(const std::string& id) {
    const auto end = state().Get(state::EndKey(id));
    // From a point of one's choice what has succeeded may go on, too.
    auto stand = end ? state().Get(state::FailedKey(id)) : std::nullopt;
    if (stand || end) return Add(id, stand ? *stand : *end);
    answers_.push_back({id, state().Get(state::RootKey(id)) ? "it is still under way"
                                                            : "no end of such an envelope is known"});
  }

  /// Of an archive, or other ones: each id once.
  std::string ReplayFile(const std::string& path) {
    std::set<std::string> seen;
    return archive::ReadSegment(path, [&](const archive::Line& line) {
      if (!seen.insert(line.id).second) return;
      const bool wanted = question_.error.empty() || line.error == question_.error;
      // Without a point only what has failed can go on.
      if (wanted && (!question_.at.empty() || line.failed)) Add(line.id, line.stand);
    });
  }

  void Add(const std::string& id, const std::string& stand) {
    const operations::ReplayOrder order{
        .stand = stand, .id = ids_.NextId(), .at = question_.at, .real_effects = question_.effects};
    answers_.push_back({id, operations::Replay(order, tables_, *transport_.ledger(), clock_.now_ns())});
  }

  const Question& question_;
  const FoundTables& found_;
  transport::Transport& transport_;
  const transport::Clock& clock_;
  std::deque<route::Router> routers_;
  durable::KnownTables tables_;
  SharedRandom random_{std::random_device{}()};
  UuidV7Source ids_{[this] { return clock_.now_ns(); }, [this] { return random_.Bits(); }};
  std::vector<operations::ReplayAnswer> answers_;
};

}  // namespace

int AskMesh(const CommandLine& line, const FoundTables& found) {
  transport::SteadyClock clock;
  const auto tell = [](const std::string& problem) { std::cerr << problem << '\n'; };
  const auto opened = OpenTransport(line, found.newest().mesh, clock, tell, tell);
  if (const auto* why = std::get_if<std::string>(&opened)) {
    tell(*why);
    return kUnusable;
  }
  return Asker(line.question, found, *std::get<std::unique_ptr<transport::Transport>>(opened), clock)
      .Answer();
}

}  // namespace mesh::program
