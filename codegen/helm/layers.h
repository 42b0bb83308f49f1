// The layers of settings of one workload, each with what comments call it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/types/declarations.h"

namespace meshc::codegen::helm {

struct Layer {
  const types::ActorSettings* settings = nullptr;
  std::string name;  ///< `flavor gpu_llm`
};

/// First to last, as `types::LayersOf` has them. They live as long as `declarations`.
std::vector<Layer> NamedLayers(const types::Declarations& declarations, const types::Deploy& deploy,
                               types::ActorId actor);
std::vector<Layer> NamedLayers(const types::Declarations& declarations, const types::Deploy& deploy,
                               const types::Pool& pool);

/// What one setting is, and where it comes from.
template <typename T>
struct Settled {
  T value{};
  std::string layer;
};

/// What the last of the layers that say something says. `read` gives an optional.
template <typename Read>
auto LastOf(const std::vector<Layer>& layers, Read read) {
  std::optional<Settled<typename decltype(read(*layers.front().settings))::value_type>> last;
  for (const Layer& layer : layers) {
    if (auto stated = read(*layer.settings)) last = {*std::move(stated), layer.name};
  }
  return last;
}

/// The name of the last layer whose `list` holds an entry that `matches`.
template <typename List, typename Matches>
std::string LayerOf(const std::vector<Layer>& layers, List list, Matches matches) {
  std::string name;
  for (const Layer& layer : layers) {
    for (const auto& entry : layer.settings->*list) {
      if (matches(entry)) name = layer.name;
    }
  }
  return name;
}

}  // namespace meshc::codegen::helm
