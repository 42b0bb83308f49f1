#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "compiler/support/enumerator.h"
#include "compiler/support/markdown.h"
#include "compiler/versions/diff.h"
#include "compiler/versions/text_line.h"

namespace meshc::versions {
namespace {

using nlohmann::ordered_json;

std::string_view SignOf(Change change) {
  switch (change) {
    case Change::kAdded: return "+";
    case Change::kRemoved: return "-";
    case Change::kChanged: return "~";
  }
  NoSuchEnumerator();
}

std::string Amount(const std::optional<std::int64_t>& value) {
  return value ? std::to_string(*value) : "unbounded";
}

std::string Print(const std::optional<FlowBounds>& bounds) {
  if (!bounds) return "not there";
  const std::string time = bounds->time_ns ? TimeText(*bounds->time_ns) : std::string("unbounded");
  const std::string cost = bounds->cost_billionths
                               ? fmt::format("{:.9g}", static_cast<double>(*bounds->cost_billionths) / 1e9)
                               : std::string("unbounded");
  return fmt::format("time {}, hops {}, cost {}", time, Amount(bounds->hops), cost);
}

ordered_json ToJson(const std::optional<FlowBounds>& bounds) {
  if (!bounds) return nullptr;
  const auto amount = [](const std::optional<std::int64_t>& value) {
    return value ? ordered_json(*value) : ordered_json(nullptr);
  };
  return {{"time_ns", amount(bounds->time_ns)},
          {"hops", amount(bounds->hops)},
          {"cost_billionths", amount(bounds->cost_billionths)}};
}

}  // namespace

std::string PrintDiffText(const TopologyDiff& diff) {
  std::string text;
  for (const Difference& each : diff.differences) {
    const std::string was = each.was.empty() ? "" : fmt::format(", which was {}", each.was);
    text += TextLine(fmt::format("{} {} {}{}", SignOf(each.change), each.kind, each.name, was));
    if (each.before == each.after) continue;
    if (!each.before.empty()) text += TextLine("    - " + each.before);
    if (!each.after.empty()) text += TextLine("    + " + each.after);
  }
  for (const FlowBoundsChange& each : diff.bounds) {
    text += TextLine("~ bounds of " + each.flow) + TextLine("    - " + Print(each.before)) +
            TextLine("    + " + Print(each.after));
  }
  return text.empty() ? "no difference in topology\n" : text;
}

std::string PrintDiffMarkdown(const TopologyDiff& diff) {
  std::string text =
      fmt::format("### {} against {}\n\n", MarkdownCode(diff.mesh), MarkdownCode(diff.against));
  if (diff.differences.empty() && diff.bounds.empty()) return text + "No difference in topology.\n";
  if (!diff.differences.empty()) text += "| | what | name | before | after |\n|---|---|---|---|---|\n";
  for (const Difference& each : diff.differences) {
    const std::string was = each.was.empty() ? "" : ", which was " + MarkdownCell(each.was);
    text += fmt::format("| {} | {} | {} | {} | {} |\n", Spell(each.change), each.kind,
                        MarkdownCell(each.name) + was, MarkdownCell(each.before), MarkdownCell(each.after));
  }
  if (!diff.bounds.empty()) text += "\n| flow | before | after |\n|---|---|---|\n";
  for (const FlowBoundsChange& each : diff.bounds)
    text += fmt::format("| {} | {} | {} |\n", MarkdownCell(each.flow), Print(each.before), Print(each.after));
  return text;
}

std::string PrintDiffJson(const TopologyDiff& diff) {
  ordered_json object{{"schema", "meshc.diff/1"}, {"mesh", diff.mesh}, {"against", diff.against}};
  object["differences"] = ordered_json::array();
  for (const Difference& each : diff.differences) {
    object["differences"].push_back({{"change", Spell(each.change)},
                                     {"kind", each.kind},
                                     {"name", each.name},
                                     {"was", each.was},
                                     {"before", each.before},
                                     {"after", each.after}});
  }
  object["bounds"] = ordered_json::array();
  for (const FlowBoundsChange& each : diff.bounds)
    object["bounds"].push_back(
        {{"flow", each.flow}, {"before", ToJson(each.before)}, {"after", ToJson(each.after)}});
  return object.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace meshc::versions
