#include "tests/property/program/expressions.h"

#include <array>
#include <stdexcept>

#include "tests/property/program/compose.h"

namespace meshc::property {
namespace {

template <std::size_t kCount>
const char* Pick(Random& random, const std::array<const char*, kCount>& texts) {
  return texts[static_cast<std::size_t>(random.Below(static_cast<int>(kCount)))];
}

const std::string& Pick(Random& random, const std::vector<std::string>& texts) {
  return texts[static_cast<std::size_t>(random.Below(static_cast<int>(texts.size())))];
}

}  // namespace

std::string Expressions::IntAtom(const Place& place) {
  if (!place.elements.empty() && random_.OneIn(2)) return Pick(random_, place.elements);
  if (!place.present.empty() && random_.OneIn(4)) return Pick(random_, place.present);
  if (!place.optional_elements.empty() && random_.OneIn(4))
    return Compose("(# ?? 2)", {Pick(random_, place.optional_elements)});
  if (random_.OneIn(100)) return "(9223372036854775807 - (n - n))";
  static constexpr std::array kAtoms = {"n",       "m",          "i0", "small", "pair.a", "pair.b", "len(xs)",
                                        "len(ys)", "len(trace)", "0",  "1",     "2",      "-3"};
  return Pick(random_, kAtoms);
}

std::string Expressions::Divisor(const Place& place) {
  const std::string atom = IntAtom(place);
  return atom == "0" ? "(n - n)" : atom;
}

std::string Expressions::Index(const Place& place) {
  const std::string atom = IntAtom(place);
  return atom == "-3" ? "(n - n - 3)" : atom;
}

std::string Expressions::IntPath(const Place& place) {
  switch (random_.Below(9)) {
    case 0: return Compose("xs[#]", {Index(place)});
    case 1: return Compose("(xs[#] ?? #)", {Index(place), IntAtom(place)});
    case 2: return Compose("(ys[#] ?? #)", {Index(place), IntAtom(place)});
    case 3: return Compose("(shape.circle ?? #)", {IntAtom(place)});
    case 4: return Compose("(q# ?? #)", {std::to_string(random_.Below(2)), IntAtom(place)});
    case 5: return Compose("(shape.maybe ?? #)", {IntAtom(place)});
    case 6: return Compose("(outer.inner.y ?? #)", {IntAtom(place)});
    case 7: return Compose("(marks[#] ?? #)", {Index(place), IntAtom(place)});
    default: return Compose("(trace[#] ?? #)", {Index(place), IntAtom(place)});
  }
}

std::string Expressions::Int(int depth, const Place& place) {
  if (depth == 0) return IntAtom(place);
  const auto inner = [&] { return Int(depth - 1, place); };
  switch (random_.Below(14)) {
    case 0: return Compose("(# + #)", {inner(), inner()});
    case 1: return Compose("(# - #)", {inner(), inner()});
    case 2: return Compose("# * #", {IntAtom(place), IntAtom(place)});
    case 3: return Compose("# / #", {IntAtom(place), Divisor(place)});
    case 4: return Compose("# % #", {IntAtom(place), Divisor(place)});
    case 5: return Compose("(opt ?? #)", {inner()});
    case 6: return Compose("(o ?? #)", {inner()});
    case 7:
    case 8: return IntPath(place);
    case 9: return Compose("(# ? # : #)", {Bool(depth - 1, place), inner(), inner()});
    case 10: return Compose("max(#, #)", {inner(), IntAtom(place)});
    case 11: return "int(f)";
    default: return IntAtom(place);
  }
}

std::string Expressions::Small(const Place& place) {
  switch (random_.Below(6)) {
    case 0: return "small";
    case 1: return "4";
    case 2: return Compose("(n + #)", {IntAtom(place)});
    case 3: return "len(xs)";
    case 4: return Compose("(o ?? #)", {std::to_string(random_.Below(6))});
    default: return "m";
  }
}

std::string Expressions::Float(int depth, const Place& place) {
  if (depth == 0) {
    static constexpr std::array kAtoms = {"f", "0.5", "2.0", "-1.25", "float(n)"};
    return Pick(random_, kAtoms);
  }
  switch (random_.Below(5)) {
    case 0: return Compose("(# + #)", {Float(depth - 1, place), IntAtom(place)});
    case 1: return Compose("(# * #)", {Float(depth - 1, place), Float(0, place)});
    case 2: return Compose("(# / #)", {Float(depth - 1, place), Float(0, place)});
    case 3: return Compose("abs(#)", {Float(depth - 1, place)});
    default: return Float(0, place);
  }
}

std::string Expressions::Text(int depth, const Place& place, bool growing) {
  if (depth == 0) {
    static constexpr std::array kAtoms = {"s0", "\"x\"", "\"\"", "\"\\u{1F3AD}b\""};
    if (!place.clause.empty() && random_.OneIn(3)) return place.clause + ".name";
    if (growing && random_.OneIn(3)) return "t";
    return Pick(random_, kAtoms);
  }
  switch (random_.Below(6)) {
    case 0: return Compose("(# + #)", {Text(depth - 1, place, growing), Text(0, place, false)});
    case 1: return Compose("upper(#)", {Text(depth - 1, place, growing)});
    case 2: return Compose("string(#)", {Int(depth - 1, place)});
    case 3: return Compose("(notes[#] ?? #)", {Index(place), Text(0, place, growing)});
    case 4: return "(shape.name ?? \"none\")";
    default: return Text(0, place, growing);
  }
}

/// Of a path that may end anywhere, or come to the end and find nothing.
std::string Expressions::NullTest(const Place& place) {
  static constexpr std::array kPaths = {
      "o",       "opt",           "q0",       "q1",       "shape", "shape.maybe", "shape.name", "outer.inner",
      "outer.a", "outer.inner.y", "marks[1]", "marks[7]", "xs[2]"};
  std::string path = Pick(random_, kPaths);
  if (!place.optional_elements.empty() && random_.OneIn(3)) path = Pick(random_, place.optional_elements);
  return Compose(random_.OneIn(2) ? "# == null" : "# != null", {path});
}

std::string Expressions::Bool(int depth, const Place& place) {
  if (depth == 0) {
    if (random_.OneIn(4)) return NullTest(place);
    static constexpr std::array kAtoms = {"b",        "true",         "false", "has(o)",
                                          "has(opt)", "mood == high", "n > 1"};
    return Pick(random_, kAtoms);
  }
  const auto inner = [&] { return Bool(depth - 1, place); };
  const auto left = [&] { return Int(depth - 1, place); };
  switch (random_.Below(14)) {
    case 0: return Compose("# < #", {left(), IntAtom(place)});
    case 1: return Compose("# >= #", {left(), IntAtom(place)});
    case 2: return Compose("# == #", {left(), IntAtom(place)});
    case 3: return Compose("(# && #)", {inner(), inner()});
    case 4: return Compose("(# || #)", {inner(), inner()});
    case 5: return Compose("!(#)", {inner()});
    case 6: return Compose("(has(o) && o > #)", {IntAtom(place)});
    case 7: return Compose("# in xs", {IntAtom(place)});
    case 8: return Compose("# != #", {Float(0, place), Float(0, place)});
    case 9: return "contains(t, \"x\")";
    case 10: return Compose("(outer.inner.y != null && outer.inner.y > #)", {IntAtom(place)});
    case 11: return Compose("(shape.maybe == null || shape.maybe < #)", {IntAtom(place)});
    case 12: return Compose("(null != q1 ? q1 > # : #)", {IntAtom(place), inner()});
    default: return Bool(0, place);
  }
}

std::string Expressions::List(const Place& place) {
  switch (random_.Below(5)) {
    case 0: return "xs";
    case 1: return "ys";
    case 2: return Compose("[#]", {IntAtom(place)});
    case 3: return Compose("[#, #, #]", {IntAtom(place), IntAtom(place), IntAtom(place)});
    default: return Compose("[#, #]", {Int(1, place), IntAtom(place)});
  }
}

std::string Expressions::Maybe(const Place& place, bool has_default) {
  if (!place.optional_elements.empty() && random_.OneIn(2)) return Pick(random_, place.optional_elements);
  if (!has_default && random_.OneIn(4)) return Compose("marks[#]", {Index(place)});
  if (!has_default && random_.OneIn(8)) return "null";
  static constexpr std::array kPaths = {"opt", "o", "q0", "outer.inner.y", "i0"};
  return Pick(random_, kPaths);
}

std::string Expressions::Fill(std::string_view text, const Place& place) {
  std::string filled;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '$') {
      filled += text[i];
      continue;
    }
    switch (text[++i]) {
      case 'i': filled += Int(1, place); break;
      case 'k': filled += Small(place); break;
      case 'f': filled += Float(1, place); break;
      case 's': filled += Text(1, place, true); break;
      case 'l': filled += List(place); break;
      case 'v': filled += Maybe(place, false); break;
      case 'd': filled += Maybe(place, true); break;
      default: throw std::logic_error("a hole that nobody fills");
    }
  }
  return filled;
}

}  // namespace meshc::property
