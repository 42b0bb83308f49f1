// A small mesh around the body of one flow, for tests of the analysis.
#pragma once

#include <string>

#include "tests/support/checked_mesh.h"

namespace meshc::test {

/// The declarations that every body below may use; they take lines 1 to 30.
inline constexpr std::string_view kDeclarations = R"(mesh test.paths;
record Inner { text: string; note: string?; }
union Shape { circle: float; square: float; }
error soft recoverable;
error softer: soft;
error hard fatal;
envelope E {
  in given: string;
  in extra: string?;
  in flag: bool = false;
  in shape: Shape?;
  a: string;
  b: string;
  var v: string;
  var n: int = 0;
  var maybe: string?;
  var inner: Inner;
  log trail: float;
}
processor make_a() -> (a: string);
processor make_b() -> (b: string);
processor make_v() -> (v: string);
processor make_inner() -> (inner: Inner);
processor maybe_a() -> (a: string?);
processor need(x: string);
processor want(x: string?);
processor fallible() { raises soft; }
processor fallible_a() -> (a: string) { raises soft; }
router pick() -> { left, right };
processor noted() -> (trail: float);
)";

/// Checks a flow `f` whose body is `body`, which starts at line 32. The body may close the flow's
/// brace itself and end inside of a clause.
inline CheckedMesh CheckBody(const std::string& body) {
  return CheckText(std::string(kDeclarations) + "flow f on E {\n" + body + "\n}\n");
}

/// The same with further declarations behind the flow: at line 34 if the body is one line.
inline CheckedMesh CheckBody(const std::string& body, const std::string& tail) {
  return CheckText(std::string(kDeclarations) + "flow f on E {\n" + body + "\n}\n" + tail + "\n");
}

}  // namespace meshc::test
