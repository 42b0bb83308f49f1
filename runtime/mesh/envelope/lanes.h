// Lanes: which messages of an actor go before others, as settings say it and as transports keep it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mesh {

struct Lanes {
  std::vector<std::string> names = {};  ///< The first one is the default; fewer than two: there are none.
  /// As `names`: how often each is taken from where all have messages. Empty: strict, earlier lanes first.
  std::vector<std::uint32_t> weights = {};

  bool empty() const { return names.size() < 2; }
  /// What is no lane, or nothing, goes where the first one does.
  std::size_t IndexOf(std::string_view name) const {
    const auto found = std::ranges::find(names, name);
    return found == names.end() ? 0 : static_cast<std::size_t>(found - names.begin());
  }
};

}  // namespace mesh
