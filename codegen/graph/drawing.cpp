#include "codegen/graph/drawing.h"

#include <fmt/format.h>
#include <graphviz/cgraph.h>
#include <graphviz/gvc.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <memory_resource>
#include <string>
#include <unordered_map>
#include <vector>

#include "codegen/graph/shelf.h"
#include "compiler/support/enumerator.h"

namespace meshc::codegen::graph {
namespace {

// cgraph takes `char*` but changes none of these.
char* Text(const std::string& text) { return const_cast<char*>(text.c_str()); }
char* Text(const char* text) { return const_cast<char*>(text); }

/// Sends the library's messages nowhere while it lives; the last one stays readable.
class Silence {
 public:
  Silence() : previous_(agseterrf([](char*) { return 0; })) {}
  ~Silence() { agseterrf(previous_); }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  agusererrf previous_;
};

Drawing::Failure LastFailure(const char* otherwise) {
  const char* message = aglasterr();
  return {message != nullptr && *message != '\0' ? message : otherwise};
}

/// The attributes of one kind of object. The library would look each up by its name for every object.
class Attributes {
 public:
  explicit Attributes(int kind) : kind_(kind) {}

  void Set(Agraph_t* root, void* object, const char* attribute, std::string_view value) {
    text_.assign(value);
    Agsym_t* const symbol = Find(root, attribute);
    // Frames have it from those around them, for readers of the text, too.
    if (kind_ == AGRAPH && text_ == agxget(object, symbol)) return;
    agxset(object, symbol, Text(text_));
  }
  /// `shared`: markup that the library has as a string of its own.
  void SetMarkup(Agraph_t* root, void* object, const char* attribute, char* shared) {
    agxset(object, Find(root, attribute), shared);
  }

 private:
  Agsym_t* Find(Agraph_t* root, const char* attribute) {
    for (const auto& [name, symbol] : symbols_) {
      if (name == attribute) return symbol;
    }
    Agsym_t* symbol = agattr(root, kind_, Text(attribute), nullptr);
    if (symbol == nullptr) symbol = agattr(root, kind_, Text(attribute), Text(""));
    return symbols_.emplace_back(attribute, symbol).second;
  }

  int kind_;
  std::string text_;
  /// Names are literals of the callers: there are a dozen, and where one stands tells it from others.
  std::vector<std::pair<const char*, Agsym_t*>> symbols_;
};

void Declare(Agraph_t* root, int kind, const char* attribute, std::string_view value) {
  const std::string text(value);
  agattr(root, kind, Text(attribute), Text(text));
}

/// Memory of one graph, which goes at once: the library would else take it apart piece by piece.
class Memory : public Agmemdisc_t {
 public:
  Memory() : Agmemdisc_t{Open, Take, Grow, Leave, Close} {}
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

 private:
  static Memory& Of(void* heap) { return *static_cast<Memory*>(heap); }

  static void* Open(Agdisc_t* discipline) { return static_cast<Memory*>(discipline->mem); }
  static void* Take(void* heap, std::size_t size) {
    return std::memset(Of(heap).arena_.allocate(size), 0, size);
  }
  static void* Grow(void* heap, void* had, std::size_t old_size, std::size_t size) {
    void* const grown = Take(heap, size);
    return had == nullptr ? grown : std::memcpy(grown, had, std::min(old_size, size));
  }
  static void Leave(void*, void*) {}
  static void Close(void*) {}

  std::pmr::monotonic_buffer_resource arena_;
};

/// Numbers objects in the order in which they are made, and knows their names. The library's own ids are
/// addresses, by which clusters would be written; the names that it keeps itself outlive their graph.
class OrderedIds : public Agdisc_t {
 public:
  OrderedIds()
      : Agdisc_t{&memory_, &calls_, &AgIoDisc}, calls_{Open, Map, Allow, Forget, Print, Close, Register} {}
  OrderedIds(const OrderedIds&) = delete;
  OrderedIds& operator=(const OrderedIds&) = delete;

 private:
  /// An edge has one id at both of its ends.
  static std::size_t KindOf(int type) {
    return static_cast<std::size_t>(type == AGINEDGE ? AGOUTEDGE : type);
  }

  static void* Open(Agraph_t* graph, Agdisc_t* discipline) {
    auto* ids = static_cast<OrderedIds*>(discipline);
    ids->graph_ = graph;
    return ids;
  }
  static long Map(void* closure, int type, char* name, IDTYPE* id, int create) {
    auto& ids = *static_cast<OrderedIds*>(closure);
    if (name == nullptr) {
      if (create == 0) return 0;
      *id = ++ids.last_;
      return 1;
    }
    auto& of_name = ids.ids_[KindOf(type)];
    const auto known = of_name.find(name);
    if (known == of_name.end() && create == 0) return 0;
    *id = known == of_name.end() ? ++ids.last_ : known->second;
    if (known != of_name.end()) return 1;
    of_name.try_emplace(name, *id);
    ids.names_.resize(*id + 1);
    ids.names_[*id] = agstrdup(ids.graph_, name);
    return 1;
  }
  static long Allow(void*, int, IDTYPE) { return 0; }
  static void Forget(void* closure, int type, IDTYPE id) {
    auto& ids = *static_cast<OrderedIds*>(closure);
    char* const name = Print(closure, type, id);
    if (name == nullptr) return;
    ids.ids_[KindOf(type)].erase(name);
    agstrfree(ids.graph_, name);
    ids.names_[id] = nullptr;
  }
  static char* Print(void* closure, int, IDTYPE id) {
    const auto& names = static_cast<OrderedIds*>(closure)->names_;
    return id < names.size() ? names[id] : nullptr;
  }
  static void Close(void*) {}
  static void Register(void*, int, void*) {}

  Memory memory_;
  Agiddisc_t calls_;
  Agraph_t* graph_ = nullptr;
  IDTYPE last_ = 0;
  std::array<std::unordered_map<std::string, IDTYPE>, 3> ids_;  ///< Of graphs, nodes and edges.
  /// By id; strings of the graph, because it looks beside them for marks of its own.
  std::vector<char*> names_;
};

std::variant<std::string, Drawing::Failure> RenderLaidOut(GVC_t* context, Agraph_t* graph,
                                                          const char* format) {
  char* buffer = nullptr;
  unsigned size = 0;
  const int status = gvRenderData(context, graph, format, &buffer, &size);
  std::string bytes = status == 0 ? std::string(buffer, size) : std::string();
  if (buffer != nullptr) gvFreeRenderData(buffer);
  if (status != 0 || bytes.empty()) return LastFailure("the picture could not be rendered");
  return bytes;
}

// What cairo can draw on, and what fits into memory, at four bytes a pixel.
constexpr double kMostPixelsOfSide = 32'000;
constexpr double kMostPixels = 200e6;
constexpr double kDotsPerInch = 96;
/// Text of 11 points is 7 pixels high.
constexpr double kSmallestReadable = 0.5;

std::variant<std::string, Drawing::Failure> RenderPng(GVC_t* context, Agraph_t* graph) {
  constexpr double kPad = 2 * 0.3;
  const boxf& box = GD_bb(graph);
  const double width = ((box.UR.x - box.LL.x) / 72 + kPad) * kDotsPerInch;
  const double height = ((box.UR.y - box.LL.y) / 72 + kPad) * kDotsPerInch;
  const double scale = std::min({1.0, kMostPixelsOfSide / width, kMostPixelsOfSide / height,
                                 std::sqrt(kMostPixels / (width * height))});
  if (scale < kSmallestReadable) {
    return Drawing::Failure{fmt::format(
        "it would have {:.0f} x {:.0f} pixels, more than a PNG can; an SVG has room", width, height)};
  }
  GD_drawing(graph)->dpi = kDotsPerInch * scale;
  return RenderLaidOut(context, graph, "png");
}

/// The library tells sizes in inches, and places in points.
constexpr double kPointsPerInch = 72;

const char* EngineOf(Drawing::Places places) {
  switch (places) {
    case Drawing::Places::kFound: return "dot";
    case Drawing::Places::kOfNodes: return "nop";
    case Drawing::Places::kGiven: return "nop2";
  }
  NoSuchEnumerator();
}

}  // namespace

struct Drawing::State {
  OrderedIds ids;
  Purpose purpose = Purpose::kPicture;
  Agraph_t* graph = nullptr;
  std::map<std::string, Agraph_t*, std::less<>> clusters;  ///< By id.
  std::unordered_map<Agraph_t*, Shelf> shelves;            ///< By the graph around; for a text only.
  std::size_t subgraphs = 0;                               ///< Of their shelves.
  std::unordered_map<Agraph_t*, Agraph_t*> first_on;       ///< The first frame of each shelf.
  Attributes of_graphs{AGRAPH};
  Attributes of_nodes{AGNODE};
  Attributes of_edges{AGEDGE};

  Agnode_t* MakeNode(std::string_view id) {
    node.id.assign(id);
    node.found = agnode(graph, Text(node.id), 1);
    return nodes[node.id] = node.found;
  }
  Agnode_t* Node(std::string_view id) {
    if (node.found != nullptr && node.id == id) return node.found;
    node.id.assign(id);
    node.found = nodes.find(node.id)->second;
    return node.found;
  }
  void MakeEdge(std::string_view from, std::string_view to, std::string_view key) {
    FindEdge(from, to, key, 1);
  }
  Agedge_t* Edge(std::string_view from, std::string_view to, std::string_view key) {
    if (edge.from != from || edge.to != to || edge.key != key) FindEdge(from, to, key, 0);
    return edge.found;
  }

 private:
  void FindEdge(std::string_view from, std::string_view to, std::string_view key, int make) {
    edge.from.assign(from);
    edge.to.assign(to);
    edge.key.assign(key);
    Agnode_t* const tail = Node(from);
    edge.found = agedge(graph, tail, Node(to), Text(edge.key), make);
  }

  std::unordered_map<std::string, Agnode_t*> nodes;  ///< By id.
  // What was asked for last: attributes of one object are set one after the other.
  struct {
    std::string id;
    Agnode_t* found = nullptr;
  } node;
  struct {
    std::string from;
    std::string to;
    std::string key;
    Agedge_t* found = nullptr;
  } edge;
};

Drawing::Drawing(std::string_view name, Purpose purpose) : state_(std::make_unique<State>()) {
  state_->purpose = purpose;
  state_->graph = agopen(Text(std::string(name)), Agdirected, &state_->ids);
}

Drawing::~Drawing() { agclose(state_->graph); }

Drawing::Purpose Drawing::purpose() const { return state_->purpose; }

void Drawing::SetGraph(const char* attribute, std::string_view value) {
  Declare(state_->graph, AGRAPH, attribute, value);
}
void Drawing::SetGraphMarkup(std::string_view markup) {
  // Clusters take over the default, not what the graph itself has.
  Declare(state_->graph, AGRAPH, "label", "");
  char* shared = agstrdup_html(state_->graph, Text(std::string(markup)));
  state_->of_graphs.SetMarkup(state_->graph, state_->graph, "label", shared);
  agstrfree(state_->graph, shared);
}
void Drawing::SetNodeDefault(const char* attribute, std::string_view value) {
  Declare(state_->graph, AGNODE, attribute, value);
}
void Drawing::SetEdgeDefault(const char* attribute, std::string_view value) {
  Declare(state_->graph, AGEDGE, attribute, value);
}

Drawing::Cluster Drawing::AddCluster(Cluster parent, std::string_view id) {
  auto* outer = parent == nullptr ? state_->graph : static_cast<Agraph_t*>(parent);
  Agraph_t* const frame = outer;
  if (state_->purpose == Purpose::kText) outer = state_->shelves[outer].Next(outer, state_->subgraphs);
  Agraph_t* cluster = agsubg(outer, Text("cluster_" + std::string(id)), 1);
  if (outer != frame) state_->first_on.emplace(outer, cluster);
  state_->clusters.emplace(id, cluster);
  return cluster;
}

Drawing::Cluster Drawing::FindCluster(std::string_view id) const { return state_->clusters.find(id)->second; }

void Drawing::SetCluster(Cluster cluster, const char* attribute, std::string_view value) {
  state_->of_graphs.Set(state_->graph, cluster, attribute, value);
}

void Drawing::SetLook(Cluster cluster, const char* attribute, std::string_view value) {
  Agraph_t* const around = agparent(static_cast<Agraph_t*>(cluster));
  const auto first = state_->first_on.find(around);
  if (first != state_->first_on.end() && first->second == cluster)
    state_->of_graphs.Set(state_->graph, around, attribute, value);
  SetCluster(cluster, attribute, value);
}

void Drawing::AddNode(std::string_view id, Cluster cluster) {
  Agnode_t* node = state_->MakeNode(id);
  if (cluster != nullptr) agsubnode(static_cast<Agraph_t*>(cluster), node, 1);
}

void Drawing::SetNode(std::string_view id, const char* attribute, std::string_view value) {
  state_->of_nodes.Set(state_->graph, state_->Node(id), attribute, value);
}

void Drawing::SetNodeMarkup(std::string_view id, std::string_view markup) {
  char* shared = agstrdup_html(state_->graph, Text(std::string(markup)));
  state_->of_nodes.SetMarkup(state_->graph, state_->Node(id), "label", shared);
  agstrfree(state_->graph, shared);
}

void Drawing::AddEdge(std::string_view from, std::string_view to, std::string_view key) {
  state_->MakeEdge(from, to, key);
}

void Drawing::SetEdge(std::string_view from, std::string_view to, std::string_view key, const char* attribute,
                      std::string_view value) {
  state_->of_edges.Set(state_->graph, state_->Edge(from, to, key), attribute, value);
}

std::variant<std::string, Drawing::Failure> Drawing::WriteDot() const {
  const Silence silence;
  char* buffer = nullptr;
  std::size_t size = 0;
  std::FILE* stream = open_memstream(&buffer, &size);
  if (stream == nullptr) return Failure{"no memory for the picture"};
  const int status = agwrite(state_->graph, stream);
  std::fclose(stream);
  std::string text(buffer, size);
  std::free(buffer);
  if (status != 0) return LastFailure("the picture could not be written");
  return text;
}

std::variant<Drawing::Layout, Drawing::Failure> Drawing::FindLayout() const {
  const Silence silence;
  GVC_t* context = gvContext();
  if (gvLayout(context, state_->graph, EngineOf(Places::kFound)) != 0) {
    gvFreeContext(context);
    return LastFailure("the picture could not be laid out");
  }
  Layout layout;
  for (Agnode_t* node = agfstnode(state_->graph); node != nullptr; node = agnxtnode(state_->graph, node)) {
    const pointf middle = ND_coord(node);
    layout[agnameof(node)] = {middle.x, middle.y, ND_width(node) * kPointsPerInch,
                              ND_height(node) * kPointsPerInch};
  }
  gvFreeLayout(context, state_->graph);
  gvFreeContext(context);
  return layout;
}

void Drawing::SetLayout(const Layout& layout) {
  for (const auto& [node, box] : layout) SetNode(node, "pos", fmt::format("{:.2f},{:.2f}", box.x, box.y));
}

std::variant<std::string, Drawing::Failure> Drawing::Render(Format format, Places places) const {
  const Silence silence;
  GVC_t* context = gvContext();
  if (gvLayout(context, state_->graph, EngineOf(places)) != 0) {
    gvFreeContext(context);
    return LastFailure("the picture could not be laid out");
  }
  auto bytes = format == Format::kPng ? RenderPng(context, state_->graph)
                                      : RenderLaidOut(context, state_->graph, "svg");
  gvFreeLayout(context, state_->graph);
  gvFreeContext(context);
  return bytes;
}

}  // namespace meshc::codegen::graph
