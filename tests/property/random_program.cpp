#include "tests/property/random_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tests/property/random.h"

namespace meshc::property {
namespace {

constexpr const char* kDeclarations = R"(
enum Mood { low, mid, high }
record Pair { a: int; b: int = 7; }
union Shape { circle: int; name: string; }

envelope E {
  in i0: int = 3;
  in s0: string = "abc";
  in opt: int?;
  in shape: Shape?;
  var n: int = 0;
  var m: int = 1;
  var f: float = 1.5;
  var t: string = "";
  var b: bool = false;
  var mood: Mood = mid;
  var small: int(0..5) = 2;
  var xs: [int] = [1, 2];
  var o: int?;
  var pair: Pair = { a: 1, b: 2 };
  log trace: int;
  log notes: string;
  plain0: int;
  plain1: int;
  plain2: string;
}

error e0 recoverable;
error e1: e0;
error e2 retriable;
error e3 fatal;
error e4: e0 fatal { code: int = 1; }

processor p_n(n: int) -> (n: int) { raises e0, e2; retry 2; }
processor p_log(m: int) -> (v: int) { raises e2; retry 3 on e2; }
processor p_small(small: int(0..5)) -> (small: int(0..5)?) { raises e3; }
processor p_text(t: string, o: int?) -> (t: string, o: int?) { raises e4; }
processor p_pair(pair: Pair) -> (pair: Pair);
processor p_value(i0: int) -> (v: int) { raises e1; }
processor p_word(s0: string, times: int = 2) -> (w: string);
processor p_none();
processor p_mood(f: float, xs: [int]) -> (mood: Mood);
router r(n: int) -> { left, right, middle } { raises e1; }
)";

/// Writes one program. A block stops growing once nothing can follow.
class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed), seed_(seed) {}

  std::string Write() {
    std::string text = fmt::format("mesh property.s{};\n{}", seed_, kDeclarations);
    const int callees = random_.Below(3);
    for (int k = callees; k >= 1; --k) text += Flow(fmt::format("callee{}", k), k, callees);
    text += Flow("main", 0, callees);
    return text;
  }

 private:
  struct Place {
    bool in_loop = false;     ///< `break` and `continue` may stand here.
    std::string clause = {};  ///< Variable of the innermost clause; empty: not in a clause.
    bool in_finally = false;  ///< No jump may leave.
    int depth = 0;
  };

  std::string Flow(const std::string& name, int index, int callees) {
    index_ = index;
    callees_ = callees;
    plain_written_ = index != 0;  // Plain fields are written by the main flow's top level only.
    budget_ = 4 + random_.Below(14);
    std::string text = fmt::format("\nflow {} on E ", name);
    text += Body(Place{});
    if (random_.OneIn(3)) {
      const std::string variable = NewVariable();
      text += fmt::format(" on any as {} {}", variable, Body(Place{.clause = variable, .depth = 2}));
    }
    if (random_.OneIn(4)) text += fmt::format(" finally {}", Body(Place{.in_finally = true, .depth = 2}));
    return text + "\n";
  }

  std::string Indent(int depth) { return std::string(2 * static_cast<std::size_t>(depth + 1), ' '); }
  std::string NewVariable() { return fmt::format("e{}", ++variables_); }

  std::string Body(const Place& place) {
    bool ended = false;
    return Block(place, ended);
  }

  /// `{ ... }`; `ended` tells whether control cannot leave it at its end.
  std::string Block(const Place& place, bool& ended) {
    std::string text = "{\n";
    const int count = 1 + random_.Below(place.depth > 2 ? 3 : 5);
    ended = false;
    for (int i = 0; i < count && !ended; ++i) text += Indent(place.depth) + Statement(place, ended) + "\n";
    return text + Indent(place.depth - 1) + "}";
  }

  std::string Statement(const Place& place, bool& ended) {
    --budget_;
    const bool nest = budget_ > 0 && place.depth < 5;
    const int choice = random_.Below(nest ? 24 : 13);
    switch (choice) {
      case 0:
      case 1:
      case 2:
      case 3:
      case 4: return Call();
      case 5:
      case 6:
      case 7:
      case 8:
      case 9: return Set(place);
      case 10: return Jump(place, ended);
      case 11: return Raise(place, ended);
      case 12:
        return index_ < callees_ ? fmt::format("callee{};", index_ + 1 + random_.Below(callees_ - index_))
                                 : Call();
      case 13:
      case 14:
      case 15: return If(place, ended);
      case 16: return Match(place, ended);
      case 17: return Route(place, ended);
      case 18:
      case 19: return Loop(place);
      default: return Try(place, ended);
    }
  }

  std::string Call() {
    switch (random_.Below(11)) {
      case 0: return "p_n;";
      case 1: return fmt::format("p_n(n: {});", Int(2));
      case 2: return "p_log as { v: trace };";
      case 3: return fmt::format("p_log(m: {}) as trace{};", Int(1), random_.OneIn(3) ? " retry 2" : "");
      case 4: return "p_small;";
      case 5: return fmt::format("p_small(small: {});", Int(1));
      case 6: return "p_text -> p_none;";
      case 7: return "p_pair;";
      case 8: return fmt::format("p_value(i0: {}) as {{ v: m }} retry 2;", Int(1));
      case 9: return "p_word as { w: notes };";
      default: return fmt::format("p_mood(f: {});", Float(1));
    }
  }

  std::string Set(const Place& place) {
    switch (random_.Below(13)) {
      case 0: return fmt::format("set n = {};", Int(3));
      case 1: return fmt::format("set n += {};", Int(1));
      case 2: return fmt::format("set m {} {};", random_.OneIn(2) ? "*=" : "-=", Int(1));
      case 3: return fmt::format("set f = {};", Float(2));
      case 4: return fmt::format("set t = {};", Text(2, place));
      case 5: return fmt::format("set t += {};", Text(1, place));
      case 6: return fmt::format("set b = {};", Bool(2));
      case 7: return fmt::format("set small = {};", Int(1));
      case 8: return fmt::format("set xs += {};", Int(1));
      case 9: return random_.OneIn(2) ? "set o = null;" : fmt::format("set o = {};", Int(1));
      case 10: return fmt::format("set pair.{} = {};", random_.OneIn(2) ? "a" : "b", Int(2));
      case 11: return fmt::format("set trace += {};", Int(2));
      default:
        if (!plain_written_ && place.depth == 0) {
          plain_written_ = true;
          return fmt::format("set plain0 = {}; set plain2 = {};", Int(1), Text(1, place));
        }
        return fmt::format("set mood = {};", random_.OneIn(2) ? "Mood.high" : "low");
    }
  }

  std::string Jump(const Place& place, bool& ended) {
    if (place.depth == 0) return Call();
    if (place.in_loop && random_.Below(3) != 0) {
      ended = true;
      return random_.OneIn(2) ? "break;" : "continue;";
    }
    if (place.in_finally) return Call();
    ended = true;
    return "return;";
  }

  std::string Raise(const Place& place, bool& ended) {
    if (place.depth == 0) return Call();
    ended = true;
    if (!place.clause.empty() && random_.OneIn(2)) return "raise;";
    switch (random_.Below(6)) {
      case 0: return fmt::format("raise e0({});", Text(1, place));
      case 1: return "raise e1(\"child\");";
      case 2: return "raise e2(\"made here\");";
      case 3: return "raise e3(\"fatal\");";
      case 4: return fmt::format("raise e4(\"coded\") {{ code: {} }};", Int(1));
      default: return "raise timeout(\"slow\");";
    }
  }

  Place Inner(Place place) {
    ++place.depth;
    return place;
  }

  std::string If(const Place& place, bool& ended) {
    bool then_ended = false;
    bool else_ended = false;
    std::string text = fmt::format("if {} {}", Bool(2), Block(Inner(place), then_ended));
    if (random_.OneIn(4)) {
      bool middle_ended = false;
      text += fmt::format(" else if {} {}", Bool(1), Block(Inner(place), middle_ended));
      then_ended = then_ended && middle_ended;
    }
    if (random_.OneIn(2)) {
      text += " else " + Block(Inner(place), else_ended);
      ended = then_ended && else_ended;
    }
    return text;
  }

  std::string Match(const Place& place, bool& ended) {
    bool a = false, b = false, c = false;
    std::string text;
    if (random_.OneIn(2)) {
      text = fmt::format("match mood {{ low => {} mid => {} high => {} }}", Block(Inner(place), a),
                         Block(Inner(place), b), Block(Inner(place), c));
    } else {
      text = fmt::format("match {} {{ 0, -1 => {} 2 => {} _ => {} }}", Int(1), Block(Inner(place), a),
                         Block(Inner(place), b), Block(Inner(place), c));
    }
    ended = a && b && c;
    return text;
  }

  std::string Route(const Place& place, bool& ended) {
    bool a = false, b = false;
    std::string text = fmt::format("route r(n: {}) {{ left, middle => {} right => {} }}", Int(1),
                                   Block(Inner(place), a), Block(Inner(place), b));
    ended = a && b;
    return text;
  }

  std::string Loop(const Place& place) {
    Place body = Inner(place);
    body.in_loop = true;
    std::string else_block;
    if (random_.OneIn(2)) {
      Place other = Inner(place);
      bool ignored = false;
      other.depth = std::max(other.depth, 3);
      else_block = " else " + Block(other, ignored);
    }
    bool ended = false;
    const int max = 1 + random_.Below(4);
    switch (random_.Below(3)) {
      case 0: return fmt::format("while {} max {} {}{}", Bool(1), max, Block(body, ended), else_block);
      case 1: {
        const std::string block = Block(body, ended);
        return fmt::format("repeat max {} {} until {}{}{}", max, block, Bool(1), else_block,
                           else_block.empty() ? ";" : "");
      }
      default: {
        std::string block = Block(body, ended);
        block.insert(2, Indent(body.depth) + fmt::format("if {} {{ break; }}\n", Bool(1)));
        return fmt::format("loop max {} {}{}", max, block, else_block);
      }
    }
  }

  std::string Try(const Place& place, bool& ended) {
    bool body_ended = false;
    std::string body = Block(Inner(place), body_ended);
    body.insert(2, Indent(place.depth + 1) + "p_n; p_value as trace;\n");
    std::string text = "try " + body;
    bool all_ended = body_ended;
    const bool with_finally = random_.OneIn(2);
    const int clauses = with_finally ? random_.Below(3) : 1 + random_.Below(2);
    static constexpr const char* kNames[] = {
        "e0", "e1", "e2", "timeout, crash", "e1, e2", "contract_violation"};
    const int first = random_.Below(6);
    Place clause = Inner(place);
    for (int i = 0; i < clauses; ++i) {
      bool clause_ended = false;
      clause.clause = NewVariable();
      const std::string name = i + 1 == clauses && random_.OneIn(2) ? "any" : kNames[(first + i * 3) % 6];
      text += fmt::format(" on {} as {} {}", name, clause.clause, Block(clause, clause_ended));
      all_ended = all_ended && clause_ended;
    }
    if (with_finally) {
      Place last = Inner(place);
      last.in_finally = true;
      last.in_loop = false;
      bool finally_ended = false;
      text += " finally " + Block(last, finally_ended);
      all_ended = all_ended || finally_ended;
    }
    ended = all_ended;
    return text;
  }

  // ---- expressions; `depth` bounds their size

  std::string Int(int depth) {
    if (depth == 0) {
      static constexpr const char* kAtoms[] = {"n",
                                               "m",
                                               "i0",
                                               "small",
                                               "pair.a",
                                               "pair.b",
                                               "len(xs)",
                                               "len(trace)",
                                               "0",
                                               "1",
                                               "2",
                                               "-3",
                                               "9223372036854775807"};
      return kAtoms[random_.Below(random_.OneIn(8) ? 13 : 12)];
    }
    switch (random_.Below(14)) {
      case 0: return fmt::format("({} + {})", Int(depth - 1), Int(depth - 1));
      case 1: return fmt::format("({} - {})", Int(depth - 1), Int(depth - 1));
      case 2: return fmt::format("{} * {}", Int(0), Int(0));
      case 3: return fmt::format("{} / {}", Int(0), Int(0));
      case 4: return fmt::format("{} % {}", Int(0), Int(0));
      case 5: return fmt::format("(opt ?? {})", Int(depth - 1));
      case 6: return fmt::format("(o ?? {})", Int(depth - 1));
      case 7: return fmt::format("xs[{}]", Int(0));
      case 8: return fmt::format("(xs[{}] ?? {})", Int(0), Int(0));
      case 9: return fmt::format("({} ? {} : {})", Bool(depth - 1), Int(depth - 1), Int(depth - 1));
      case 10: return fmt::format("max({}, {})", Int(depth - 1), Int(0));
      case 11: return fmt::format("(shape.circle ?? {})", Int(0));
      case 12: return "int(f)";
      default: return Int(0);
    }
  }

  std::string Float(int depth) {
    if (depth == 0) {
      static constexpr const char* kAtoms[] = {"f", "0.5", "2.0", "-1.25", "float(n)"};
      return kAtoms[random_.Below(5)];
    }
    switch (random_.Below(5)) {
      case 0: return fmt::format("({} + {})", Float(depth - 1), Int(0));
      case 1: return fmt::format("({} * {})", Float(depth - 1), Float(0));
      case 2: return fmt::format("({} / {})", Float(depth - 1), Float(0));
      case 3: return fmt::format("abs({})", Float(depth - 1));
      default: return Float(0);
    }
  }

  std::string Text(int depth, const Place& place) {
    if (depth == 0) {
      static constexpr const char* kAtoms[] = {"t", "s0", "\"x\"", "\"\"", "\"\\u{1F3AD}b\""};
      if (!place.clause.empty() && random_.OneIn(3)) return place.clause + ".name";
      return kAtoms[random_.Below(5)];
    }
    switch (random_.Below(6)) {
      case 0: return fmt::format("({} + {})", Text(depth - 1, place), Text(0, place));
      case 1: return fmt::format("upper({})", Text(depth - 1, place));
      case 2: return fmt::format("string({})", Int(depth - 1));
      case 3: return fmt::format("(notes[{}] ?? {})", Int(0), Text(0, place));
      case 4: return "(shape.name ?? \"none\")";
      default: return Text(0, place);
    }
  }

  std::string Bool(int depth) {
    if (depth == 0) {
      static constexpr const char* kAtoms[] = {"b",        "true",         "false", "has(o)",
                                               "has(opt)", "mood == high", "n > 1"};
      return kAtoms[random_.Below(7)];
    }
    switch (random_.Below(11)) {
      case 0: return fmt::format("{} < {}", Int(depth - 1), Int(0));
      case 1: return fmt::format("{} >= {}", Int(depth - 1), Int(0));
      case 2: return fmt::format("{} == {}", Int(depth - 1), Int(0));
      case 3: return fmt::format("({} && {})", Bool(depth - 1), Bool(depth - 1));
      case 4: return fmt::format("({} || {})", Bool(depth - 1), Bool(depth - 1));
      case 5: return fmt::format("!({})", Bool(depth - 1));
      case 6: return fmt::format("(has(o) && o > {})", Int(0));
      case 7: return fmt::format("{} in xs", Int(0));
      case 8: return fmt::format("{} != {}", Float(0), Float(0));
      case 9: return "contains(t, \"x\")";
      default: return Bool(0);
    }
  }

  Random random_;
  std::uint64_t seed_;
  int budget_ = 0;
  int index_ = 0;
  int callees_ = 0;
  int variables_ = 0;
  bool plain_written_ = false;
};

}  // namespace

std::string RandomProgram(std::uint64_t seed) { return Writer(seed).Write(); }

}  // namespace meshc::property
