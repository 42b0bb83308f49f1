// The rules by which two versions of a mesh are compared, by name.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace mesh::compatibility {

enum class Rule : std::uint8_t {
  kNarrowed,
  kPattern,
  kEnumValue,
  kEnumOpen,
  kUnionTag,
  kMissing,
  kNull,
  kKind,
  kPrecision,
  kDefault,
  kSensitive,
  kFlowRemoved,
  kNotGiven,
  kSignalRemoved,
  kSignalAdded,
  kActorRemoved,
  kActorKind,
  kLabel,
  kStep,
  kMaxSteps,
  kRaises,
  kEffectKey,
  kTransport,
  kState,
  kUrl,
  kLaneRemoved,
  kMeshRenamed,
  kReservedReused,
  kReservedRemoved,
  kUnreserved,
};

enum class Severity : std::uint8_t { kBreak, kWarning };

struct RuleRow {
  Rule rule;
  std::string_view name;  ///< As reports spell it; never changed, since fingerprints are made of it.
  Severity severity;
};

/// In the order of `Rule`.
inline constexpr std::array<RuleRow, 30> kRules = {{
    {Rule::kNarrowed, "narrowed", Severity::kBreak},
    {Rule::kPattern, "pattern", Severity::kBreak},
    {Rule::kEnumValue, "enum-value", Severity::kBreak},
    {Rule::kEnumOpen, "enum-open", Severity::kBreak},
    {Rule::kUnionTag, "union-tag", Severity::kBreak},
    {Rule::kMissing, "missing", Severity::kBreak},
    {Rule::kNull, "null", Severity::kBreak},
    {Rule::kKind, "kind", Severity::kBreak},
    {Rule::kPrecision, "precision", Severity::kWarning},
    {Rule::kDefault, "default", Severity::kWarning},
    {Rule::kSensitive, "sensitive", Severity::kWarning},
    {Rule::kFlowRemoved, "flow-removed", Severity::kBreak},
    {Rule::kNotGiven, "not-given", Severity::kBreak},
    {Rule::kSignalRemoved, "signal-removed", Severity::kBreak},
    {Rule::kSignalAdded, "signal-added", Severity::kWarning},
    {Rule::kActorRemoved, "actor-removed", Severity::kBreak},
    {Rule::kActorKind, "actor-kind", Severity::kBreak},
    {Rule::kLabel, "label", Severity::kBreak},
    {Rule::kStep, "step", Severity::kBreak},
    {Rule::kMaxSteps, "max-steps", Severity::kBreak},
    {Rule::kRaises, "raises", Severity::kBreak},
    {Rule::kEffectKey, "effect-key", Severity::kBreak},
    {Rule::kTransport, "transport", Severity::kBreak},
    {Rule::kState, "state", Severity::kBreak},
    {Rule::kUrl, "url", Severity::kWarning},
    {Rule::kLaneRemoved, "lane-removed", Severity::kBreak},
    {Rule::kMeshRenamed, "mesh-renamed", Severity::kBreak},
    {Rule::kReservedReused, "reserved-reused", Severity::kBreak},
    {Rule::kReservedRemoved, "reserved-removed", Severity::kBreak},
    {Rule::kUnreserved, "unreserved", Severity::kWarning},
}};

constexpr const RuleRow& RowOf(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }

}  // namespace mesh::compatibility
