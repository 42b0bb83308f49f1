// The operand stack of a program: values of ordinary programs stay off the heap.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "mesh/value/value.h"

namespace mesh::expression {

class Stack {
 public:
  explicit Stack(std::size_t capacity) : values_(inline_.data()) {
    if (capacity <= inline_.size()) return;
    spilled_.resize(capacity);
    values_ = spilled_.data();
  }
  Stack(const Stack&) = delete;
  Stack& operator=(const Stack&) = delete;

  void Push(Value value) { values_[size_++] = std::move(value); }
  Value Pop() { return std::move(values_[--size_]); }
  Value& top() { return values_[size_ - 1]; }
  /// The topmost `count` values, lowest first.
  std::span<Value> Top(std::size_t count) { return {values_ + size_ - count, count}; }
  void Drop(std::size_t count) {
    while (count-- > 0) values_[--size_] = Value();
  }
  std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t kInline = 8;
  std::array<Value, kInline> inline_;
  std::vector<Value> spilled_;
  Value* values_;
  std::size_t size_ = 0;
};

}  // namespace mesh::expression
