#include "mesh/program/served_actors.h"

#include <algorithm>

#include <fmt/format.h>

#include "mesh/durable/mailboxes.h"

namespace mesh::program {

std::variant<ServedActors, std::string> ChooseActors(std::span<const actor::Entry> known,
                                                     const std::vector<std::string>& wanted) {
  if (wanted.empty()) return ServedActors{.actors = {known.begin(), known.end()}};
  if (wanted.size() == 1 && wanted.front() == "none")
    return ServedActors{.sink = false, .control = false, .all = false};
  const auto named = [&wanted](std::string_view name) {
    return std::ranges::find(wanted, name) != wanted.end();
  };
  const bool names_mesh = named(durable::kSink) || named(durable::kControl);
  ServedActors served{.sink = !names_mesh || named(durable::kSink),
                      .control = !names_mesh || named(durable::kControl)};
  for (const std::string& name : wanted) {
    if (name == durable::kSink || name == durable::kControl) continue;
    if (std::ranges::find(known, name, &actor::Entry::actor) == known.end())
      return fmt::format("this host has no actor `{}`", name);
  }
  for (const actor::Entry& entry : known) {
    if (named(entry.actor)) served.actors.push_back(entry);
  }
  served.all = served.actors.size() == known.size() && served.sink && served.control;
  return served;
}

}  // namespace mesh::program
