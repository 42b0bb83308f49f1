// Names and numbers that are read otherwise than they are written, since a repair put them there.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace meshc::syntax {

/// By the place in the source that stands for them. The views stay valid as long as this lives.
class MeantTexts {
 public:
  void Put(std::uint32_t begin, std::uint32_t end, std::string text) {
    texts_.insert_or_assign({begin, end}, std::move(text));
  }
  /// Null: what is written there is what is meant.
  const std::string* Find(std::uint32_t begin, std::uint32_t end) const {
    const auto found = texts_.find({begin, end});
    return found == texts_.end() ? nullptr : &found->second;
  }

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> texts_;
};

}  // namespace meshc::syntax
