#include <algorithm>

#include "tests/property/program/compose.h"
#include "tests/property/program/flow_writer.h"

namespace meshc::property {
namespace {

constexpr Ways kGoesRound = kFalls | kContinues;

/// What leaves a loop besides its end.
Ways Outer(const Code& body) { return body.ways & kReturns; }

}  // namespace

Code FlowWriter::Loop(Place& place) {
  Place inside = place.Inner();
  inside.in_loop = true;
  switch (Below(3)) {
    case 0: return While(place, Block(inside));
    case 1: return Repeat(place, Block(inside));
    default:
      return Unconditional(place, Block(inside, Compose("if # { break; }", {expressions_.Bool(1, place)})));
  }
}

/// The `else` block; none, with no ways, where the rounds cannot be used up.
Code FlowWriter::Else(const Place& place, const Code& body) {
  if ((body.ways & kGoesRound) == 0 || !OneIn(2)) return {"", 0};
  Place otherwise = place.Inner();
  otherwise.depth = std::max(otherwise.depth, 3);
  const Code block = Block(otherwise);
  return {" else " + block.text, block.ways};
}

Code FlowWriter::While(const Place& place, const Code& body) {
  std::string condition = expressions_.Bool(1, place);
  const Code otherwise = Else(place, body);
  return {Compose("while # max # ##",
                  {std::move(condition), std::to_string(1 + Below(4)), body.text, otherwise.text}),
          kFalls | Outer(body) | otherwise.ways};
}

Code FlowWriter::Repeat(const Place& place, const Code& body) {
  // A test that is never reached would be dead code.
  if ((body.ways & kGoesRound) == 0) return While(place, body);
  std::string condition = expressions_.Bool(1, place);
  const Code otherwise = Else(place, body);
  return {Compose("repeat max # # until ##", {std::to_string(1 + Below(4)), body.text, std::move(condition),
                                              otherwise.text.empty() ? ";" : otherwise.text}),
          kFalls | Outer(body) | otherwise.ways};
}

/// `body` begins with a `break` under a condition.
Code FlowWriter::Unconditional(const Place& place, const Code& body) {
  const Code otherwise = Else(place, body);
  return {Compose("loop max # ##", {std::to_string(1 + Below(4)), body.text, otherwise.text}),
          kFalls | Outer(body) | otherwise.ways};
}

}  // namespace meshc::property
