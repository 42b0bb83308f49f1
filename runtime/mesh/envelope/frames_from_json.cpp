#include "mesh/envelope/frames_json.h"

#include "mesh/envelope/error_json.h"
#include "mesh/envelope/object_reader.h"
#include "mesh/envelope/payload_json.h"
#include "mesh/value/constraints.h"
#include "mesh/value/json_tree.h"

namespace mesh {
namespace {

using contract::Index;

class FrameReader {
 public:
  FrameReader(const contract::RouteTable& table, const Schemas& schemas, const JsonNode& source,
              SchemaError& error)
      : table_(table), schemas_(schemas), error_(error), reader_(source, error) {}

  Frame Read() {
    std::string kind;
    reader_.NeedText("kind", kind);
    if (kind == "call") return Call();
    if (kind == "clause") return Clause();
    if (kind == "finally") return Finally();
    if (kind == "saga") return Saga();
    if (kind == "each") return Each();
    if (kind == "follow") return Follow();
    if (kind == "branch") return Branch();
    reader_.Fail("kind", "there is no such kind of frame");
    return ClauseFrame{};
  }

 private:
  Frame Call() {
    CallFrame frame;
    NeedPoint("point", contract::PointKind::kFlowCall, frame.point);
    reader_.Time("deadline_at", frame.deadline_ns);
    if (!frame.deadline_ns && reader_.Names("deadline_at")) frame.deadline_ns = kNoDeadline;
    if (const JsonNode* payload = reader_.Find("payload")) {
      auto slots = PayloadFromJson(table_, schemas_, table_.points[frame.point].flow, *payload);
      if (Payload* read = Unwrap(slots, "payload")) {
        frame.payload = std::move(read->slots);
        frame.unknown = std::move(read->unknown);
      }
    }
    return frame;
  }

  Frame Clause() {
    ClauseFrame frame;
    if (reader_.Find("error") == nullptr) reader_.Fail("error", "an error is missing");
    if (auto error = ReadError()) frame.error = std::move(*error);
    return frame;
  }

  Frame Finally() {
    FinallyFrame frame;
    reader_.Number("exit", frame.exit);
    frame.error = ReadError();
    if (frame.error.has_value() != (frame.exit == contract::kExitError)) {
      reader_.Fail("error", "an error stands exactly where there is no exit");
    }
    return frame;
  }

  Frame Saga() {
    SagaFrame frame;
    const JsonNode* undo = reader_.Array("undo");
    if (undo == nullptr) return frame;
    for (const JsonNode& call : undo->children) {
      if (!reader_.ok()) break;
      ReadUndo(call, frame.undo.emplace_back());
    }
    if (reader_.Find("error") != nullptr) frame.error = ReadError();
    return frame;
  }

  void ReadUndo(const JsonNode& source, UndoCall& call) {
    ObjectReader reader(source, error_);
    call.actor = ReadActor(reader, "actor");
    call.undoes = ReadActor(reader, "undoes");
    reader.Text("key", call.key);
    call.error = ReadError(reader);
    if (reader.ok() && !call.error) ReadUndoParams(reader, call);
  }

  void ReadUndoParams(ObjectReader& reader, UndoCall& call) {
    const JsonNode* values = reader.Find("params");
    for (const contract::Member& param : Slice(table_.pool.members, table_.actors[call.actor].params)) {
      Value& value = call.params.emplace_back();
      const JsonNode* found = values != nullptr ? values->Find(param.name) : nullptr;
      if (found != nullptr) {
        auto given = FromJson(schemas_, param.type, *found);
        if (Value* read = Unwrap(given, "params")) value = std::move(*read);
      } else if (schemas_.type(param.type).kind != contract::TypeKind::kOptional) {
        reader.Fail("params", "a param of the undo is missing");
      }
    }
  }

  Index ReadActor(ObjectReader& reader, const char* member) const {
    std::string name;
    reader.NeedText(member, name);
    for (Index actor = 0; actor < table_.actors.size; ++actor) {
      if (table_.actors[actor].name == name) return actor;
    }
    reader.Fail(member, "the table has no such actor");
    return contract::kNone;
  }

  Frame Each() {
    EachFrame frame;
    NeedPoint("point", contract::PointKind::kEachFork, frame.point);
    const JsonNode* value = reader_.Find("value");
    if (value == nullptr || !reader_.ok()) return frame;
    auto element = FromJson(schemas_, ElementType(table_, frame.point), *value);
    if (Value* read = Unwrap(element, "value")) frame.value = std::move(*read);
    return frame;
  }

  Frame Follow() {
    FollowFrame frame;
    NeedPoint("point", contract::PointKind::kFollow, frame.point);
    const JsonNode* steps = reader_.Array("steps");
    if (steps == nullptr) return frame;
    for (const JsonNode& step : steps->children) {
      if (step.is(JsonNode::Kind::kString))
        frame.steps.emplace_back(step.text);
      else
        reader_.Fail("steps", "a string is expected");
    }
    return frame;
  }

  Frame Branch() {
    BranchFrame frame;
    reader_.NeedText("fork", frame.fork_id);
    reader_.Number("index", frame.index);
    reader_.Number("count", frame.count);
    if (reader_.Find("join") != nullptr) NeedPoint("join", contract::PointKind::kJoin, frame.join);
    return frame;
  }

  void NeedPoint(const char* name, contract::PointKind kind, Index& point) {
    reader_.Index(name, table_.points.size, point);
    if (!reader_.ok()) return;
    if (point != contract::kNone && table_.points[point].kind == kind) return;
    reader_.Fail(name, "this is not the right kind of point");
  }

  std::optional<Error> ReadError() { return ReadError(reader_); }

  std::optional<Error> ReadError(ObjectReader& reader) {
    const JsonNode* source = reader.Find("error");
    if (source == nullptr) return std::nullopt;
    auto error = ErrorFromJson(table_, schemas_, *source);
    if (Error* read = Unwrap(error, "error")) return std::move(*read);
    return std::nullopt;
  }

  /// The value, or null after the error has been kept.
  template <typename T>
  T* Unwrap(std::variant<T, SchemaError>& result, std::string_view name) {
    if (auto* broken = std::get_if<SchemaError>(&result)) {
      error_ = std::move(*broken);
      PrefixPath(error_, name);
      return nullptr;
    }
    return &std::get<T>(result);
  }

  const contract::RouteTable& table_;
  const Schemas& schemas_;
  SchemaError& error_;
  ObjectReader reader_;
};

}  // namespace

std::variant<Frame, SchemaError> FrameFromJson(const contract::RouteTable& table, const Schemas& schemas,
                                               const JsonNode& source) {
  SchemaError error;
  Frame frame = FrameReader(table, schemas, source, error).Read();
  if (!error.message.empty()) return error;
  return frame;
}

}  // namespace mesh
