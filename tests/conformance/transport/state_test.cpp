// The state that hosts keep in a file, on a NATS server, and on a Redis server.
#include "tests/conformance/transport/state_suite.h"

#include "tests/conformance/transport/amqp_fixture.h"
#include "tests/conformance/transport/nats_fixture.h"
#include "tests/conformance/transport/redis_fixture.h"

namespace mesh::test {
namespace {

class StateInFile {
 public:
  std::shared_ptr<transport::Ledger> Open(transport::Clock& clock) {
    return transport::StoreOf(OpenStore(file_.path(), clock));
  }

 private:
  const ScratchFile file_{"state.db"};
};

class StateOnNats {
 public:
  std::shared_ptr<transport::Ledger> Open(transport::Clock& clock) {
    return transport::StoreOf(OpenServer(OptionsOf(Server(), prefix_), clock));
  }

 private:
  const std::string prefix_ = "suite-" + NewPrefix();
};

class StateOnRedis {
 public:
  std::shared_ptr<transport::Ledger> Open(transport::Clock& clock) {
    return OpenServer(OptionsOf(Redis(), prefix_), clock);
  }

 private:
  const std::string prefix_ = NewRedisPrefix();
};

INSTANTIATE_TYPED_TEST_SUITE_P(File, StateSuite, testing::Types<StateInFile>);
INSTANTIATE_TYPED_TEST_SUITE_P(Nats, StateSuite, testing::Types<StateOnNats>);
INSTANTIATE_TYPED_TEST_SUITE_P(Redis, StateSuite, testing::Types<StateOnRedis>);

}  // namespace
}  // namespace mesh::test
