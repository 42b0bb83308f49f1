// Sets of small numbers that share all that they have in common.
//
// A set is a binary tree over words of 64 members, and equal trees are one: sets that differ in one
// member share all but one path, equal sets are told by their ids, and a million sets of a million
// members each take little if they are made from each other step by step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace meshc {

/// A set in a SetPool; the empty one by default. Equal sets of one pool are equal ids.
struct SetId {
  std::uint32_t index = 0;

  bool empty() const { return index == 0; }
  friend bool operator==(SetId a, SetId b) { return a.index == b.index; }
  friend bool operator!=(SetId a, SetId b) { return a.index != b.index; }
};

/// Keeps every set that was ever made in it. Not thread-safe.
class SetPool {
 public:
  /// For members below `capacity`.
  explicit SetPool(std::uint32_t capacity);

  /// 0 to `count` - 1.
  SetId First(std::uint32_t count);
  SetId Add(SetId set, std::uint32_t member);
  SetId Remove(SetId set, std::uint32_t member);
  SetId Unite(SetId a, SetId b) { return {Combine(Operation::kUnite, a.index, b.index, height_)}; }
  SetId Intersect(SetId a, SetId b) { return {Combine(Operation::kIntersect, a.index, b.index, height_)}; }
  /// The members of `a` that are not in `b`.
  SetId Subtract(SetId a, SetId b) { return {Combine(Operation::kSubtract, a.index, b.index, height_)}; }

  bool Contains(SetId set, std::uint32_t member) const;
  /// The least member of a set that is not empty.
  std::uint32_t Least(SetId set) const;
  /// In ascending order.
  std::vector<std::uint32_t> Members(SetId set) const;
  /// Of which all sets are made: what their room grows with.
  std::size_t part_count() const { return words_.size() + pairs_.size(); }

 private:
  enum class Operation : std::uint8_t { kUnite, kIntersect, kSubtract };

  /// Numbers values from 1, equal ones alike; 0 is the value 0.
  class Interner {
   public:
    std::uint32_t Intern(std::uint64_t value);
    std::uint64_t operator[](std::uint32_t id) const { return values_[id]; }
    std::size_t size() const { return values_.size(); }

   private:
    void Grow();
    std::size_t SlotOf(std::uint64_t value) const;

    std::vector<std::uint64_t> values_{0};
    std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(16, 0);
  };

  /// What an operation gave lately: long runs of sets meet the same parts again and again.
  struct Remembered {
    std::uint64_t both = 0;  ///< Pairs are never 0, so this one is of none.
    std::uint32_t result = 0;
    Operation operation = Operation::kUnite;
    std::uint8_t height = 0;
  };

  std::uint32_t Join(std::uint32_t left, std::uint32_t right) {
    return pairs_.Intern(static_cast<std::uint64_t>(left) << 32U | right);
  }
  std::uint32_t Left(std::uint32_t pair) const { return static_cast<std::uint32_t>(pairs_[pair] >> 32U); }
  std::uint32_t Right(std::uint32_t pair) const { return static_cast<std::uint32_t>(pairs_[pair]); }

  std::uint32_t Combine(Operation operation, std::uint32_t a, std::uint32_t b, unsigned height);
  std::uint32_t CombinePairs(Operation operation, std::uint32_t a, std::uint32_t b, unsigned height);
  std::uint32_t Change(std::uint32_t set, std::uint32_t member, bool value, unsigned height);
  std::uint32_t Prefix(std::uint64_t count, unsigned height);
  void Collect(std::uint32_t set, std::uint32_t base, unsigned height,
               std::vector<std::uint32_t>& members) const;

  Interner words_;
  Interner pairs_;
  unsigned height_ = 0;  ///< Pairs above the words.
  std::vector<Remembered> remembered_;
};

}  // namespace meshc
