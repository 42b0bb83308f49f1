// Documents that a writer of a type may write: one with each extreme of each part.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "mesh/compatibility/side.h"

namespace meshc::property {

class Documents {
 public:
  /// `outside`: who writes may say `null` and leave out what has a default.
  Documents(const mesh::compatibility::Side& side, bool outside) : pool_(side.pool()), outside_(outside) {}

  std::vector<nlohmann::json> Of(mesh::contract::Index type) const;

 private:
  using Type = mesh::contract::Type;

  std::vector<nlohmann::json> Values(const Type& type) const;
  std::vector<nlohmann::json> Lists(const Type& type) const;
  std::vector<nlohmann::json> Maps(const Type& type) const;
  std::vector<nlohmann::json> Records(const Type& type) const;
  std::vector<nlohmann::json> Unions(const Type& type) const;

  const mesh::contract::Pool& pool_;
  bool outside_;
};

}  // namespace meshc::property
