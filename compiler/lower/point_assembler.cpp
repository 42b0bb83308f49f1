#include "compiler/lower/point_assembler.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace meshc::lower {
namespace {

/// Point number i becomes the one that was number order[i]. A second store of millions of points would be
/// the most that a compilation ever holds.
void MoveInto(std::vector<std::uint32_t>& order, Store<ir::PointId, ir::Point>& points) {
  for (std::uint32_t begin = 0; begin < order.size(); ++begin) {
    if (order[begin] == begin) continue;
    ir::Point first = std::move(points[ir::PointId{begin}]);
    std::uint32_t at = begin;
    while (order[at] != begin) {
      const std::uint32_t from = std::exchange(order[at], at);
      points[ir::PointId{at}] = std::move(points[ir::PointId{from}]);
      at = from;
    }
    order[at] = at;
    points[ir::PointId{at}] = std::move(first);
  }
}

}  // namespace

ir::PointId PointAssembler::NewLabel() {
  labels_.emplace_back();
  return {static_cast<std::uint32_t>(labels_.size() - 1)};
}

PointAssembler::Label& PointAssembler::Find(ir::PointId label) {
  ir::PointId root = label;
  while (labels_[root.index].alias.has_value()) root = labels_[root.index].alias;
  while (label != root) label = std::exchange(labels_[label.index].alias, root);
  return labels_[root.index];
}

void PointAssembler::Place(ir::PointId label) { pending_.push_back(label); }

void PointAssembler::GoTo(ir::PointId label) {
  for (ir::PointId waiting : pending_) {
    Label& from = Find(waiting);
    Label& to = Find(label);
    if (&from == &to) continue;
    to.used |= from.used;
    from.alias = label;
  }
  pending_.clear();
}

void PointAssembler::Use(ir::PointId label) { Find(label).used = true; }

bool PointAssembler::IsReached() {
  return std::any_of(pending_.begin(), pending_.end(), [&](ir::PointId label) { return Find(label).used; });
}

void PointAssembler::Emit(ir::Point point) {
  for (ir::PointId label : pending_) Find(label).at = static_cast<std::uint32_t>(points_.size());
  pending_.clear();
  for (ir::PointId target : ir::Successors(point)) Use(target);
  points_.Add(std::move(point));
}

Store<ir::PointId, ir::Point> PointAssembler::Finish(llvm::ArrayRef<ir::PointId*> entries) && {
  std::vector<std::uint32_t> order(points_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return points_[ir::PointId{a}].name < points_[ir::PointId{b}].name;
  });
  std::vector<std::uint32_t> rank(order.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) rank[order[i]] = i;

  auto resolve = [&](ir::PointId label) {
    const std::uint32_t at = Find(label).at;
    if (at == kUnplaced) throw std::logic_error("a label leads to no point");
    return ir::PointId{rank[at]};
  };
  for (ir::PointId* entry : entries) *entry = resolve(*entry);
  for (ir::Point& point : points_) ir::RemapPoints(point, resolve);
  MoveInto(order, points_);
  return std::move(points_);
}

}  // namespace meshc::lower
