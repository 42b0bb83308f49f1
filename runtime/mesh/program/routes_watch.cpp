#include "mesh/program/routes_watch.h"

#include <chrono>
#include <utility>

#include <fmt/format.h>

namespace mesh::program {

void RoutesWatch::Refresh(RoutesDirectory& directory, host::Host& host, const Tell& tell) {
  const RoutesDirectory::Changes changes = directory.Look();
  for (const std::string& problem : changes.problems) tell(problem);
  for (const RoutesDirectory::Added& added : changes.added) {
    const std::string problem = host.Install(added.version);
    tell(problem.empty() ? fmt::format("table {} is known now", added.version.table->digest) : problem);
  }
  std::string problem;
  if (!changes.current.empty() && changes.current != host.router().table().digest) {
    problem = host.SwitchTo(changes.current);
    if (problem.empty()) tell(fmt::format("new envelopes enter on table {}", changes.current));
  }
  if (std::exchange(told_, problem) != problem && !problem.empty()) tell(problem);
}

RoutesWatch::RoutesWatch(std::shared_ptr<RoutesDirectory> directory, host::Host& host, Tell tell) {
  if (directory == nullptr) return;
  // Files that others write are not told of on every file system: so it looks.
  thread_ = std::jthread(
      [this, directory = std::move(directory), &host, tell = std::move(tell)](const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (!wake_.wait_for(lock, stop, std::chrono::seconds(1), [&] { return stop.stop_requested(); }))
          Refresh(*directory, host, tell);
      });
}

}  // namespace mesh::program
