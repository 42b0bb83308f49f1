// Where DOT puts the frames of one frame, of which there may be thousands.
//
// To write a node or an edge the library looks for it in each subgraph of a graph, one after the other. So
// frames beyond the first ones stand in subgraphs without a mark of their own, and many of these in others:
// readers draw them as if they were not there.
#pragma once

#include <fmt/format.h>
#include <graphviz/cgraph.h>

#include <cstddef>
#include <string>

namespace meshc::codegen::graph {

class Shelf {
 public:
  /// The graph in which the next frame of `outer` stands. `subgraphs`: how many of them the picture has.
  Agraph_t* Next(Agraph_t* outer, std::size_t& subgraphs) {
    const std::size_t place = frames_++;
    if (place < kFewFrames) return outer;
    const std::size_t behind = place - kFewFrames;
    if (behind % (kFramesOfShelf * kShelvesOfCase) == 0) case_ = Open(outer, subgraphs);
    if (behind % kFramesOfShelf == 0) shelf_ = Open(case_, subgraphs);
    return shelf_;
  }

 private:
  static constexpr std::size_t kFewFrames = 12;
  static constexpr std::size_t kFramesOfShelf = 14;
  static constexpr std::size_t kShelvesOfCase = 14;

  static Agraph_t* Open(Agraph_t* around, std::size_t& subgraphs) {
    std::string name = fmt::format("frames_{}", ++subgraphs);
    return agsubg(around, name.data(), 1);
  }

  std::size_t frames_ = 0;
  Agraph_t* case_ = nullptr;
  Agraph_t* shelf_ = nullptr;
};

}  // namespace meshc::codegen::graph
