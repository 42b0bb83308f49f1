#include "mesh/program/tell_mesh.h"

#include <algorithm>
#include <functional>
#include <iostream>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/durable/order_letter.h"
#include "mesh/durable/records.h"
#include "mesh/envelope/envelope_json.h"
#include "mesh/lines/input_signals.h"
#include "mesh/operations/envelopes.h"
#include "mesh/program/complain.h"
#include "mesh/program/open_transport.h"
#include "mesh/route/kept.h"
#include "mesh/state/keys.h"
#include "mesh/transport/steady_clock.h"
#include "mesh/value/json.h"

namespace mesh::program {

namespace {

/// Those of the versions on which the root waits for the signal; all, if it does not wait yet.
std::vector<contract::Version> VersionsOf(const CommandLine& line, const FoundTables& found,
                                          const state::State& state) {
  const std::string& root = line.signal[0];
  std::vector<contract::Version> waiting;
  for (const auto& parked : durable::ReadWaits(state.Get(state::WaitsKey(root))).parked) {
    if (parked.name != line.signal[1]) continue;
    const auto head = ReadHead(state.Get(state::ParkKey(root, parked.park)).value_or(""));
    const auto* const known = std::get_if<EnvelopeHead>(&head);
    const auto of = [](const contract::Version& version) { return version.table->digest; };
    const auto at = known == nullptr ? found.tables.end() : std::ranges::find(found.tables, known->table, of);
    if (at != found.tables.end()) waiting.push_back(*at);
  }
  return waiting.empty() ? found.tables : waiting;
}

/// As a line of `--signals` has it, so that name and type are judged alike; or why the value is none.
std::variant<nlohmann::json, std::string> ReadValue(const CommandLine& line) {
  std::string value = line.signal.back();
  if (value == "-") value.assign(std::istreambuf_iterator<char>(std::cin), {});
  auto parsed = ParseJson(value);
  if (const auto* wrong = std::get_if<SchemaError>(&parsed))
    return fmt::format("the value is no JSON: {}", wrong->message);
  return nlohmann::json{
      {"input", 1}, {"name", line.signal[1]}, {"value", std::get<nlohmann::json>(std::move(parsed))}};
}

/// The order, or why it is none.
std::variant<durable::ControlOrder, std::string> OrderOf(const CommandLine& line, const FoundTables& found,
                                                         const std::string& as_line,
                                                         const state::State& state) {
  if (!line.cancel_id.empty()) return durable::CancelOrder{line.cancel_id};
  const auto read = lines::SignalReader(VersionsOf(line, found, state)).ReadLine(as_line, 1);
  if (const auto* why = std::get_if<std::string>(&read)) return *why;
  return durable::SignalOrder{line.signal[0], line.signal[1], std::get<0>(read).second.json};
}

/// Of some nothing is kept before they end, and these wait for no signal.
bool MayBeUnderWay(const CommandLine& line, const FoundTables& found, transport::Transport& transport,
                   const std::string& id) {
  const state::State& state = transport.ledger()->state();
  if (state.Get(state::RootKey(id))) return true;
  if (line.cancel_id.empty()) return false;
  const auto sight = operations::FindRoot(transport, state, id);
  if (sight) return sight->under_way;
  // Where messages cannot be looked for it may be on its way all the same.
  if (transport.Find(id, 1)) return false;
  return std::ranges::any_of(found.tables, [](const contract::Version& version) {
    return !std::ranges::all_of(route::FlowsKept(*version.table), std::identity());
  });
}

/// What was told, for machines: an object like those that questions are answered with.
int Confirm(const CommandLine& line, const std::string& id) {
  nlohmann::ordered_json told = {{"id", id}};
  if (line.cancel_id.empty()) told["name"] = line.signal[1];
  if (line.question.format == "json") std::cout << WriteJson(told) << '\n';
  return 0;
}

}  // namespace

int TellMesh(const CommandLine& line, const FoundTables& found) {
  std::string as_line;
  if (line.cancel_id.empty()) {
    const auto value = ReadValue(line);
    if (const auto* problem = std::get_if<std::string>(&value)) return Complain(*problem, kFailed);
    as_line = WriteJson(std::get<nlohmann::json>(value));
  }
  transport::SteadyClock clock;
  const auto tell = [](const std::string& problem) { std::cerr << problem << '\n'; };
  const auto opened = OpenTransport(line, found.newest().mesh, clock, tell, tell);
  if (const auto* why = std::get_if<std::string>(&opened)) return Complain(*why);
  transport::Transport& transport = *std::get<std::unique_ptr<transport::Transport>>(opened);
  transport::Ledger& ledger = *transport.ledger();
  const std::string& id = line.cancel_id.empty() ? line.signal.front() : line.cancel_id;
  if (!MayBeUnderWay(line, found, transport, id))
    return Complain(fmt::format("no envelope `{}` is under way", id), kFailed);
  const auto order = OrderOf(line, found, as_line, ledger.state());
  if (const auto* problem = std::get_if<std::string>(&order)) return Complain(*problem, kFailed);
  const auto plan = [told = durable::OrderLetter(std::get<durable::ControlOrder>(order))](
                        const state::State&) { return transport::Transition{.sends = {told}}; };
  return ledger.CarryOut(std::nullopt, plan) == transport::Outcome::kDone ? Confirm(line, id) : kUnusable;
}

}  // namespace mesh::program
