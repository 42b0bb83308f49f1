#include "compiler/analysis/witness.h"

#include <algorithm>
#include <utility>

#include "compiler/analysis/path_text.h"
#include "compiler/ir/point_parts.h"

namespace meshc::analysis {
namespace {

constexpr std::uint32_t kNowhere = 0xffffffffU;

bool WantedBit(Question question) { return question == Question::kWritten; }

SetId Select(const Known& known, Question question) {
  return question == Question::kAbsent ? known.present : known.written;
}

// The bit behind an edge, given the bit before it.
bool CrossBit(const SetPool& sets, const RegionGraph& graph, const Edge& edge, PlaceId place,
              Question question, bool bit) {
  if (edge.through != nullptr) {
    bool low = sets.Contains(Select(edge.through->low, question), place.index);
    bool high = sets.Contains(Select(edge.through->high, question), place.index);
    bit = low || (high && bit);
  }
  for (Effect effect : graph.EffectsOf(edge)) {
    if (effect.place != place.index) continue;
    if (question == Question::kAbsent && effect.kind == EffectKind::kGain) bit = true;
    if (question == Question::kAbsent && effect.kind == EffectKind::kLose) bit = false;
    if (question == Question::kWritten && effect.kind == EffectKind::kWrite) bit = true;
    if (question == Question::kWritten && effect.kind == EffectKind::kUnwrite) bit = false;
  }
  return bit;
}

}  // namespace

struct WitnessFinder::Leg {
  struct Hop {
    std::uint32_t from = 0;  ///< Node.
    const Edge* edge = nullptr;
    bool turns = false;  ///< Here the bit becomes what is asked for.
  };
  RegionId region;
  ir::PointId goal;
  std::vector<Hop> hops;
  bool found = false;
  bool from_entry = false;  ///< The answer holds at the region's entry already.
};

bool WitnessFinder::BitAt(const Known& known, PlaceId place, Question question) const {
  return solution_.context().sets.Contains(Select(known, question), place.index);
}

// Breadth first over pairs of node and bit. `any`: whatever the bit is at the goal.
WitnessFinder::Leg WitnessFinder::Search(RegionId region, ir::PointId point, PlaceId place, Question question,
                                         bool any) {
  struct Origin {
    std::uint32_t state = kNowhere;
    const Edge* edge = nullptr;
  };
  const RegionGraph& graph = solution_.GraphOf(region);
  Leg leg;
  leg.region = region;
  leg.goal = point;
  const Known* entry = solution_.EntryOf(region);
  if (entry == nullptr || graph.nodes.size() > nodes_left_) return leg;
  nodes_left_ -= graph.nodes.size();

  std::uint32_t start = BitAt(*entry, place, question) ? 1 : 0;
  std::vector<Origin> origins(graph.nodes.size() * 2);
  std::vector<std::uint32_t> queue{start};
  origins[start].state = start;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    std::uint32_t state = queue[next];
    bool bit = (state & 1U) != 0;
    if (graph.nodes[state / 2].point == point && (any || bit == WantedBit(question))) {
      leg.found = true;
      leg.from_entry = !any && (start == 1) == WantedBit(question);
      for (; origins[state].edge != nullptr; state = origins[state].state) {
        bool was = (origins[state].state & 1U) != 0;
        bool is = (state & 1U) != 0;
        leg.hops.push_back(
            {origins[state].state / 2, origins[state].edge, was != is && is == WantedBit(question)});
      }
      std::reverse(leg.hops.begin(), leg.hops.end());
      return leg;
    }
    for (const Edge& edge : graph.EdgesOf(state / 2)) {
      std::uint32_t to =
          edge.to * 2 + (CrossBit(solution_.context().sets, graph, edge, place, question, bit) ? 1 : 0);
      if (origins[to].state != kNowhere) continue;
      origins[to] = {state, &edge};
      queue.push_back(to);
    }
  }
  return leg;
}

Witness WitnessFinder::Find(ir::PointId point, PlaceId place, Question question) {
  constexpr std::size_t kMostLegs = 64;
  std::vector<Leg> legs;
  ir::PointId goal = point;
  bool any = false;
  while (legs.size() < kMostLegs) {
    RegionId region = solution_.context().regions.Of(goal);
    Leg leg = Search(region, goal, place, question, any);
    if (!leg.found) break;
    bool from_entry = leg.from_entry;
    legs.push_back(std::move(leg));
    // Out of the region: to whoever explains the entry; out of a finally block in any case.
    const auto& entrances = solution_.EntrancesOf(region);
    bool is_block = solution_.context().regions[region].parent.has_value();
    if (entrances.empty() || (!from_entry && !is_block)) break;
    any = !from_entry;
    auto explains = [&](ir::PointId entrance) {
      return any || BitAt(*solution_.At(entrance), place, question) == WantedBit(question);
    };
    auto found = std::find_if(entrances.begin(), entrances.end(), explains);
    goal = found != entrances.end() ? *found : entrances.front();
  }

  Witness witness;
  PathWords words;
  for (std::size_t i = legs.size(); i-- > 0;) {
    Describe(legs[i], words);
    std::string text = StepText(solution_.mesh(), solution_.mesh().points[legs[i].goal]);
    bool returned = words.last() == "return" && text == "end";
    if (!returned) words.Add(std::move(text));
    for (const Leg::Hop& hop : legs[i].hops) {
      if (!hop.turns) continue;
      witness.first_step = solution_.GraphOf(legs[i].region).nodes[hop.from].point;
      witness.second_step = legs[i].goal;
      witness.writer = WriterIn(witness.first_step, place, 0);
    }
  }
  witness.path = std::move(words).Take();
  return witness;
}

void WitnessFinder::Describe(const Leg& leg, PathWords& words) const {
  const ir::Mesh& mesh = solution_.mesh();
  const RegionGraph& graph = solution_.GraphOf(leg.region);
  for (const Leg::Hop& hop : leg.hops) {
    const ir::Point& from = mesh.points[graph.nodes[hop.from].point];
    words.Add(StepText(mesh, from));
    words.Add(WayText(mesh, from, graph.nodes[hop.edge->to].point, hop.edge->error));
  }
}

ir::PointId WitnessFinder::WriterIn(ir::PointId point, PlaceId place, int depth) {
  const ir::Point& body = solution_.mesh().points[point];
  const Regions& regions = solution_.context().regions;
  if (const auto* call = std::get_if<ir::FlowCall>(&body.body); call != nullptr && !call->own_envelope) {
    return WriterInRegion(regions.Body(call->flow), place, depth + 1);
  }
  if (const auto* enter = std::get_if<ir::FinallyEnter>(&body.body)) {
    return WriterInRegion(regions.Inner(enter->next), place, depth + 1);
  }
  if (const auto* fork = std::get_if<ir::Fork>(&body.body)) {
    for (const ir::ForkBranch& branch : fork->branches) {
      ir::PointId writer = WriterInRegion(regions.Inner(branch.entry), place, depth + 1);
      if (writer.has_value()) return writer;
    }
  }
  const Places& places = solution_.context().families.PlacesOf(body.flow);
  ir::PointId writer;
  ir::ForEachTarget(body, [&](const ir::Target& target) {
    if (target.path.empty() && places.FindField(target.field) == place) writer = point;
  });
  return writer;
}

ir::PointId WitnessFinder::WriterInRegion(RegionId region, PlaceId place, int depth) {
  constexpr int kDeepestCall = 256;
  if (depth > kDeepestCall) return {};
  for (ir::PointId point : solution_.context().regions[region].points) {
    if (nodes_left_ == 0) return {};
    --nodes_left_;
    if (solution_.At(point) == nullptr) continue;
    if (ir::PointId writer = WriterIn(point, place, depth); writer.has_value()) return writer;
  }
  return {};
}

}  // namespace meshc::analysis
