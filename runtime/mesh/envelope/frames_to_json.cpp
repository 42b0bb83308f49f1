#include "mesh/envelope/frames_json.h"

#include <nlohmann/json.hpp>

#include "mesh/envelope/error_json.h"
#include "mesh/envelope/payload_json.h"

namespace mesh {
namespace {

using contract::Index;
using nlohmann::ordered_json;

class FrameWriter {
 public:
  explicit FrameWriter(const contract::RouteTable& table) : table_(table) {}

  ordered_json operator()(const CallFrame& frame) const {
    ordered_json object{{"kind", "call"}, {"point", frame.point}};
    if (frame.deadline_ns == kNoDeadline)
      object["deadline_at"] = nullptr;
    else if (frame.deadline_ns)
      object["deadline_at"] = PrintTimestamp(Timestamp::FromNanoseconds(*frame.deadline_ns));
    const Index flow = table_.points[frame.point].flow;
    if (frame.payload) object["payload"] = PayloadToJson(table_, flow, *frame.payload, frame.unknown);
    return object;
  }
  ordered_json operator()(const ClauseFrame& frame) const {
    return {{"kind", "clause"}, {"error", ErrorToJson(table_, frame.error)}};
  }
  ordered_json operator()(const FinallyFrame& frame) const {
    ordered_json object;
    object["kind"] = "finally";
    object["exit"] = frame.exit == contract::kExitError ? ordered_json() : ordered_json(frame.exit);
    object["error"] = frame.error ? ErrorToJson(table_, *frame.error) : ordered_json();
    return object;
  }
  ordered_json operator()(const SagaFrame& frame) const {
    ordered_json undo = ordered_json::array();
    for (const UndoCall& call : frame.undo) {
      const contract::Actor& actor = table_.actors[call.actor];
      const auto params = Slice(table_.pool.members, actor.params);
      ordered_json values = ordered_json::object();
      for (Index i = 0; i < params.size && !call.error; ++i) {
        if (call.params[i].kind() == ValueKind::kAbsent) continue;
        values[std::string(params[i].name)] = ToJson(table_.pool, params[i].type, call.params[i]);
      }
      ordered_json entry{
          {"actor", actor.name}, {"params", std::move(values)}, {"undoes", table_.actors[call.undoes].name}};
      if (!call.key.empty()) entry["key"] = call.key;
      if (call.error) entry["error"] = ErrorToJson(table_, *call.error);
      undo.push_back(std::move(entry));
    }
    ordered_json object{{"kind", "saga"}, {"undo", std::move(undo)}};
    if (frame.error) object["error"] = ErrorToJson(table_, *frame.error);
    return object;
  }
  ordered_json operator()(const EachFrame& frame) const {
    return {{"kind", "each"},
            {"point", frame.point},
            {"value", ToJson(table_.pool, ElementType(table_, frame.point), frame.value)}};
  }
  ordered_json operator()(const FollowFrame& frame) const {
    return {{"kind", "follow"}, {"point", frame.point}, {"steps", frame.steps}};
  }
  ordered_json operator()(const BranchFrame& frame) const {
    return {{"kind", "branch"},
            {"fork", frame.fork_id},
            {"index", frame.index},
            {"count", frame.count},
            {"join", frame.join == contract::kNone ? ordered_json() : ordered_json(frame.join)}};
  }

 private:
  const contract::RouteTable& table_;
};

}  // namespace

Index ElementType(const contract::RouteTable& table, Index each_fork) {
  const contract::Pool& pool = table.pool;
  Index list = pool.programs[table.points[each_fork].program].result;
  while (pool.types[list].kind == contract::TypeKind::kOptional) list = pool.types[list].element;
  return pool.types[list].element;
}

ordered_json FrameToJson(const contract::RouteTable& table, const Frame& frame) {
  return std::visit(FrameWriter(table), frame);
}

}  // namespace mesh
