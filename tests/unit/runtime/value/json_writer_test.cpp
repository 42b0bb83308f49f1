#include "mesh/value/json_writer.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "mesh/value/json.h"

namespace mesh {
namespace {

using nlohmann::ordered_json;

std::string Dump(const ordered_json& json) {
  return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

std::string TextOf(std::string_view text) {
  JsonWriter out;
  out.Text(text);
  return out.Take();
}

TEST(JsonWriter, PutsCommasAndColons) {
  JsonWriter out;
  out.BeginObject();
  out.Name("a").BeginArray();
  out.EndArray();
  out.Name("b").BeginArray();
  out.Null();
  out.Bool(true);
  out.BeginObject();
  out.EndObject();
  out.EndArray();
  out.Name("c").Digits("1e400");
  out.EndObject();
  EXPECT_EQ(out.Take(), R"({"a":[],"b":[null,true,{}],"c":1e400})");
}

TEST(JsonWriter, GrowsBeyondWhatWasExpected) {
  const std::string text(100'000, 'x');
  JsonWriter out(0);
  out.BeginArray();
  for (int i = 0; i < 3; ++i) out.Text(text);
  out.EndArray();
  EXPECT_EQ(out.Take(), Dump({text, text, text}));
}

TEST(JsonWriter, EscapesEachByteAtEachPlaceAsTheLibraryDoes) {
  for (int byte = 0; byte < 256; ++byte) {
    for (std::size_t at = 0; at < 20; ++at) {
      std::string text(20, 'a');
      text[at] = static_cast<char>(byte);
      ASSERT_EQ(TextOf(text), Dump(text)) << byte << " at " << at;
    }
  }
}

/// Bytes of which most begin or go on with a code point, and many do not end it.
TEST(JsonWriter, MendsBrokenTextsAsTheLibraryDoes) {
  constexpr unsigned char kBytes[] = {'a',  '"',  '\n', 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1,
                                      0xC2, 0xDF, 0xE0, 0xE2, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF};
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): a failure is to be repeated.
  for (int round = 0; round < 100'000; ++round) {
    std::string text(random() % 12, ' ');
    for (char& byte : text) byte = static_cast<char>(kBytes[random() % std::size(kBytes)]);
    ASSERT_EQ(TextOf(text), Dump(text)) << ordered_json::binary({text.begin(), text.end()});
  }
}

TEST(JsonWriter, WritesNumbersAsTheLibraryDoes) {
  std::mt19937_64 random(7);  // NOLINT(cert-msc51-cpp): a failure is to be repeated.
  std::vector<std::uint64_t> bits = {0, 1, std::uint64_t{1} << 63U,
                                     std::numeric_limits<std::uint64_t>::max()};
  for (int round = 0; round < 100'000; ++round) bits.push_back(random() >> random() % 64);
  for (const std::uint64_t each : bits) {
    const double decimal = static_cast<double>(each % 1'000'000) / 100;
    for (const double value : {std::bit_cast<double>(each), decimal, -decimal}) {
      JsonWriter out;
      out.Float(value);
      const std::string text = out.Take();
      ASSERT_EQ(text, Dump(value));
      if (std::isfinite(value)) {
        ASSERT_EQ(std::strtod(text.c_str(), nullptr), value) << text;
      }
    }
    JsonWriter out;
    out.BeginArray();
    out.Count(each);
    out.Int(static_cast<std::int64_t>(each));
    out.EndArray();
    ASSERT_EQ(out.Take(), Dump({each, static_cast<std::int64_t>(each)}));
  }
}

ordered_json RandomTree(std::mt19937& random, int depth) {
  switch (random() % (depth > 0 ? 8 : 6)) {
    case 0: return nullptr;
    case 1: return random() % 2 == 0;
    case 2: return static_cast<std::int32_t>(random());
    case 3: return static_cast<double>(random()) / 1000;
    case 4: return std::uint64_t{random()} << 32U;
    case 5: return std::string(random() % 20, static_cast<char>(random() % 128));
    case 6: {
      ordered_json array = ordered_json::array();
      for (std::uint32_t left = random() % 4; left > 0; --left)
        array.push_back(RandomTree(random, depth - 1));
      return array;
    }
    default: {
      ordered_json object = ordered_json::object();
      for (std::uint32_t left = random() % 4; left > 0; --left)
        object[std::string(1, static_cast<char>(random() % 128))] = RandomTree(random, depth - 1);
      return object;
    }
  }
}

TEST(JsonWriter, WritesTreesAsTheLibraryDoes) {
  std::mt19937 random(7);  // NOLINT(cert-msc51-cpp): a failure is to be repeated.
  for (int round = 0; round < 10'000; ++round) {
    const ordered_json tree = RandomTree(random, 5);
    ASSERT_EQ(WriteJson(tree), Dump(tree));
    ASSERT_EQ(WriteJson(nlohmann::json(tree)), Dump(nlohmann::json(tree)));
  }
}

}  // namespace
}  // namespace mesh
