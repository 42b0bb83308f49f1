#include "tests/property/program/features.h"

#include <algorithm>
#include <stdexcept>

namespace meshc::property {
namespace {

constexpr int kPreferred = 5;

}  // namespace

Features Features::All() {
  Features features;
  features.factor_.fill(1);
  return features;
}

Features Features::Only(const std::vector<std::string>& names) {
  Features features;
  const auto known = Names();
  for (const std::string& name : names) {
    if (name == "core") continue;
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) throw std::invalid_argument("no feature is named " + name);
    features.factor_[static_cast<std::size_t>(found - known.begin())] = kPreferred;
  }
  return features;
}

std::vector<std::string> Features::Names() {
  return {"parallel", "each", "follow", "call", "saga", "tap", "await", "time"};
}

}  // namespace meshc::property
