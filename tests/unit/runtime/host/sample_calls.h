// Envelopes and handlers of the meshes that hosts serve in tests.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {

inline Envelope Text(std::string id = "e1", std::string text = "hello") {
  return NewEnvelope(std::move(id), {Value::String(std::move(text)), Value()});
}

inline std::string ReplyOf(const Envelope& envelope) {
  return std::string(envelope.payload[CallMesh::kReply].text());
}

inline std::vector<actor::Entry> Calls(const CallMesh& mesh, Answer work) {
  return {EntryOf(mesh.table(), "work", std::move(work)),
          EntryOf(mesh.table(), "fallback", Returns(Value::String("fallback")))};
}

inline std::vector<actor::Entry> Numbers(const ForkMesh& mesh) {
  return {EntryOf(mesh.table(), "left", Returns(Value::Int(1))),
          EntryOf(mesh.table(), "right", Returns(Value::Int(2)))};
}

/// From 0 on.
inline Envelope Items(int count, std::string id = "e") {
  ValueList items;
  for (int i = 0; i < count; ++i) items.push_back(Value::Int(i));
  return NewEnvelope(std::move(id), {Value::List(std::move(items)), Value(), Value()});
}

}  // namespace mesh::test
