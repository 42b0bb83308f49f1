#include <array>

#include "tests/property/program/compose.h"
#include "tests/property/program/flow_writer.h"

namespace meshc::property {

Code FlowWriter::If(Place& place) {
  Code code{"if ", 0};
  code.text += expressions_.Bool(2, place) + " ";
  const auto add = [&](const Code& arm) {
    code.text += arm.text;
    code.ways |= arm.ways;
  };
  add(Block(place.Inner()));
  if (OneIn(4)) {
    code.text += " else if " + expressions_.Bool(1, place) + " ";
    add(Block(place.Inner()));
  }
  if (OneIn(2)) {
    code.text += " else ";
    add(Block(place.Inner()));
  } else {
    code.ways |= kFalls;
  }
  return code;
}

/// The value of a tag may be read in its arm, unless its type is optional.
Code FlowWriter::MatchUnion(const Place& place) {
  static constexpr std::array kMaybe = {
      "set trace += (shape.maybe ?? 5);", "p_maybe(x: shape.maybe) as trace;",
      "if has(shape.maybe) { set trace += shape.maybe; }",
      "if shape.maybe == null { p_none; } else { p_log(m: shape.maybe) as trace; }"};
  const Place arm = place.Inner().Inner();
  const Code a = Block(arm, "set trace += shape.circle;");
  const Code b = Block(arm, "set notes += shape.name;");
  const Code c = Block(arm, kMaybe[static_cast<std::size_t>(Below(4))]);
  return {
      Compose("if has(shape) { match shape { circle => # name => # maybe => # } }", {a.text, b.text, c.text}),
      kFalls | a.ways | b.ways | c.ways};
}

Code FlowWriter::Match(Place& place) {
  if (OneIn(4)) return MatchUnion(place);
  const bool on_enum = OneIn(2);
  std::string subject = on_enum ? "mood" : expressions_.Int(1, place);
  const Code a = Block(place.Inner());
  const Code b = Block(place.Inner());
  const Code c = Block(place.Inner());
  const char* form =
      on_enum ? "match # { low => # mid => # high => # }" : "match # { 0, -1 => # 2 => # _ => # }";
  return {Compose(form, {std::move(subject), a.text, b.text, c.text}), a.ways | b.ways | c.ways};
}

Code FlowWriter::Route(Place& place) {
  std::string argument = expressions_.Int(1, place);
  const Code a = Block(place.Inner());
  const Code b = Block(place.Inner());
  return {Compose("route r(n: #)# { left, middle => # right => # }",
                  {std::move(argument), Option(), a.text, b.text}),
          a.ways | b.ways};
}

}  // namespace meshc::property
