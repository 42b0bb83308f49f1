// Envelopes and handlers of the mesh that durable hosts serve in tests.
#pragma once

#include <string>

#include "mesh/durable/known_tables.h"
#include "mesh/route/router.h"
#include "tests/support/durable_fixture.h"
#include "tests/support/sample_meshes.h"
#include "tests/unit/runtime/host/sample_calls.h"

namespace mesh::test {

/// An envelope `e` that waits for `work`.
inline Envelope WaitingForWork(const CallMesh& mesh) {
  Envelope envelope = Text("e", "x");
  envelope.route.flow = "main";
  envelope.route.table = mesh.table().digest;
  route::Router(mesh.table()).Enter(0, envelope, 0);
  return envelope;
}
/// In a letter.
inline std::string Written(const CallMesh& mesh, const Envelope& envelope) {
  const route::Router router(mesh.table());
  return durable::KnownTable(router).Write(envelope);
}

}  // namespace mesh::test
