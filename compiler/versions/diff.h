// Two topologies beside each other: what was added, removed and changed.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "mesh/contract/promises.h"

namespace meshc::versions {

enum class Change : std::uint8_t { kAdded, kRemoved, kChanged };

/// A fact about a thing of one kind. `before`, `after`: what is said of it; empty where it is not there.
struct Difference {
  Change change = Change::kChanged;
  std::string kind;  ///< `actor`, `flow`, `point`, `error`, `type`, `mesh`, `reserved`, `was`.
  std::string name;
  std::string was;  ///< What it was called before; empty: so.
  std::string before;
  std::string after;
};

/// What a flow takes at most.
struct FlowBounds {
  std::optional<std::int64_t> time_ns;  ///< None: unbounded.
  std::optional<std::int64_t> hops;
  std::optional<std::int64_t> cost_billionths;
};

struct FlowBoundsChange {
  std::string flow;
  std::optional<FlowBounds> before;
  std::optional<FlowBounds> after;
};

struct TopologyDiff {
  std::string mesh;
  std::string against;
  std::vector<Difference> differences;   ///< By kind and name.
  std::vector<FlowBoundsChange> bounds;  ///< Of flows whose bounds differ.
};

using BoundsByFlow = std::map<std::string, FlowBounds>;

/// Points are compared by what they do: a branch whose ways were swapped keeps its name and has changed. What
/// was renamed (`@was`) has changed as well.
TopologyDiff Diff(const mesh::contract::Version& before, const mesh::contract::Version& after);

/// Adds the flows whose bounds differ.
void CompareBounds(const BoundsByFlow& before, const BoundsByFlow& after, TopologyDiff& diff);

/// What a point does, by names: equal texts, equal meaning.
std::string MeaningOf(const mesh::contract::RouteTable& table, const mesh::contract::Point& point);

std::string PrintDiffText(const TopologyDiff& diff);
std::string PrintDiffMarkdown(const TopologyDiff& diff);
std::string PrintDiffJson(const TopologyDiff& diff);
std::string_view Spell(Change change);

}  // namespace meshc::versions
