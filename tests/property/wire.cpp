// A value means the same in a scenario and in a host: random JSON documents, read as `given file` and as a
// line of input, are taken by both or refused by both.
//
//   wire_test [--seed FIRST] [--count N]
//
// Two exceptions, which the language states: `given` supplies the members of a record and nothing else, where
// hosts keep unknown members (the documents have none), and hosts keep the digits of numbers within `json`
// that 64 bits cannot hold.
#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "tests/property/many_programs.h"
#include "tests/property/random.h"
#include "tests/support/memory_world.h"

namespace meshc::property {
namespace {

constexpr std::array kTypes = {
    "int",     "int(0..100)",    "float",      "float(0.0..1.0)", "string",   "string(1..3)",
    "bytes",   "{bool}",         "bool",       "timestamp",       "duration", "json",
    "[int]",   "[string](1..2)", "{int}",      "{bytes}",         "Mood",     "Word",
    "Point",   "Shape",          "int?",       "bytes?",          "[Shape]",  "{json}",
    "[float]", "{timestamp}",    "[duration]", "Point?"};

constexpr std::array kScalars = {"0",
                                 "-1",
                                 "3.0",
                                 "3e2",
                                 "1.5",
                                 "100",
                                 "101",
                                 "1.0",
                                 "0.1",
                                 "-0.0",
                                 "1e18",
                                 "1e19",
                                 "1e400",
                                 "9223372036854775807",
                                 "9223372036854775808",
                                 "-9223372036854775808",
                                 "-9223372036854775809",
                                 "12345678901234567890123",
                                 "9007199254740993.0",
                                 "0.10000000000000000001",
                                 "true",
                                 "null",
                                 R"("")",
                                 R"("a")",
                                 R"("calm")",
                                 R"("loud")",
                                 R"("abcd")",
                                 R"("QQ==")",
                                 R"("QR==")",
                                 R"("QUI=")",
                                 R"("QUJ=")",
                                 R"("QUJD")",
                                 R"("QUJDRA==")",
                                 R"("Q")",
                                 R"("====")",
                                 R"("QQ=a")",
                                 R"("2024-05-01T12:00:00Z")",
                                 R"("2024-05-01t12:00:00.123456789z")",
                                 R"("2024-05-01T12:00:00.1234567890Z")",
                                 R"("2024-05-01T12:00:00.Z")",
                                 R"("2024-02-30T12:00:00Z")",
                                 R"("2024-05-01T24:00:00Z")",
                                 R"("2024-06-30T23:59:60Z")",
                                 R"("9999-12-31T23:59:60Z")",
                                 R"("9999-12-31T23:59:59.999999999Z")",
                                 R"("0000-01-01T00:00:00Z")",
                                 R"("0001-01-01T00:00:00+00:01")",
                                 R"("2024-05-01T12:00:00-23:59")",
                                 R"("2024-05-01 12:00:00Z")",
                                 R"("1.5s")",
                                 R"("-0.000000001s")",
                                 R"("1s ")",
                                 R"("+1s")",
                                 R"(".5s")",
                                 R"("1.s")",
                                 R"("9223372036.854775807s")",
                                 R"("9223372036.854775808s")",
                                 R"("-9223372036.854775807s")",
                                 R"("-9223372036.854775808s")",
                                 R"("12345678901234567890s")",
                                 R"("001s")",
                                 R"("\u0000")",
                                 R"("\ud83d\ude00")",
                                 R"("\ud83d")",
                                 R"("é")",
                                 "\"\xff\"",
                                 "01",
                                 "nul",
                                 "[1,]"};

class Documents {
 public:
  explicit Documents(std::uint64_t seed) : random_(seed) {}

  std::string_view Type() { return kTypes[Pick(kTypes.size())]; }

  /// Mostly of a shape that `type` may take.
  std::string Of(std::string_view type, int depth = 0) {
    if (depth > 3 || random_.OneIn(12)) return Any(depth);
    if (type.ends_with('?')) return random_.OneIn(4) ? "null" : Of(type.substr(0, type.size() - 1), depth);
    if (type.front() == '[') return List(type.substr(1, type.find(']') - 1), depth);
    if (type.front() == '{') return Map(type.substr(1, type.size() - 2), depth);
    if (type == "Point") return Point(depth);
    if (type == "Shape") return Shape(depth);
    return type == "json" ? Any(depth) : Scalar();
  }

 private:
  std::size_t Pick(std::size_t count) {
    return static_cast<std::size_t>(random_.Below(static_cast<int>(count)));
  }
  std::string Scalar() { return kScalars[Pick(kScalars.size())]; }

  std::string Any(int depth) {
    if (random_.OneIn(40)) return Nested();
    switch (random_.Below(depth > 3 ? 2 : 5)) {
      case 2: return List("json", depth);
      case 3: return Map("json", depth);
      default: return Scalar();
    }
  }
  /// About as deep as values may be.
  std::string Nested() {
    const auto levels = static_cast<std::size_t>(508 + random_.Below(8));
    return std::string(levels, '[') + std::string(levels, ']');
  }
  std::string List(std::string_view element, int depth) {
    std::string text;
    for (int count = random_.Below(4); count > 0; --count)
      text += (text.empty() ? "" : ",") + Of(element, depth + 1);
    return "[" + text + "]";
  }
  std::string Map(std::string_view element, int depth) {
    constexpr std::array kKeys = {"a", "b", "", "é", "a"};
    std::string text;
    for (int count = random_.Below(3); count > 0; --count) {
      text += fmt::format("{}\"{}\":{}", text.empty() ? "" : ",", kKeys[Pick(kKeys.size())],
                          Of(element, depth + 1));
    }
    return "{" + text + "}";
  }
  std::string Point(int depth) {
    std::string text = "\"x\":" + Of("int", depth + 1);
    if (random_.OneIn(2)) text += ",\"y\":" + Of("float", depth + 1);
    if (random_.OneIn(2)) text += ",\"t\":" + Of("timestamp?", depth + 1);
    return random_.OneIn(20) ? "{}" : "{" + text + "}";
  }
  std::string Shape(int depth) {
    switch (random_.Below(4)) {
      case 0: return "{\"point\":" + Of("Point", depth + 1) + "}";
      case 1: return "{\"raw\":" + Of("bytes", depth + 1) + "}";
      case 2: return "{\"none\":" + Of("int", depth + 1) + "}";
      default: return "{\"point\":{\"x\":1},\"raw\":\"QQ==\"}";
    }
  }

  Random random_;
};

std::string Program(std::string_view type) {
  return fmt::format(
      R"(mesh wire;
enum Mood {{ calm, loud }}
open enum Word {{ calm }}
record Point {{ x: int; y: float = 0.5; t: timestamp?; }}
union Shape {{ point: Point; raw: bytes; }}
envelope E {{ in v: {}; }}
flow f on E {{ }}
)",
      type);
}

Verdict Compare(std::uint64_t seed) {
  Documents documents(seed);
  const std::string_view type = documents.Type();
  const std::string document = "{\"v\":" + documents.Of(type) + "}";
  test::MemoryWorld world;
  world.files.Put("host.flow", Program(type));
  world.files.Put("given.json", document);
  world.files.Put("scenario.flow", Program(type) + "scenario \"s\" for f { given file \"given.json\"; }\n");
  const auto host = world.Run({"run", "--stub", "host.flow"}, document + "\n");
  const auto scenario = world.Run({"check", "-Wno-unused-declaration", "scenario.flow"});
  const bool taken = host.out.find("\"outcome\":\"succeeded\"") != std::string::npos;
  const bool given = scenario.exit_code == 0;
  if (taken && scenario.err.find("is a number that 64 bits cannot hold") != std::string::npos)
    return Verdict::kHolds;
  if (taken == given && scenario.exit_code < 2 && host.exit_code < 2) return Verdict::kHolds;
  fmt::print("seed {}: `{}` as {} is {} by a host and {} by a scenario\n{}{}{}\n", seed, document, type,
             taken ? "taken" : "refused", given ? "taken" : "refused", host.out, host.err, scenario.err);
  return Verdict::kBroken;
}

}  // namespace
}  // namespace meshc::property

int main(int argc, char** argv) {
  return meshc::property::CheckManyPrograms(
      argc, argv,
      {"Reads random documents as input of a scenario and of a host",
       "scenarios and hosts agree on {} documents", 4000, meshc::property::Compare});
}
