// Promises that own their entries: what the compiler builds and what is read from JSON.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mesh/contract/promises.h"

namespace mesh::compatibility {

/// Movable; views handed out stay valid when moved, but not when changed.
class PromisesData {
 public:
  std::vector<contract::FormerName> former;
  std::vector<contract::ReservedName> reserved;
  std::vector<contract::Deploy> deploys;
  std::vector<std::string_view> lanes;

  PromisesData() = default;
  PromisesData(PromisesData&&) = default;
  PromisesData& operator=(PromisesData&&) = default;

  std::string_view Text(std::string text) { return texts_.emplace_back(std::move(text)); }
  contract::Promises View() const;
  bool empty() const { return former.empty() && reserved.empty() && deploys.empty(); }

 private:
  std::deque<std::string> texts_;
};

/// `routes` with the promises as its last member; without any, `routes` as it is.
std::string AddPromises(std::string routes, const contract::Promises& promises);

/// The promises that stand in `routes`, or what is wrong with them. `table` is that of `routes`.
std::variant<PromisesData, std::string> ReadPromises(std::string_view routes,
                                                     const contract::RouteTable& table);

}  // namespace mesh::compatibility
