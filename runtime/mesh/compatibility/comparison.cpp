#include "mesh/compatibility/comparison.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "mesh/compatibility/judge.h"

namespace mesh::compatibility {

using contract::Index;

Comparison::Comparison(const Side& server, const Side& made, Direction direction)
    : server_(server),
      made_(made),
      backward_(direction == Direction::kBackward),
      documents_(made, server, Writer::kOutside, true),
      answers_(server, made, Writer::kInside, false),
      arguments_(made, server, Writer::kInside, true) {}

std::string Comparison::Edge::Text() const { return fmt::format("{}{}{}", begin, joint, end); }

void Comparison::Add(const Edge& edge, Rule rule, std::string subject, std::string message, std::string help,
                     std::string made_has, std::string server_has) {
  if (!backward_) std::swap(made_has, server_has);
  found_.push_back({rule, backward_ ? Direction::kBackward : Direction::kForward, edge.border, edge.Text(),
                    std::string(edge.actor), std::move(subject), std::move(message), std::move(help),
                    std::move(made_has), std::move(server_has)});
}

void Comparison::Add(const Edge& edge, const std::vector<Misfit>& misfits, bool writer_is_made) {
  for (const Misfit& misfit : misfits) {
    const std::string_view writer = writer_is_made ? made_name() : server_name();
    const std::string_view reader = writer_is_made ? server_name() : made_name();
    Add(edge, misfit.rule, misfit.subject, DescribeMisfit(misfit, writer, reader), HelpFor(misfit.rule),
        writer_is_made ? misfit.writer_type : misfit.reader_type,
        writer_is_made ? misfit.reader_type : misfit.writer_type);
  }
}

namespace {

auto Order(const Finding& finding) {
  return std::tie(finding.edge, finding.subject, RowOf(finding.rule).name, finding.direction,
                  finding.old_type, finding.new_type, finding.message);
}

void SortFindings(std::vector<Finding>& findings) {
  std::ranges::sort(findings, [](const Finding& a, const Finding& b) { return Order(a) < Order(b); });
  const auto same = [](const Finding& a, const Finding& b) { return Order(a) == Order(b); };
  findings.erase(std::unique(findings.begin(), findings.end(), same), findings.end());
}

}  // namespace

std::vector<Finding> Comparison::Take() {
  SortFindings(found_);
  return std::exchange(found_, {});
}

std::vector<Finding> FindMisfits(const Side& server, const Side& made, Direction direction) {
  Comparison comparison(server, made, direction);
  comparison.Entries();
  comparison.Signals();
  comparison.Points();
  comparison.Effects();
  comparison.Deploys();
  comparison.Mesh();
  return comparison.Take();
}

std::vector<Finding> Compare(const Side& old_version, const Side& new_version) {
  std::vector<Finding> all = FindMisfits(new_version, old_version, Direction::kBackward);
  std::ranges::move(FindMisfits(old_version, new_version, Direction::kForward), std::back_inserter(all));
  SortFindings(all);
  return all;
}

namespace {

/// Moves what breaks to `breaks`. True: nothing does.
bool TakeBreaks(Comparison& comparison, std::vector<Finding>& breaks) {
  bool fits = true;
  for (Finding& finding : comparison.Take()) {
    if (finding.severity() != Severity::kBreak) continue;
    fits = false;
    breaks.push_back(std::move(finding));
  }
  return fits;
}

}  // namespace

ServedPoints FindServed(const Side& server, const Side& made, const std::vector<bool>& judged) {
  const contract::RouteTable& table = made.table();
  ServedPoints served{
      std::vector<bool>(table.points.size, true), std::vector<bool>(table.actors.size, true), {}};
  Comparison comparison(server, made, Direction::kBackward);
  for (Index at = 0; at < table.points.size; ++at) {
    const contract::Point& point = table.points[at];
    if (!IsDelivery(point)) continue;
    if (judged[point.actor]) comparison.Call(at);
    served.calls[at] = TakeBreaks(comparison, served.findings);
    const Index undo = UndoOf(table, point);
    if (undo == contract::kNone || !judged[undo]) continue;
    comparison.Undo(at);
    const bool undone = TakeBreaks(comparison, served.findings);
    served.calls[at] = served.calls[at] && undone;
    served.undos[undo] = served.undos[undo] && undone;
  }
  SortFindings(served.findings);
  return served;
}

}  // namespace mesh::compatibility
