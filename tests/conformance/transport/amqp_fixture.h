// Meshes on a RabbitMQ broker that all tests of this program share; each has a prefix of its own.
#pragma once

#include "mesh/transport/amqp/amqp.h"

#include <poll.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "mesh/transport/sqlite/sqlite.h"
#include "tests/conformance/transport/durable_suite.h"
#include "tests/conformance/transport/transport_suite.h"
#include "tests/support/rabbit_server.h"
#include "tests/support/scratch_file.h"

namespace mesh::test {

inline RabbitServer& Rabbit() {
  static RabbitServer server;
  return server;
}

inline std::string NewRabbitPrefix() {
  static int number = 0;
  return "t" + std::to_string(++number);
}

inline transport::AmqpOptions OptionsOf(const RabbitServer& server, const std::string& prefix) {
  auto options = std::get<transport::AmqpOptions>(transport::ParseAmqpUrl(server.url()));
  options.prefix = prefix;
  options.mesh = "shop";
  return options;
}

inline std::shared_ptr<transport::Transport> OpenStore(const std::string& path, transport::Clock& clock) {
  auto opened = transport::OpenSqlite({.path = path, .sync_full = false, .mesh = "shop"}, clock);
  if (const auto* why = std::get_if<std::string>(&opened)) ADD_FAILURE() << *why;
  return std::get<std::unique_ptr<transport::Transport>>(std::move(opened));
}

inline std::unique_ptr<transport::Transport> OpenServer(transport::AmqpOptions options,
                                                        transport::Clock& clock) {
  auto opened = transport::OpenAmqp(std::move(options), clock);
  if (const auto* why = std::get_if<std::string>(&opened)) ADD_FAILURE() << *why;
  return std::get<std::unique_ptr<transport::Transport>>(std::move(opened));
}

/// Adds one to what the key holds, and sends that.
inline transport::Plan CountUp(const std::string& key, const std::vector<transport::Sending>& sends = {}) {
  return [key, sends](const state::State& state) {
    const auto before = state.Get(key);
    return transport::Transition{
        .conditions = {{key, before}},
        .changes = {{.key = key, .value = std::to_string(std::stoi(before.value_or("0")) + 1)}},
        .sends = sends};
  };
}

/// Begins what the key stands for, which a message follows; a copy finds it there.
inline transport::Plan BeginOnce(const std::string& key) {
  return [key](const state::State& state) {
    transport::Transition transition;
    transition.conditions.push_back({key, state.Get(key)});
    if (state.Get(key)) {
      transition.is_copy = true;
      return transition;
    }
    transition.changes.push_back({.key = key, .value = "v"});
    transition.sends.push_back({.mailbox = "b", .letter = {.id = "1", .body = "follows"}});
    return transition;
  };
}

/// A process that has written what `BeginOnce` changes. Nobody takes what it sends: the broker has no queue
/// of that name, and it may make none.
inline std::unique_ptr<transport::Transport> OpenStuck(transport::AmqpOptions options,
                                                       transport::Clock& clock, const std::string& key) {
  options.create = false;
  auto stuck = OpenServer(std::move(options), clock);
  stuck->ledger()->Carry(std::nullopt, BeginOnce(key), nullptr);
  while (!stuck->ledger()->state().Get(key)) poll(nullptr, 0, 5);
  return stuck;
}

class AmqpMesh : public testing::Test {
 protected:
  transport::AmqpOptions Options() {
    auto options = OptionsOf(Rabbit(), prefix_);
    options.store = transport::StoreOf(OpenStore(file_.path(), clock_));
    return options;
  }
  std::unique_ptr<transport::Transport> Open() { return OpenServer(Options(), clock_); }

  const std::string prefix_ = NewRabbitPrefix();
  const ScratchFile file_{"state.db"};
  ManualClock clock_;
};

}  // namespace mesh::test
