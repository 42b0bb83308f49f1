// What JSON costs, counted instead of timed: comparisons of names, and pieces of memory.
//
// Both counters replace functions of the standard library for the whole program, which is why these
// tests are a program of their own.
#include <cstdlib>
#include <new>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "mesh/route/table_data.h"
#include "mesh/value/json.h"

namespace {

std::size_t comparisons = 0;
std::size_t allocations = 0;

}  // namespace

extern "C" int memcmp(const void* a, const void* b, std::size_t size) noexcept {
  ++comparisons;
  const auto* left = static_cast<const volatile unsigned char*>(a);
  const auto* right = static_cast<const volatile unsigned char*>(b);
  for (std::size_t i = 0; i < size; ++i) {
    if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
  }
  return 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace mesh {
namespace {

using contract::Index;
using contract::TypeKind;

struct Cost {
  std::size_t comparisons = 0;
  std::size_t allocations = 0;
};

/// Of reading `text` as a value of `type`, and writing it as JSON, by type and as `json`.
Cost CostOf(const contract::Pool& pool, Index type, const std::string& text) {
  const Cost before{comparisons, allocations};
  const auto parsed = JsonTree::Read(text);
  const auto value = FromJson(pool, type, std::get<JsonTree>(parsed).root());
  EXPECT_EQ(ToJson(pool, type, std::get<Value>(value)).size(), text.size());
  EXPECT_EQ(AnyToJson(ToAny(pool, type, std::get<Value>(value))).size(), text.size());
  return {comparisons - before.comparisons, allocations - before.allocations};
}

/// Names of one length: names of different lengths are told apart without a comparison.
std::string ObjectOf(std::size_t members) {
  std::string text = "{";
  for (std::size_t i = 0; i < members; ++i)
    text += fmt::format("{}\"m{:06}\":{}", i > 0 ? "," : "", i, i % 10);
  return text + "}";
}

/// What doubles the input may not cost four times as much; sorting costs a little more than twice.
constexpr std::size_t kAtMost = 3;

TEST(JsonGrowth, ObjectsOf90000MembersAreNotQuadratic) {
  route::PoolData pool;
  pool.types.push_back({.kind = TypeKind::kRecord, .name = "Empty"});
  pool.types.push_back({.kind = TypeKind::kJson});
  for (const Index type : {0U, 1U}) {
    const Cost half = CostOf(pool.View(), type, ObjectOf(45'000));
    const Cost whole = CostOf(pool.View(), type, ObjectOf(90'000));
    EXPECT_GT(half.comparisons, 45'000U) << "the counter counts";
    EXPECT_LT(whole.comparisons, kAtMost * half.comparisons) << type;
    EXPECT_LT(whole.allocations, kAtMost * half.allocations) << type;
  }
}

TEST(JsonGrowth, DeepTreesAreNotQuadratic) {
  route::PoolData pool;
  pool.members.push_back({.name = "kids", .type = 1});
  pool.types.push_back({.kind = TypeKind::kRecord, .name = "Tree", .members = {0, 1}});
  pool.types.push_back({.kind = TypeKind::kList, .element = 0});
  const auto tree = [](std::size_t levels) {
    std::string text = "{\"kids\":[]}";
    for (std::size_t level = 1; level < levels; ++level) text = "{\"kids\":[" + text + "]}";
    return text;
  };
  const Cost half = CostOf(pool.View(), 0, tree(125));
  const Cost whole = CostOf(pool.View(), 0, tree(250));
  EXPECT_GT(half.allocations, 125U) << "the counter counts";
  EXPECT_LT(whole.allocations, kAtMost * half.allocations);
}

}  // namespace
}  // namespace mesh
