#include "tests/property/json/random_type.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "mesh/value/base64.h"

namespace meshc::property {
namespace {

template <typename Table>
std::string Pick(const Table& table, Random& random) {
  return std::string(table[static_cast<std::size_t>(random.Below(static_cast<int>(std::size(table))))]);
}

std::string Quoted(std::string_view text) { return fmt::format("\"{}\"", text); }

/// `(2..5)`, `(2..)`, `(..5)` or nothing, and numbers at and beyond its ends.
struct Bounds {
  std::string text;
  std::vector<int> near = {0, 1, 2};
};

Bounds MakeBounds(Random& random, int least) {
  const int form = random.Below(4);
  if (form == 0) return {};
  const int from = least + random.Below(4);
  const int to = from + random.Below(4);
  Bounds bounds{"(" + (form == 3 ? "" : std::to_string(from)) + ".." + (form == 2 ? "" : std::to_string(to)) +
                ")"};
  for (const int end : {from, to}) {
    for (const int number : {end - 1, end, end + 1})
      bounds.near.push_back(std::max(number, least < 0 ? number : 0));
  }
  return bounds;
}

RandomType Int(Random& random) {
  Bounds bounds = MakeBounds(random, -3);
  const std::string text = "int" + bounds.text;
  return {text, [bounds](Random& r) {
            constexpr std::array kOdd = {"3.0",
                                         "3e0",
                                         "-0.0",
                                         "1.5",
                                         "9223372036854775807",
                                         "9223372036854775808",
                                         "-9223372036854775808",
                                         "-9223372036854775809",
                                         "9007199254740991",
                                         "1e18",
                                         "1e19",
                                         "12345678901234567890123"};
            return r.OneIn(3) ? Pick(kOdd, r)
                              : std::to_string(bounds.near[static_cast<std::size_t>(
                                    r.Below(static_cast<int>(bounds.near.size())))]);
          }};
}

RandomType Float(Random& random) {
  const Bounds bounds = MakeBounds(random, -3);
  std::string text = "float";
  if (!bounds.text.empty()) text = random.OneIn(2) ? "float(-0.5..0.5)" : "float(0.25..)";
  return {text, [](Random& r) {
            constexpr std::array kNumbers = {
                "0",      "-0.5",  "0.5", "0.25",  "0.2499999999999999",     "0.5000000000000001",
                "-0.0",   "-0.51", "1",   "2.5e0", "0.10000000000000000001", "1e300",
                "-1e-300"};
            return Pick(kNumbers, r);
          }};
}

RandomType String(Random& random) {
  const Bounds bounds = MakeBounds(random, 0);
  return {"string" + bounds.text, [bounds](Random& r) {
            constexpr std::array kCharacters = {
                "a", "é", "😀", " ", R"(\n)", R"(\u0000)", R"(\ud83d\ude00)", R"(\")"};
            std::string text;
            const auto size =
                bounds.near[static_cast<std::size_t>(r.Below(static_cast<int>(bounds.near.size())))];
            for (int i = 0; i < size; ++i) text += Pick(kCharacters, r);
            return Quoted(text);
          }};
}

/// As they stand in a string of the language.
RandomType Pattern(Random& random) {
  constexpr std::array kPatterns = {R"([^@]+@[^@]+)",
                                    R"(\\d{2,4}-[[:upper:]]+)",
                                    R"(a.c)",
                                    R"(\\s*x\\s*)",
                                    R"([]x]{2})",
                                    R"(\\Qa.c\\E?)",
                                    R"(a|b{1}|\\{c})",
                                    R"(\\-?\\d+\\.\\d*)",
                                    R"((?:ab)+[\\w\\-]?)",
                                    R"([^[:space:]]+)",
                                    R"((?P<year>\\d{4})(-\\d\\d)?)",
                                    R"([\\S]*)",
                                    R"([^\\D]+)",
                                    R"([\\W]+\\w*)",
                                    R"(\\x{1F600}*\\x{e9}?\\x41)",
                                    R"([\\x{1F600}-\\x{1F64F}a]+)",
                                    R"(\\Aab\\z)",
                                    R"(^a?$)",
                                    R"([/\\]^|&~-]+)",
                                    R"(é+)",
                                    R"()",
                                    R"(a{,2})"};
  return {"string(pattern \"" + Pick(kPatterns, random) + "\")", [](Random& r) {
            constexpr std::array kTexts = {
                "a@b",  "12-AB", "abc", R"(a\nc)", R"( x\t)", "]x",  "a.c", "b",  "{c}",
                "-1.5", "abab-", "a b", "2024",    "2024-05", "😀éA", "A",   "aa", "😁a",
                "ab",   "a",     "éé",  "/]^|&~-", "a{,2}",   "٣٣",  "",    "x",  R"(\u000b)"};
            constexpr std::array kPieces = {"a",     "b", "-", "1", " ", "é", "😀",
                                            R"(\n)", "_", ".", "x", "]", "@", "ß"};
            std::string text = r.OneIn(2) ? Pick(kTexts, r) : "";
            for (int more = r.Below(4); more > 0 && (text.empty() || r.OneIn(2)); --more)
              text += Pick(kPieces, r);
            return Quoted(text);
          }};
}

RandomType Bytes() {
  return {"bytes", [](Random& r) {
            constexpr std::array kBroken = {"QR==", "QUJ=",      "Q",  "====", "QQ=a",
                                            "QU_D", R"(QUJD\n)", "QQ", R"(\n)"};
            if (r.OneIn(3)) return Quoted(Pick(kBroken, r));
            std::string raw;
            for (int i = r.Below(8); i > 0; --i) raw += static_cast<char>(r.Below(256));
            return Quoted(mesh::EncodeBase64(raw));
          }};
}

std::string Moment(Random& random) {
  constexpr std::array kYears = {"0000", "0001", "1900", "2000", "2023", "2024", "9999", "10000", "24"};
  constexpr std::array kOffsets = {"Z", "z", "+00:00", "-23:59", "+24:00", "+05:60", "", "+0500"};
  constexpr std::array kFractions = {"", "", ".5", ".123456789", ".1234567890", "."};
  // What hosts count in UTC no pattern can: at the ends of the calendar schemas take a few hours more.
  const std::string year = Pick(kYears, random);
  const std::string offset = year == "0001" || year == "9999" ? "Z" : Pick(kOffsets, random);
  const int month = random.OneIn(4) ? 2 : random.Below(14);
  const int day = random.OneIn(2) ? 28 + random.Below(4) : random.Below(33);
  const int second = year == "9999" ? random.Below(60) : random.Below(62);
  return fmt::format("{}-{:02}-{:02}{}{:02}:{:02}:{:02}{}{}", year, month, day, random.OneIn(8) ? "t" : "T",
                     random.Below(25), random.Below(61), second, Pick(kFractions, random), offset);
}

std::string Span(Random& random) {
  constexpr std::array kTexts = {"1s",
                                 "1.5s",
                                 "-0.000000001s",
                                 "001s",
                                 "1.s",
                                 ".5s",
                                 "+1s",
                                 "1s ",
                                 R"(1s\n)",
                                 "1.0123456789s",
                                 "9223372036.854775807s",
                                 "9223372036.854775808s",
                                 "-9223372036.854775808s",
                                 "-9223372036.854775809s",
                                 "9223372037s",
                                 "12345678901234567890s",
                                 "s"};
  if (random.OneIn(2)) return Pick(kTexts, random);
  const std::string fraction = random.OneIn(2) ? fmt::format(".{}", 854775700 + random.Below(200)) : "";
  return fmt::format("{}{}{}s", random.OneIn(2) ? "-" : "", 9223372030 + random.Below(10), fraction);
}

RandomType Named(Random& random) {
  constexpr std::array kNames = {"bool", "Mood", "Told", "Word", "Point", "Shape", "json"};
  return {Pick(kNames, random), [](Random& r) {
            constexpr std::array kDocuments = {"true",
                                               "false",
                                               "null",
                                               R"("calm")",
                                               R"("loud")",
                                               R"("hushed")",
                                               R"({"x": 1})",
                                               R"({"x": 1, "y": null})",
                                               R"({"x": 1, "t": null, "more": [1]})",
                                               R"({"x": 1.5})",
                                               R"({"x": 1, "t": "2024-02-30T00:00:00Z"})",
                                               "{}",
                                               R"({"point": {"x": 2}})",
                                               R"({"raw": "QUJDRA=="})",
                                               R"({"raw": "QUJDREU="})",
                                               R"({"none": "calm"})",
                                               R"({"none": "calm", "raw": ""})",
                                               R"({"other": 1})"};
            return Pick(kDocuments, r);
          }};
}

RandomType Scalar(Random& random) {
  switch (random.Below(9)) {
    case 0: return Int(random);
    case 1: return Float(random);
    case 2: return String(random);
    case 3: return Pattern(random);
    case 4: return Bytes();
    case 5: return {"timestamp", [](Random& r) { return Quoted(Moment(r)); }};
    case 6: return {"duration", [](Random& r) { return Quoted(Span(r)); }};
    default: return Named(random);
  }
}

RandomType ListOf(RandomType element, Random& random) {
  const Bounds bounds = MakeBounds(random, 0);
  return {"[" + element.text + "]" + bounds.text, [element = std::move(element), bounds](Random& r) {
            std::string text;
            const auto size =
                bounds.near[static_cast<std::size_t>(r.Below(static_cast<int>(bounds.near.size())))];
            for (int i = 0; i < size; ++i) text += (text.empty() ? "" : ",") + element.Document(r);
            return "[" + text + "]";
          }};
}

RandomType MapOf(RandomType element) {
  return {"{" + element.text + "}", [element = std::move(element)](Random& r) {
            constexpr std::array kKeys = {"a", "", "é", "$ref"};
            std::string text;
            for (const char* key : kKeys) {
              if (r.OneIn(3))
                text += fmt::format("{}\"{}\":{}", text.empty() ? "" : ",", key, element.Document(r));
            }
            return "{" + text + "}";
          }};
}

RandomType OptionalOf(RandomType element) {
  return {element.text + "?", [element = std::move(element)](Random& r) {
            return r.OneIn(4) ? std::string("null") : element.Document(r);
          }};
}

}  // namespace

RandomType MakeRandomType(Random& random, int levels) {
  if (levels == 0 || random.OneIn(2)) return Scalar(random);
  const int form = random.Below(3);
  RandomType element = MakeRandomType(random, levels - 1);
  if (form == 0) return ListOf(std::move(element), random);
  if (form == 1) return MapOf(std::move(element));
  return element.text.ends_with('?') ? std::move(element) : OptionalOf(std::move(element));
}

std::string AnyDocument(Random& random) {
  constexpr std::array kDocuments = {
      "null",      "true",  "0",   "-1", "1.5",        R"("")",   R"("a")",
      R"("calm")", "[]",    "[1]", "{}", R"({"a":1})", R"("1s")", R"("2024-05-01T12:00:00Z")",
      "[[]]",      "[null]"};
  return Pick(kDocuments, random);
}

}  // namespace meshc::property
