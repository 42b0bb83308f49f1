#include "compiler/support/set_pool.h"

#include <bit>

#include "compiler/support/enumerator.h"

namespace meshc {
namespace {

constexpr unsigned kWordBits = 6;
constexpr std::uint32_t kWordMask = 63;
constexpr std::size_t kRemembered = 1U << 14U;

std::size_t Mix(std::uint64_t value) {
  value *= 0x9E3779B97F4A7C15U;
  return static_cast<std::size_t>(value ^ (value >> 29U));
}

/// The number of the half that `member` is in, `height` levels above the words.
bool IsRight(std::uint32_t member, unsigned height) { return (member >> (kWordBits + height - 1) & 1U) != 0; }

}  // namespace

// ---- Interner ------------------------------------------------------------------------------------

std::size_t SetPool::Interner::SlotOf(std::uint64_t value) const {
  std::size_t slot = Mix(value) & (slots_.size() - 1);
  while (slots_[slot] != 0 && values_[slots_[slot]] != value) slot = (slot + 1) & (slots_.size() - 1);
  return slot;
}

std::uint32_t SetPool::Interner::Intern(std::uint64_t value) {
  if (value == 0) return 0;
  std::size_t slot = SlotOf(value);
  if (slots_[slot] != 0) return slots_[slot];
  const auto id = static_cast<std::uint32_t>(values_.size());
  values_.push_back(value);
  slots_[slot] = id;
  if (values_.size() * 2 > slots_.size()) Grow();
  return id;
}

void SetPool::Interner::Grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::uint32_t id = 1; id < values_.size(); ++id) slots_[SlotOf(values_[id])] = id;
}

// ---- Sets ----------------------------------------------------------------------------------------

SetPool::SetPool(std::uint32_t capacity) {
  while (capacity > std::uint64_t{1} << (kWordBits + height_)) ++height_;
  if (height_ > 0) remembered_.resize(kRemembered);
}

SetId SetPool::First(std::uint32_t count) { return {Prefix(count, height_)}; }

std::uint32_t SetPool::Prefix(std::uint64_t count, unsigned height) {
  if (count == 0) return 0;
  if (height == 0)
    return words_.Intern(count > kWordMask ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1);
  const std::uint64_t half = std::uint64_t{1} << (kWordBits + height - 1);
  return Join(Prefix(count < half ? count : half, height - 1),
              Prefix(count > half ? count - half : 0, height - 1));
}

SetId SetPool::Add(SetId set, std::uint32_t member) { return {Change(set.index, member, true, height_)}; }
SetId SetPool::Remove(SetId set, std::uint32_t member) { return {Change(set.index, member, false, height_)}; }

std::uint32_t SetPool::Change(std::uint32_t set, std::uint32_t member, bool value, unsigned height) {
  if (height == 0) {
    const std::uint64_t bit = std::uint64_t{1} << (member & kWordMask);
    return words_.Intern(value ? words_[set] | bit : words_[set] & ~bit);
  }
  const std::uint32_t left = Left(set);
  const std::uint32_t right = Right(set);
  return IsRight(member, height) ? Join(left, Change(right, member, value, height - 1))
                                 : Join(Change(left, member, value, height - 1), right);
}

std::uint32_t SetPool::Combine(Operation operation, std::uint32_t a, std::uint32_t b, unsigned height) {
  switch (operation) {
    case Operation::kUnite:
      if (a == b || b == 0) return a;
      if (a == 0) return b;
      break;
    case Operation::kIntersect:
      if (a == b) return a;
      if (a == 0 || b == 0) return 0;
      break;
    case Operation::kSubtract:
      if (a == b || a == 0) return 0;
      if (b == 0) return a;
      break;
  }
  if (height > 0) return CombinePairs(operation, a, b, height);
  switch (operation) {
    case Operation::kUnite: return words_.Intern(words_[a] | words_[b]);
    case Operation::kIntersect: return words_.Intern(words_[a] & words_[b]);
    case Operation::kSubtract: return words_.Intern(words_[a] & ~words_[b]);
  }
  NoSuchEnumerator();
}

// The same pair of numbers is another set at another height.
std::uint32_t SetPool::CombinePairs(Operation operation, std::uint32_t a, std::uint32_t b, unsigned height) {
  const std::uint64_t both = static_cast<std::uint64_t>(a) << 32U | b;
  const std::size_t place =
      Mix(both + static_cast<std::uint64_t>(operation) + std::uint64_t{height} * 3) & (kRemembered - 1);
  const Remembered& known = remembered_[place];
  if (known.both == both && known.operation == operation && known.height == height) return known.result;
  const std::uint32_t left = Combine(operation, Left(a), Left(b), height - 1);
  const std::uint32_t right = Combine(operation, Right(a), Right(b), height - 1);
  const std::uint32_t result = Join(left, right);
  remembered_[place] = {both, result, operation, static_cast<std::uint8_t>(height)};
  return result;
}

bool SetPool::Contains(SetId set, std::uint32_t member) const {
  std::uint32_t at = set.index;
  for (unsigned height = height_; height > 0; --height) at = IsRight(member, height) ? Right(at) : Left(at);
  return (words_[at] >> (member & kWordMask) & 1U) != 0;
}

std::uint32_t SetPool::Least(SetId set) const {
  std::uint32_t at = set.index;
  std::uint32_t base = 0;
  for (unsigned height = height_; height > 0; --height) {
    const bool right = Left(at) == 0;
    if (right) base += std::uint32_t{1} << (kWordBits + height - 1);
    at = right ? Right(at) : Left(at);
  }
  return base + static_cast<std::uint32_t>(std::countr_zero(words_[at]));
}

std::vector<std::uint32_t> SetPool::Members(SetId set) const {
  std::vector<std::uint32_t> members;
  Collect(set.index, 0, height_, members);
  return members;
}

void SetPool::Collect(std::uint32_t set, std::uint32_t base, unsigned height,
                      std::vector<std::uint32_t>& members) const {
  if (set == 0) return;
  if (height == 0) {
    for (std::uint64_t word = words_[set]; word != 0; word &= word - 1)
      members.push_back(base + static_cast<std::uint32_t>(std::countr_zero(word)));
    return;
  }
  Collect(Left(set), base, height - 1, members);
  Collect(Right(set), base + (std::uint32_t{1} << (kWordBits + height - 1)), height - 1, members);
}

}  // namespace meshc
