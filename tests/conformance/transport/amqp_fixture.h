// Meshes on a RabbitMQ broker that all tests of this program share; each has a prefix of its own.
#pragma once

#include "mesh/transport/amqp.h"

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "mesh/transport/sqlite.h"
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

class AmqpMesh : public testing::Test {
 protected:
  transport::AmqpOptions Options() {
    auto options = OptionsOf(Rabbit(), prefix_);
    options.store = OpenStore(file_.path(), clock_);
    return options;
  }
  std::unique_ptr<transport::Transport> Open() { return OpenServer(Options(), clock_); }
  static bool Send(transport::Transport& transport, const std::string& body) {
    return transport.Open("a").Send(std::make_unique<transport::Letter>(transport::Letter{.body = body}), 0);
  }

  const std::string prefix_ = NewRabbitPrefix();
  const ScratchFile file_{"state.db"};
  ManualClock clock_;
};

}  // namespace mesh::test
