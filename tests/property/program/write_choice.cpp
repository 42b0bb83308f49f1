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

/// The value of a tag may be read in its arm.
Code FlowWriter::MatchUnion(const Place& place) {
  const Code a = Block(place.Inner().Inner(), "set trace += shape.circle;");
  const Code b = Block(place.Inner().Inner(), "set notes += shape.name;");
  return {Compose("if has(shape) { match shape { circle => # name => # } }", {a.text, b.text}),
          kFalls | a.ways | b.ways};
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
