#include "tests/property/program/compose.h"
#include "tests/property/program/flow_writer.h"

namespace meshc::property {

Code FlowWriter::Jump(Place& place) {
  if (place.depth == 0) return Step(place);
  if (place.in_loop && Below(3) != 0) {
    return OneIn(2) ? Code{"break;", kBreaks} : Code{"continue;", kContinues};
  }
  if (!place.may_return) return Step(place);
  return {"return;", kReturns};
}

Code FlowWriter::Raise(Place& place) {
  if (place.depth == 0) return Step(place);
  if (!place.clause.empty() && OneIn(2)) return {"raise;", 0};
  switch (Below(7)) {
    case 0: return {Compose("raise e0(#);", {expressions_.Text(1, place, true)}), 0};
    case 1: return {"raise e1(\"child\");", 0};
    case 2: return {"raise e2(\"made here\");", 0};
    case 3: return {"raise e3(\"fatal\");", 0};
    case 4: return {Compose("raise e4(\"coded\") { code: # };", {expressions_.Int(1, place)}), 0};
    case 5: return {"raise deadline_exceeded(\"too late\");", 0};
    default: return {"raise timeout(\"slow\");", 0};
  }
}

}  // namespace meshc::property
