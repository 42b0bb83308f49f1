#include <algorithm>
#include <iterator>
#include <utility>

#include "codegen/common/contract_digest.h"
#include "codegen/common/contract_kinds.h"
#include "codegen/route_table/table_builder.h"
#include "codegen/route_table/to_index.h"

namespace meshc::codegen {
namespace {

using contract::Index;
using contract::Span;

Index Size(const auto& entries) { return static_cast<Index>(entries.size()); }

template <typename Tag>
std::vector<Index> ToIndices(const std::vector<Id<Tag>>& ids) {
  std::vector<Index> indices;
  for (const Id<Tag> id : ids) indices.push_back(id.index);
  return indices;
}

/// Without those that another one covers: a parent that is declared stands for its children.
std::vector<types::ErrorId> Uncovered(const types::Declarations& declarations,
                                      const std::vector<types::ErrorId>& raises) {
  std::vector<types::ErrorId> uncovered;
  std::copy_if(raises.begin(), raises.end(), std::back_inserter(uncovered), [&](types::ErrorId error) {
    return std::none_of(raises.begin(), raises.end(), [&](types::ErrorId other) {
      return other != error && types::DescendsFrom(declarations, error, other);
    });
  });
  return uncovered;
}

std::uint8_t ModeOf(const types::Field& field) {
  unsigned mode = contract::kModePlain;
  if (field.mode == types::WriteMode::kVar) mode |= contract::kModeVar;
  if (field.mode == types::WriteMode::kLog) mode |= contract::kModeLog;
  if (field.in) mode |= contract::kModeIn;
  if (field.out) mode |= contract::kModeOut;
  return static_cast<std::uint8_t>(mode);
}

}  // namespace

void TableBuilder::AddEnvelopes() {
  for (const types::Envelope& envelope : mesh_.declarations.envelopes) {
    const Index first = Size(table_.fields);
    for (const types::Field& field : envelope.fields) {
      const Index type = pool_.AddType(field.type);
      table_.fields.push_back({pool_.Text(field.name), type, ModeOf(field), field.sensitive,
                               pool_.AddConstant(field.default_value)});
    }
    const Index count = Size(envelope.fields);
    table_.envelopes.push_back({pool_.Text(envelope.name), count == 0 ? Span{} : Span{first, count}});
  }
}

void TableBuilder::AddErrors() {
  for (const types::Error& error : mesh_.declarations.errors) {
    const Index detail = error.detail.has_value() ? pool_.AddType(error.detail) : contract::kNone;
    table_.errors.push_back(
        {pool_.Text(error.name), ToIndex(error.parent), ToContract(error.error_class), detail});
  }
}

/// One attempt is what there is without a word; only where more are declared for the actor does a call
/// say something by it.
Index TableBuilder::AddRetry(const std::optional<types::Retry>& retry,
                             const std::optional<types::Retry>& standard) {
  if (!retry || (retry->attempts == 1 && (!standard || standard->attempts == 1))) return contract::kNone;
  const contract::RetryPolicy policy{
      .attempts = retry->attempts,
      .backoff = ToContract(retry->backoff),
      .jitter = retry->jitter,
      .delay_ns = retry->delay_ns,
      .max_delay_ns = retry->max_delay_ns,
      .only_errors = pool_.AddIndices(ToIndices(retry->only)),
  };
  table_.retries.push_back(policy);
  return Size(table_.retries) - 1;
}

contract::Actor TableBuilder::BuildActor(types::ActorId id) {
  const types::Actor& source = mesh_.declarations.actors[id];
  std::vector<std::string> labels;
  for (const types::EnumValue& label : source.labels) labels.push_back(label.name);
  contract::Actor actor{.name = pool_.Text(source.name), .kind = ToContract(source.kind)};
  actor.params = pool_.AddMembers(source.params);
  actor.results = pool_.AddMembers(source.results);
  actor.labels = pool_.AddStrings(labels);
  actor.steps = pool_.AddStrings(source.steps);
  actor.max_steps = source.max_steps;
  actor.raises = pool_.AddIndices(ToIndices(Uncovered(mesh_.declarations, source.raises)));
  actor.timeout_ns = source.timeout_ns;
  actor.retry = AddRetry(source.retry, {});
  actor.effect = ToContract(source.effect.kind);
  actor.effect_key = programs_.BuildEffectKey(source);
  actor.effect_shared = source.effect.shared;
  actor.undo = ToIndex(source.undo);
  actor.concurrency = source.concurrency;
  actor.contract = pool_.Text(ContractDigest(mesh_.declarations, id));
  return actor;
}

void TableBuilder::AddActors() {
  for (const types::ActorId id : mesh_.declarations.actors.ids()) table_.actors.push_back(BuildActor(id));
}

void TableBuilder::AddFlows() {
  std::vector<Span> loops(mesh_.flows.size());
  for (const ir::LoopId id : mesh_.loops.ids()) {
    Span& span = loops[mesh_.loops[id].flow.index];
    if (span.count++ == 0) span.first = id.index;
  }
  for (const types::FlowId id : mesh_.flows.ids()) {
    const ir::Flow& flow = mesh_.flows[id];
    table_.flows.push_back(
        {pool_.Text(flow.name), flow.envelope.index, flow.entry.index, flow.sla_ns, loops[id.index]});
  }
}

void TableBuilder::AddLoops() {
  for (const ir::Loop& loop : mesh_.loops) table_.loops.push_back({pool_.Text(loop.name), loop.max});
}

}  // namespace meshc::codegen
