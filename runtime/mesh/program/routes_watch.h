// Looks after the routes directory while a host runs: what is renamed in is served without a restart.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "mesh/host/host.h"
#include "mesh/program/routes_directory.h"

namespace mesh::program {

/// Looks every second, in a thread of its own. Ends with the object.
class RoutesWatch {
 public:
  using Tell = std::function<void(const std::string&)>;
  /// `directory` may be null: then there is nothing to look after. `tell` gets what has changed, and problems
  /// once each; any thread.
  RoutesWatch(std::shared_ptr<RoutesDirectory> directory, host::Host& host, Tell tell);

 private:
  /// Makes the host know what has come, and lets new envelopes enter where `current` says.
  void Refresh(RoutesDirectory& directory, host::Host& host, const Tell& tell);

  std::string told_;  ///< Why new envelopes do not enter where they should; empty: they do.
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace mesh::program
