// Handlers that open something when their host starts: a client, a pool of connections, a model.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>

#include "mesh/actor/handler.h"
#include "mesh/actor/settings.h"

namespace mesh::actor {

/// Why an actor cannot be served. It goes to whoever starts the host: name settings, not their values.
struct Failure {
  std::string reason;
};

/// Makes the handler objects of an actor, one for each concurrency slot, on any thread; or says why it
/// cannot. What it captures is shared by the objects, and is destroyed after the last of them, when the host
/// has ended.
class Factory {
 public:
  using Maker = std::function<std::unique_ptr<Handler>()>;

  Factory(Failure failure) : made_(std::move(failure)) {}  // NOLINT(google-explicit-constructor)
  template <typename Make>
  requires(std::is_invocable_v<Make>) Factory(Make make)  // NOLINT(google-explicit-constructor)
      : made_(Maker([make = std::move(make)]() -> std::unique_ptr<Handler> { return make(); })) {}

  const std::variant<Failure, Maker>& made() const { return made_; }

 private:
  std::variant<Failure, Maker> made_;
};

/// Called once when the host starts. An exception is a failure.
using Open = std::function<Factory(const Settings& settings)>;

/// What `Make…` returns for such an actor: it serves no envelope, but opens what makes those that do.
std::unique_ptr<Handler> OpenOnce(Open open);

}  // namespace mesh::actor
