#include "mesh/transport/inproc.h"

#include "tests/conformance/transport/transport_suite.h"

namespace mesh::test {
namespace {

struct Inproc {
  static std::unique_ptr<transport::Transport> Make(transport::Clock& clock) {
    return transport::MakeInproc(clock);
  }
};

INSTANTIATE_TYPED_TEST_SUITE_P(Inproc, TransportSuite, testing::Types<Inproc>);

}  // namespace
}  // namespace mesh::test
