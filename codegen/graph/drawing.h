// The graph library behind one RAII class: the only file pair that knows cgraph and gvc.
//
// The library keeps its error state in globals, so drawings are made by one thread at a time.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>

namespace meshc::codegen::graph {

class Drawing {
 public:
  using Cluster = void*;
  struct Failure {
    std::string reason;
  };

  /// What the drawing is made for: a picture, or the text of WriteDot.
  enum class Purpose : std::uint8_t { kPicture, kText };

  /// An empty directed graph.
  explicit Drawing(std::string_view name, Purpose purpose = Purpose::kPicture);
  ~Drawing();
  Drawing(const Drawing&) = delete;
  Drawing& operator=(const Drawing&) = delete;

  Purpose purpose() const;

  /// Defaults for what is added afterwards.
  void SetGraph(const char* attribute, std::string_view value);
  /// The label of the whole graph, in markup.
  void SetGraphMarkup(std::string_view markup);
  void SetNodeDefault(const char* attribute, std::string_view value);
  void SetEdgeDefault(const char* attribute, std::string_view value);

  /// A frame inside `parent`; null: inside the graph.
  Cluster AddCluster(Cluster parent, std::string_view id);
  Cluster FindCluster(std::string_view id) const;
  void SetCluster(Cluster cluster, const char* attribute, std::string_view value);
  /// The same of what many frames have alike: a text says it of some of them at once.
  void SetLook(Cluster cluster, const char* attribute, std::string_view value);

  /// Nodes are addressed by id. `cluster` may be null.
  void AddNode(std::string_view id, Cluster cluster);
  void SetNode(std::string_view id, const char* attribute, std::string_view value);
  /// A label in the library's HTML-like markup; the caller has escaped its text.
  void SetNodeMarkup(std::string_view id, std::string_view markup);

  /// Parallel edges are kept apart by `key`.
  void AddEdge(std::string_view from, std::string_view to, std::string_view key);
  void SetEdge(std::string_view from, std::string_view to, std::string_view key, const char* attribute,
               std::string_view value);

  /// Whether the library finds places for all parts, for edges between nodes that have one (`pos`), or for
  /// none, as all have one already (`pos`, `bb`, `lp`).
  enum class Places : std::uint8_t { kFound, kOfNodes, kGiven };

  /// In points; `x` and `y` are those of the middle, counted from the left and from below.
  struct Box {
    double x = 0;
    double y = 0;
    double width = 0;
    double height = 0;
  };
  using Layout = std::map<std::string, Box>;  ///< By node.
  /// The places that the library finds for the nodes.
  std::variant<Layout, Failure> FindLayout() const;
  /// Gives each of the nodes its place.
  void SetLayout(const Layout& layout);

  enum class Format : std::uint8_t { kSvg, kPng };

  /// As DOT, or as a picture. A PNG that would have more pixels than the library can make is made smaller,
  /// and refused where its text could not be read any more.
  std::variant<std::string, Failure> WriteDot() const;
  std::variant<std::string, Failure> Render(Format format, Places places) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace meshc::codegen::graph
