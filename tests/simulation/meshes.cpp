#include "tests/simulation/meshes.h"

#include <algorithm>
#include <stdexcept>

#include "compiler/diagnostics/render.h"
#include "mesh/envelope/payload_json.h"

namespace mesh::simulation {

namespace {

constexpr std::string_view kLoop = R"(mesh sim.loop;
envelope E { in start: int = 0; log notes: string; var again: bool = true; }
error busy retriable;
error broken recoverable;
policy patient = retry 3 backoff constant 1s;
processor look(start: int) -> (note: string, again: bool) { raises busy, broken; retry patient; timeout 10s; concurrency 3; }
processor act(start: int) -> (note: string) {
  raises busy, broken;
  retry patient;
  timeout 10s;
  effect idempotent;
}
processor tidy(start: int) -> (note: string) { timeout 10s; effect idempotent; retry 2; }
flow main on E {
  loop max 4 {
    look as { note: notes };
    if !again { break; }
    act as { note: notes };
  } else {
    set notes += "enough";
  }
} on any as e {
  set notes += e.message;
  tidy as { note: notes };
}
)";

constexpr std::string_view kJoin = R"(mesh sim.join;
envelope E { in start: int = 0; log notes: string; a: int; b: int; c: int; }
error busy retriable;
error broken recoverable;
policy patient = retry 2 backoff constant 1s;
processor one(start: int) -> (note: string, a: int) { raises busy, broken; retry patient; timeout 10s; concurrency 3; }
processor two(start: int) -> (note: string, b: int) {
  raises busy, broken;
  retry patient;
  timeout 10s;
  effect idempotent;
}
processor three(start: int) -> (note: string, c: int) { raises broken; timeout 10s; effect idempotent; }
processor last(start: int) -> (note: string) { raises busy; retry patient; timeout 10s; effect idempotent; }
flow main on E {
  parallel wait 2 timeout 40s {
    one as { note: notes };
    two as { note: notes };
    { three as { note: notes }; three as { note: notes, c: _ }; }
  }
  last as { note: notes };
} on join_failed as e {
  set notes += e.name;
  last as { note: notes };
} on busy as e {
  set notes += e.message;
}
)";

constexpr std::string_view kAll = R"(mesh sim.all;
envelope E { in items: [int] = [1, 2, 3]; log notes: string; note: string; gathered: [string]; }
error busy retriable;
error broken recoverable;
policy patient = retry 2 backoff constant 1s;
processor weigh(item: int) -> (note: string) { raises busy; retry patient; timeout 10s; concurrency 3; }
processor keep(item: int) -> (note: string) { raises broken; timeout 10s; effect idempotent; }
processor last(items: [int]) -> (note: string) { raises busy; retry patient; timeout 10s; concurrency 3; }
flow main on E {
  each item in items max 5 width 2 {
    keep as { note: note };
    weigh as { note: notes };
  } collect note into gathered;
  last as { note: notes };
} on broken, busy as e {
  set notes += e.message;
  last as { note: notes };
}
)";

constexpr std::string_view kPark = R"(mesh sim.park;
envelope E { in start: int = 0; log notes: string; log heard: int; first: int; second: int; }
error busy retriable;
policy patient = retry 2 backoff constant 1s;
processor ask(start: int) -> (note: string) { raises busy; retry patient; timeout 10s; effect idempotent; }
processor do_it(first: int) -> (note: string) { raises busy; retry patient; timeout 10s; effect idempotent; }
processor give_up(start: int) -> (note: string) { timeout 10s; retry 2; }
flow main on E {
  ask as { note: notes };
  await go: int into first timeout 1h else {
    give_up as { note: notes };
    return;
  }
  set heard += first;
  do_it as { note: notes };
  await go: int into second timeout 1h else {
    give_up as { note: notes };
    return;
  }
  set heard += second;
  do_it as { note: notes };
} on any as e {
  set notes += e.message;
  give_up as { note: notes };
}
)";

constexpr std::string_view kSaga = R"(mesh sim.saga;
envelope E { in start: int = 0; log notes: string; a: int; b: int; c: int; }
error busy retriable;
error broken recoverable;
policy patient = retry 2 backoff constant 1s;
processor reserve(start: int) -> (note: string, a: int) {
  raises broken;
  timeout 10s;
  effect idempotent;
  undo release;
}
processor release(a: int) { raises busy; retry patient; timeout 10s; effect idempotent; }
processor charge(start: int) -> (note: string, b: int) {
  raises broken, busy;
  retry patient;
  timeout 10s;
  effect idempotent;
  undo refund;
}
processor refund(b: int) { raises busy; timeout 10s; effect idempotent; }
processor ship(start: int) -> (note: string, c: int) { raises broken; timeout 10s; }
processor tell(start: int) -> (note: string) { timeout 10s; retry 2; effect idempotent; }
flow main on E {
  saga {
    parallel {
      reserve as { note: notes };
      charge as { note: notes };
    }
    ship as { note: notes };
  }
  tell as { note: notes };
} on any as e {
  set notes += e.message;
  tell as { note: notes };
}
)";

constexpr std::string_view kTap = R"(mesh sim.tap;
envelope E { in start: int = 0; log notes: string; }
error busy retriable;
error broken recoverable;
policy patient = retry 2 backoff constant 1s;
processor look(start: int) -> (note: string) { raises busy; retry patient; timeout 10s; concurrency 3; }
processor copy(start: int) -> (note: string) { raises broken; timeout 10s; effect idempotent; }
processor act(start: int) -> (note: string) { raises busy, broken; retry patient; timeout 10s; effect idempotent; }
flow main on E {
  look as { note: notes };
  tap copy;
  act as { note: notes };
  tap copy;
  look as { note: notes };
} on broken, busy as e {
  set notes += e.message;
  look as { note: notes };
}
)";

constexpr std::string_view kValue = R"(mesh sim.value;
envelope E { in start: int = 0; log notes: string; var which: int = 1; }
error busy retriable;
policy patient = retry 3 backoff constant 1s;
processor pick(start: int) -> (note: string, which: int) { raises busy; retry patient; timeout 10s; concurrency 3; }
processor once(which: int) -> (note: string) {
  raises busy;
  retry patient;
  timeout 10s;
  effect idempotent by which;
}
processor shared(start: int) -> (note: string) {
  raises busy;
  retry patient;
  timeout 10s;
  effect idempotent by start shared;
}
router way(which: int) -> { left, right };
flow main on E {
  loop max 3 {
    pick as { note: notes };
    route way {
      left => once as { note: notes };
      right => { }
    }
  } else { }
  shared as { note: notes };
} on any as e {
  set notes += e.message;
}
)";

}  // namespace

const std::vector<MeshText>& MeshTexts() {
  static const std::vector<MeshText> texts = {{"loop", kLoop},    {"join", kJoin}, {"all", kAll},
                                              {"park", kPark, 2}, {"saga", kSaga}, {"tap", kTap},
                                              {"value", kValue}};
  return texts;
}

Mesh::Mesh(const MeshText& text) : text_(text) {
  if (!meshc::property::Compile(std::string(text.text), compilation_)) {
    throw std::logic_error(
        meshc::diagnostics::RenderText(compilation_.diagnostics.all(), compilation_.sources, false));
  }
  data_ = meshc::codegen::BuildTable(compilation_.mesh, compilation_.facts);
  view_ = data_.View();
  router_ = std::make_unique<route::Router>(view_);
}

const contract::Actor& Mesh::ActorOf(std::string_view name) const {
  const auto* const found = std::find_if(view_.actors.begin(), view_.actors.end(),
                                         [name](const contract::Actor& actor) { return actor.name == name; });
  if (found == view_.actors.end()) throw std::logic_error("no actor is called " + std::string(name));
  return *found;
}

contract::Index Mesh::Field(std::string_view name) const {
  const auto fields = FieldsOf(view_, router_->FindFlow("main"));
  for (contract::Index i = 0; i < fields.size; ++i) {
    if (fields[i].name == name) return i;
  }
  return contract::kNone;
}

}  // namespace mesh::simulation
