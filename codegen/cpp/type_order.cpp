#include "codegen/cpp/type_order.h"

#include <algorithm>

namespace meshc::codegen {
using Edge = TypeOrder::Edge;
using Edges = TypeOrder::Edges;

namespace {

void AddEdges(const types::Declarations& declarations, types::TypeId id, bool direct,
              std::vector<Edge>& edges) {
  const types::Type& type = declarations.types[id];
  if (type.element.has_value()) return AddEdges(declarations, type.element, false, edges);
  if (type.kind == types::TypeKind::kRecord) edges.push_back({type.decl, direct});
  if (type.kind == types::TypeKind::kUnion)
    edges.push_back({declarations.records.size() + type.decl, direct});
}

Edges CollectEdges(const types::Declarations& declarations) {
  Edges edges;
  const auto add = [&](const std::vector<types::Member>& members) {
    edges.emplace_back();
    for (const types::Member& member : members) AddEdges(declarations, member.type, true, edges.back());
  };
  for (const types::Record& record : declarations.records) add(record.members);
  for (const types::Union& type : declarations.unions) add(type.tags);
  return edges;
}

}  // namespace

/// Tarjan's search for strongly connected components, which come out with needs first. The
/// stack is explicit: a chain of a hundred thousand records is no reason to overflow ours.
class TypeOrder::Search {
 public:
  explicit Search(const Edges& edges)
      : edges_(edges), index_(edges.size(), 0), low_(edges.size(), 0), open_(edges.size()) {}

  std::vector<std::vector<std::uint32_t>> Run() {
    for (std::uint32_t node = 0; node < edges_.size(); ++node) {
      if (index_[node] == 0) Visit(node);
    }
    return std::move(components_);
  }

 private:
  struct Frame {
    std::uint32_t node = 0;
    std::size_t next = 0;
  };

  void Visit(std::uint32_t root) {
    std::vector<Frame> frames;
    Open(root, frames);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      if (frame.next < edges_[frame.node].size()) {
        Follow(edges_[frame.node][frame.next++].to, frames);
        continue;
      }
      const std::uint32_t node = frame.node;
      frames.pop_back();
      if (!frames.empty()) low_[frames.back().node] = std::min(low_[frames.back().node], low_[node]);
      if (low_[node] == index_[node]) Close(node);
    }
  }

  void Open(std::uint32_t node, std::vector<Frame>& frames) {
    index_[node] = low_[node] = ++count_;
    open_[node] = true;
    stack_.push_back(node);
    frames.push_back({node, 0});
  }

  void Follow(std::uint32_t to, std::vector<Frame>& frames) {
    const std::uint32_t from = frames.back().node;
    if (index_[to] == 0) return Open(to, frames);
    if (open_[to]) low_[from] = std::min(low_[from], index_[to]);
  }

  void Close(std::uint32_t node) {
    std::vector<std::uint32_t>& component = components_.emplace_back();
    do {
      component.push_back(stack_.back());
      open_[stack_.back()] = false;
      stack_.pop_back();
    } while (component.back() != node);
  }

  const Edges& edges_;
  std::uint32_t count_ = 0;
  std::vector<std::uint32_t> index_;
  std::vector<std::uint32_t> low_;
  std::vector<bool> open_;
  std::vector<std::uint32_t> stack_;
  std::vector<std::vector<std::uint32_t>> components_;
};

/// By node: its place in an order that respects what is held directly, which has no cycles.
std::vector<std::uint32_t> TypeOrder::RankByParts(Edges edges) {
  for (std::vector<Edge>& out : edges) std::erase_if(out, [](const Edge& edge) { return !edge.direct; });
  std::vector<std::uint32_t> rank(edges.size());
  std::uint32_t next = 0;
  for (const auto& component : Search(edges).Run()) {
    for (const std::uint32_t node : component) rank[node] = next++;
  }
  return rank;
}

TypeOrder::TypeOrder(const types::Declarations& declarations) : record_count_(declarations.records.size()) {
  const Edges edges = CollectEdges(declarations);
  const std::vector<std::uint32_t> rank = RankByParts(edges);
  group_of_.resize(edges.size());
  for (std::vector<std::uint32_t>& members : Search(edges).Run()) {
    std::sort(members.begin(), members.end(), [&](auto a, auto b) { return rank[a] < rank[b]; });
    std::vector<TypeRef> group;
    for (const std::uint32_t node : members) {
      group_of_[node] = static_cast<std::uint32_t>(groups_.size());
      const bool is_record = node < record_count_;
      group.push_back({is_record ? types::TypeKind::kRecord : types::TypeKind::kUnion,
                       is_record ? node : node - record_count_});
    }
    groups_.push_back(std::move(group));
  }
}

std::uint32_t TypeOrder::Number(TypeRef type) const {
  return type.kind == types::TypeKind::kRecord ? type.index : record_count_ + type.index;
}

}  // namespace meshc::codegen
