#include "mesh/envelope/error_json.h"
#include "mesh/envelope/frames_json.h"
#include "mesh/envelope/payload_json.h"
#include "mesh/value/json_writer.h"

namespace mesh {
namespace {

using contract::Index;

/// Writes the members of a frame.
class FrameWriter {
 public:
  FrameWriter(JsonWriter& out, const contract::RouteTable& table) : out_(out), table_(table) {}

  void operator()(const CallFrame& frame) const {
    out_.Name("kind").Text("call");
    out_.Name("point").Count(frame.point);
    if (frame.deadline_ns == kNoDeadline)
      out_.Name("deadline_at").Null();
    else if (frame.deadline_ns)
      out_.Name("deadline_at").Time(*frame.deadline_ns);
    const Index flow = table_.points[frame.point].flow;
    if (frame.payload) WritePayload(out_.Name("payload"), table_, flow, *frame.payload, frame.unknown);
  }
  void operator()(const ClauseFrame& frame) const {
    out_.Name("kind").Text("clause");
    Error(frame.error);
  }
  void operator()(const FinallyFrame& frame) const {
    out_.Name("kind").Text("finally");
    CountOrNull("exit", frame.exit, contract::kExitError);
    if (frame.error)
      Error(*frame.error);
    else
      out_.Name("error").Null();
  }
  void operator()(const SagaFrame& frame) const {
    out_.Name("kind").Text("saga");
    out_.Name("undo").BeginArray();
    for (const UndoCall& call : frame.undo) Undo(call);
    out_.EndArray();
    if (frame.error) Error(*frame.error);
  }
  void operator()(const EachFrame& frame) const {
    out_.Name("kind").Text("each");
    out_.Name("point").Count(frame.point);
    WriteValue(out_.Name("value"), table_.pool, ElementType(table_, frame.point), frame.value);
  }
  void operator()(const FollowFrame& frame) const {
    out_.Name("kind").Text("follow");
    out_.Name("point").Count(frame.point);
    out_.Name("steps").BeginArray();
    for (const std::string& step : frame.steps) out_.Text(step);
    out_.EndArray();
  }
  void operator()(const BranchFrame& frame) const {
    out_.Name("kind").Text("branch");
    out_.Name("fork").Text(frame.fork_id);
    out_.Name("index").Count(frame.index);
    out_.Name("count").Count(frame.count);
    CountOrNull("join", frame.join, contract::kNone);
  }

 private:
  void Undo(const UndoCall& call) const {
    out_.BeginObject();
    out_.Name("actor").Text(table_.actors[call.actor].name);
    out_.Name("params").BeginObject();
    if (!call.error) Params(call);
    out_.EndObject();
    out_.Name("undoes").Text(table_.actors[call.undoes].name);
    if (!call.key.empty()) out_.Name("key").Text(call.key);
    if (call.error) Error(*call.error);
    out_.EndObject();
  }

  void Params(const UndoCall& call) const {
    const auto params = Slice(table_.pool.members, table_.actors[call.actor].params);
    for (Index i = 0; i < params.size; ++i) {
      if (call.params[i].kind() == ValueKind::kAbsent) continue;
      WriteValue(out_.Name(params[i].name), table_.pool, params[i].type, call.params[i]);
    }
  }

  void CountOrNull(std::string_view name, Index count, Index none) const {
    out_.Name(name);
    count == none ? out_.Null() : out_.Count(count);
  }

  void Error(const mesh::Error& error) const { WriteError(out_.Name("error"), table_, error); }

  JsonWriter& out_;
  const contract::RouteTable& table_;
};

}  // namespace

Index ElementType(const contract::RouteTable& table, Index each_fork) {
  const contract::Pool& pool = table.pool;
  Index list = pool.programs[table.points[each_fork].program].result;
  while (pool.types[list].kind == contract::TypeKind::kOptional) list = pool.types[list].element;
  return pool.types[list].element;
}

void WriteFrame(JsonWriter& out, const contract::RouteTable& table, const Frame& frame) {
  out.BeginObject();
  std::visit(FrameWriter(out, table), frame);
  out.EndObject();
}

}  // namespace mesh
