// Envelopes and handlers of the mesh that durable hosts serve in tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/support/durable_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {

inline Envelope Text(std::string id, std::string text) {
  return NewEnvelope(std::move(id), {Value::String(std::move(text)), Value()});
}

inline std::vector<actor::Entry> Calls(const CallMesh& mesh, Answer work) {
  return {EntryOf(mesh.table(), "work", std::move(work)),
          EntryOf(mesh.table(), "fallback", Returns(Value::String("fallback")))};
}

}  // namespace mesh::test
