// Entry, exit and signal: what clients of one version write and read, and the other one has to do with.
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "mesh/compatibility/comparison.h"

namespace mesh::compatibility {
namespace {

using contract::Field;
using contract::Index;
using contract::kNone;

/// How far a value is from what is awaited: of another kind, or outside of a bound.
std::pair<bool, std::size_t> Distance(const std::vector<Misfit>& misfits) {
  return {std::ranges::find(misfits, Rule::kKind, &Misfit::rule) != misfits.end(), misfits.size()};
}

/// All fields of an envelope, by slot.
std::vector<Slot> AllFields(const Side& side, Index envelope) {
  const contract::Span span = side.table().envelopes[envelope].fields;
  std::vector<Slot> slots;
  for (Index i = span.first; i < span.first + span.count; ++i) {
    const Field& field = side.table().fields[i];
    slots.push_back({field.name, field.type, field.default_value, field.sensitive,
                     side.FormerName(contract::Named::kField, i)});
  }
  return slots;
}

std::vector<Slot> FieldsOf(const Side& side, Index envelope, contract::FieldMode mode, bool with = true) {
  const auto fields = side.fields(envelope);
  const std::vector<Slot> all = AllFields(side, envelope);
  std::vector<Slot> slots;
  for (Index i = 0; i < fields.size; ++i) {
    if (((fields[i].mode & mode) != 0) == with) slots.push_back(all[i]);
  }
  return slots;
}

}  // namespace

void Comparison::Entries() {
  for (const Index flow : made_.entries()) {
    const std::string_view name = made_.table().flows[flow].name;
    const Index found = server_.FindFlow(name);
    if (found == kNone) {
      Add({Border::kEntry, fmt::format("entry {}", name)}, Rule::kFlowRemoved, std::string(name),
          fmt::format("{} has no flow `{}`, which clients of {} enter", server_name(), name, made_name()),
          "keep the flow, or name its former name with `@was`", std::string(name));
      continue;
    }
    Entry(flow, found);
    Exit(flow, found);
  }
}

void Comparison::Entry(Index made, Index server) {
  const contract::Flow& flow = made_.table().flows[made];
  const Index envelope = server_.table().flows[server].envelope;
  const Edge edge{Border::kEntry, "entry", " ", flow.name};
  const std::vector<Slot> written = FieldsOf(made_, flow.envelope, contract::kModeIn);
  const std::string_view container = server_.table().envelopes[envelope].name;
  Add(edge, documents_.JudgeSlots(written, FieldsOf(server_, envelope, contract::kModeIn), container), true);
  for (const Slot& field : FieldsOf(server_, envelope, contract::kModeIn, false)) {
    const Slot* given = TypeFit::Find(written, field);
    if (given == nullptr) continue;
    Add(edge, Rule::kNotGiven, fmt::format("{}.{}", container, field.name),
        fmt::format("clients of {} give `{}`, which is no `in` field of {}", made_name(), given->name,
                    server_name()),
        "keep `in`, or give the inner field another name", "in", "");
  }
}

void Comparison::Exit(Index made, Index server) {
  const contract::Flow& flow = made_.table().flows[made];
  const Index envelope = server_.table().flows[server].envelope;
  std::vector<Slot> read = FieldsOf(made_, flow.envelope, contract::kModeOut);
  for (Slot& slot : read) slot.was = {};  // Clients know their own names only.
  const auto misfits = answers_.JudgeSlots(FieldsOf(server_, envelope, contract::kModeOut), read,
                                           made_.table().envelopes[flow.envelope].name, false);
  Add({Border::kExit, "exit", " ", flow.name}, misfits, false);
}

/// Which of several awaits of one name a value is for is not said: one of them has to take it.
void Comparison::Signal(const Edge& edge, Index writer, const std::set<Index>& readers) {
  std::optional<std::vector<Misfit>> nearest;
  for (const Index reader : readers) {
    auto misfits = documents_.Judge(Shape::Of(made_.pool(), writer), reader, {"", edge.end});
    if (!nearest || Distance(misfits) < Distance(*nearest)) nearest = std::move(misfits);
  }
  if (nearest) Add(edge, *nearest, true);
}

void Comparison::Signals() {
  for (const auto& [name, types] : made_.signals()) {
    const Edge edge{Border::kSignal, "signal", " ", name};
    const auto found = server_.signals().find(name);
    if (found == server_.signals().end()) {
      Add(edge, Rule::kSignalRemoved, std::string(name),
          fmt::format("{} awaits no signal `{}`, which clients of {} send", server_name(), name, made_name()),
          "keep awaiting it, or stop sending it first", std::string(name));
      continue;
    }
    for (const Index writer : types) Signal(edge, writer, found->second);
  }
  for (const auto& [name, types] : server_.signals()) {
    if (made_.signals().contains(name)) continue;
    Add({Border::kSignal, "signal", " ", name}, Rule::kSignalAdded, std::string(name),
        fmt::format("{} awaits the signal `{}`, which nobody sends who knows {} only", server_name(), name,
                    made_name()),
        "make sure that somebody sends it, or await it with a timeout", "", std::string(name));
  }
}

}  // namespace mesh::compatibility
