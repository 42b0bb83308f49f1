#include "mesh/host/tell_mesh.h"

#include <iostream>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/durable/mailboxes.h"
#include "mesh/durable/records.h"
#include "mesh/host/input_signals.h"
#include "mesh/host/open_transport.h"
#include "mesh/state/keys.h"
#include "mesh/transport/steady_clock.h"
#include "mesh/value/json.h"

namespace mesh::host {

namespace {

constexpr int kOfNoUse = 1;
constexpr int kUnusable = 2;

int Complain(int code, const std::string& why) {
  std::cerr << why << '\n';
  return code;
}

/// By the first version that has such a wait: the envelope may be of any. Else why the newest one has none.
std::variant<durable::ControlOrder, std::string> SignalOf(const CommandLine& line, const FoundTables& found,
                                                          const std::string& as_line) {
  std::string problem;
  for (const contract::Version& version : found.tables) {
    const auto read = SignalReader(*version.table, version.promises.former).ReadLine(as_line, 1);
    const auto* const why = std::get_if<std::string>(&read);
    if (why == nullptr)
      return durable::SignalOrder{line.signal[0], line.signal[1], std::get<0>(read).second.json};
    if (problem.empty()) problem = *why;
  }
  return problem;
}

/// The order, or why it is none.
std::variant<durable::ControlOrder, std::string> OrderOf(const CommandLine& line, const FoundTables& found) {
  if (!line.cancel_id.empty()) return durable::CancelOrder{line.cancel_id};
  std::string value = line.signal.back();
  if (value == "-") value.assign(std::istreambuf_iterator<char>(std::cin), {});
  const auto parsed = ParseJson(value);
  if (const auto* wrong = std::get_if<SchemaError>(&parsed))
    return fmt::format("the value is no JSON: {}", wrong->message);
  // As a line of `--signals` has it, so that name and type are judged alike.
  const std::string as_line = fmt::format(R"({{"input": 1, "name": {}, "value": {}}})",
                                          WriteJson(nlohmann::json(line.signal[1])), value);
  return SignalOf(line, found, as_line);
}

}  // namespace

int TellMesh(const CommandLine& line, const FoundTables& found) {
  const auto order = OrderOf(line, found);
  if (const auto* problem = std::get_if<std::string>(&order)) return Complain(kOfNoUse, *problem);
  transport::SteadyClock clock;
  const auto tell = [](const std::string& problem) { std::cerr << problem << '\n'; };
  const auto opened = OpenTransport(line, found.newest().mesh, clock, tell, tell);
  if (const auto* why = std::get_if<std::string>(&opened)) return Complain(kUnusable, *why);
  transport::Ledger& ledger = *std::get<std::unique_ptr<transport::Transport>>(opened)->ledger();
  const std::string& id = line.cancel_id.empty() ? line.signal.front() : line.cancel_id;
  if (!ledger.state().Get(state::RootKey(id)))
    return Complain(kOfNoUse, fmt::format("no envelope `{}` is under way", id));
  const auto plan = [body = durable::Write(std::get<durable::ControlOrder>(order))](const state::State&) {
    return transport::Transition{.sends = {{std::string(durable::kControl), {.id = {}, .body = body}}}};
  };
  return ledger.CarryOut(std::nullopt, plan) == transport::Outcome::kDone ? 0 : kUnusable;
}

}  // namespace mesh::host
