#include "compiler/driver/releases/rollout_waves.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace meshc::driver {
namespace {

using versions::PlanStep;

/// Those that the mesh still has: the hosts of others leave when their versions do.
std::vector<std::string> Own(const PlanStep& step, const mesh::contract::RouteTable& current) {
  std::vector<std::string> own;
  for (const std::string& name : step.actors) {
    const auto is = [&](const mesh::contract::Actor& actor) { return actor.name == name; };
    if (std::any_of(current.actors.begin(), current.actors.end(), is)) own.push_back(name);
  }
  return own;
}

std::vector<std::string> Gone(const PlanStep& step, const mesh::contract::RouteTable& current) {
  std::vector<std::string> gone;
  std::ranges::set_difference(step.actors, Own(step, current), std::back_inserter(gone));
  return gone;
}

const PlanStep* Find(const std::vector<PlanStep>& plan, std::string_view name, bool behind_switch) {
  const auto turn = std::ranges::find(plan, "switch", &PlanStep::step);
  const auto begin = behind_switch ? turn : plan.begin();
  const auto end = behind_switch ? plan.end() : turn;
  const auto found = std::find_if(begin, end, [&](const PlanStep& step) { return step.step == name; });
  return found == end ? nullptr : &*found;
}

}  // namespace

std::vector<codegen::Wave> WavesOf(const versions::Report& report, const mesh::contract::RouteTable& current,
                                   const std::string& running) {
  if (report.plan.empty()) return {};
  const std::string digest(current.digest);
  const PlanStep* const clients = Find(report.plan, "clients", false);
  const PlanStep* const late_clients = Find(report.plan, "clients", true);
  const PlanStep* const last = Find(report.plan, "hosts", true);
  const PlanStep* const drain = Find(report.plan, "drain", true);
  const std::vector<std::string> waiting = last == nullptr ? std::vector<std::string>() : Own(*last, current);
  const std::string drained = drain == nullptr ? "" : versions::DescribeDrain(drain->ns);

  std::vector<codegen::Wave> waves;
  std::string about = clients == nullptr ? "" : "Clients come before it.\n";
  about += "Hosts get the new image and the new table; envelopes still enter on the former one.";
  if (!waiting.empty()) about += fmt::format("\nHosts of {} stay as they are.", fmt::join(waiting, ", "));
  waves.push_back({std::move(about), running, waiting});
  about = "When all pods of the first one are ready: new envelopes enter on the new table.";
  waves.push_back({std::move(about), digest, waiting});
  if (!waiting.empty()) {
    waves.push_back({fmt::format("When the former envelopes have ended, {}: hosts of {} get the new image.",
                                 drained, fmt::join(waiting, ", ")),
                     digest,
                     {}});
  }
  if (late_clients != nullptr)
    waves.back().about +=
        fmt::format("\nWhen the former envelopes have ended, {}, clients may follow.", drained);
  const std::vector<std::string> gone = last == nullptr ? std::vector<std::string>() : Gone(*last, current);
  if (!gone.empty()) {
    waves.back().about += fmt::format(
        "\nHosts of {} serve former envelopes until those have ended, {}. Then take their versions out of\n"
        "mesh.lock (`meshc lock FILE --drop DIGEST`), compile the chart anew and apply it.",
        fmt::join(gone, ", "), drained);
  }
  return waves;
}

}  // namespace meshc::driver
