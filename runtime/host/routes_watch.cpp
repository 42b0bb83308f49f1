#include "mesh/host/routes_watch.h"

#include <chrono>
#include <utility>

namespace mesh::host {

void Refresh(RoutesDirectory& directory, Host& host, const std::function<void(const std::string&)>& tell) {
  const RoutesDirectory::Changes changes = directory.Look();
  for (const std::string& problem : changes.problems) tell(problem);
  for (const RoutesDirectory::Added& added : changes.added) host.Install(added.version);
  if (changes.current.empty() || changes.current == host.router().table().digest) return;
  if (const std::string problem = host.SwitchTo(changes.current); !problem.empty()) tell(problem);
}

RoutesWatch::RoutesWatch(std::shared_ptr<RoutesDirectory> directory, Host& host,
                         std::function<void(const std::string&)> tell) {
  if (directory == nullptr) return;
  // Files that others write are not told of on every file system: so it looks.
  thread_ = std::jthread(
      [this, directory = std::move(directory), &host, tell = std::move(tell)](const std::stop_token& stop) {
        std::string told;
        const auto tell_once = [&](const std::string& problem) {
          if (std::exchange(told, problem) != problem) tell(problem);
        };
        std::unique_lock lock(mutex_);
        while (!wake_.wait_for(lock, stop, std::chrono::seconds(1), [&] { return stop.stop_requested(); }))
          Refresh(*directory, host, tell_once);
      });
}

}  // namespace mesh::host
