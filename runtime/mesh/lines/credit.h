// Room at the entrance of a mesh, as a value.
#pragma once

#include <functional>
#include <utility>

namespace mesh::lines {

/// Room for one envelope, given back when the credit goes.
class Credit {
 public:
  Credit() = default;
  explicit Credit(std::function<void()> give_back) : give_back_(std::move(give_back)) {}
  Credit(Credit&& other) noexcept : give_back_(std::exchange(other.give_back_, nullptr)) {}
  Credit& operator=(Credit&& other) noexcept {
    std::swap(give_back_, other.give_back_);
    return *this;
  }
  Credit(const Credit&) = delete;
  Credit& operator=(const Credit&) = delete;
  ~Credit() {
    if (give_back_) give_back_();
  }

 private:
  std::function<void()> give_back_;
};

}  // namespace mesh::lines
