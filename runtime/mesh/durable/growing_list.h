// A list that grows while others read it: nothing is taken out, nothing moves, readers need no lock.
#pragma once

#include <atomic>
#include <cstddef>
#include <iterator>
#include <utility>

namespace mesh::durable {

/// Thread rule: any number of readers, and one writer at a time.
template <typename T>
class GrowingList {
  struct Node {
    template <typename... Parts>
    explicit Node(Parts&&... parts) : value(std::forward<Parts>(parts)...) {}
    T value;
    std::atomic<Node*> next = nullptr;
  };

 public:
  class Iterator {
   public:
    using value_type = const T;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::forward_iterator_tag;
    using pointer = const T*;
    using reference = const T&;

    explicit Iterator(const Node* node = nullptr) : node_(node) {}
    const T& operator*() const { return node_->value; }
    const T* operator->() const { return &node_->value; }
    Iterator& operator++() {
      node_ = node_->next.load(std::memory_order_acquire);
      return *this;
    }
    friend bool operator==(const Iterator& a, const Iterator& b) { return a.node_ == b.node_; }

   private:
    const Node* node_;
  };

  GrowingList() = default;
  GrowingList(const GrowingList&) = delete;
  GrowingList& operator=(const GrowingList&) = delete;
  ~GrowingList() {
    for (Node* node = first_.load(); node != nullptr;) delete std::exchange(node, node->next.load());
  }

  /// Seen by readers as a whole, or not yet.
  template <typename... Parts>
  T& Add(Parts&&... parts) {
    Node* const node = new Node(std::forward<Parts>(parts)...);
    (last_ == nullptr ? first_ : last_->next).store(node, std::memory_order_release);
    last_ = node;
    return node->value;
  }

  Iterator begin() const { return Iterator(first_.load(std::memory_order_acquire)); }
  Iterator end() const { return Iterator(); }
  const T& front() const { return *begin(); }

 private:
  std::atomic<Node*> first_ = nullptr;
  Node* last_ = nullptr;  ///< The writer's.
};

}  // namespace mesh::durable
