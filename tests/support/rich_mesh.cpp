#include "tests/support/rich_mesh.h"

#include <string>
#include <utility>

namespace meshc::test {
namespace {

using types::Constant;
using types::Member;
using types::TypeId;
using types::TypeKind;

constexpr std::string_view kSource =
    "mesh type.rich;\n"
    "processor echo(everything: Everything) -> (everything: Everything, note: string?);\n"
    "processor handle(Input: Handler, fault: Fault = EAGAIN) -> (Output: Handler);\n"
    "processor register(keywords: Keywords);\n"
    "router class(tone: Tone = new) -> { if, new };\n";

class Builder {
 public:
  RichMesh Build(InternOrder order) {
    if (order == InternOrder::kBackwards) InternBackwards();
    out_.sources.Add("flows/rich.flow", std::string(kSource));
    d().mesh = "type.rich";
    AddBuiltinErrors();
    AddTypes();
    AddErrors();
    AddActors();
    AddFlow();
    return std::move(out_);
  }

 private:
  types::Declarations& d() { return out_.mesh.declarations; }
  types::TypeStore& t() { return d().types; }
  TypeId Basic(TypeKind kind) { return t().Basic(kind); }
  TypeId String() { return Basic(TypeKind::kString); }

  types::Origin At(std::string_view text) {
    const auto begin = static_cast<std::uint32_t>(kSource.find(text));
    types::Origin origin;
    origin.range = {source::FileId{0}, begin, begin + static_cast<std::uint32_t>(text.size())};
    return origin;
  }

  static Member Make(std::string name, TypeId type, std::optional<Constant> value = {}) {
    Member member;
    member.name = std::move(name);
    member.type = type;
    member.default_value = std::move(value);
    return member;
  }

  static Constant ListOf(std::vector<Constant> children) {
    Constant list;
    list.kind = types::ConstantKind::kList;
    list.children = std::move(children);
    return list;
  }

  void InternBackwards() {
    t().Optional(t().Union({0}));
    for (std::uint32_t record = 6; record > 0; --record) t().List(t().Record({record - 1}));
    t().Map(String());
    t().List(t().Optional(String()));
  }

  void AddBuiltinErrors() {
    const char* names[] = {"any",
                           "timeout",
                           "crash",
                           "contract_violation",
                           "expression_error",
                           "loop_exhausted",
                           "join_failed",
                           "deadline_exceeded",
                           "cancelled",
                           "unroutable"};
    for (const char* name : names) {
      types::Error error;
      error.name = name;
      if (!d().errors.empty()) error.parent = {0};
      d().errors.Add(error);
    }
  }

  types::EnumId AddEnum(std::string name, bool open, std::vector<std::string> values) {
    types::Enum type;
    type.name = std::move(name);
    type.open = open;
    for (std::string& value : values) type.values.push_back({std::move(value), {}});
    return d().enums.Add(std::move(type));
  }

  void AddTypes() {
    const TypeId channel = t().Enum(AddEnum("Channel", true, {"email", "class"}));
    const TypeId fault = t().Enum(AddEnum("Fault", false, {"EIO", "EAGAIN", "Fault"}));
    const TypeId listed = t().Enum(AddEnum("Listed", true, {"EXIT_SUCCESS", "Listed"}));
    const TypeId tone = t().Enum(AddEnum("Tone", false, {"calm", "new", "delete"}));
    // Ids are given in the order of names: Everything, Handler, Keywords, Node, Ping, Pong; Body, Tag.
    const TypeId everything = t().Record({0});
    const TypeId handler = t().Record({1});
    const TypeId keywords = t().Record({2});
    const TypeId node = t().Record({3});
    const TypeId ping = t().Record({4});
    const TypeId pong = t().Record({5});
    const TypeId body = t().Union({0});
    const TypeId tag = t().Union({1});
    fault_ = fault;
    handler_ = handler;
    tone_ = tone;
    everything_ = everything;
    keywords_ = keywords;
    const types::Constraint short_text{
        .min = 1, .max = 80, .float_min = {}, .float_max = {}, .pattern = "[a-z \"\\\\]+"};

    AddRecord(
        "Everything",
        {Make("flag", Basic(TypeKind::kBool), Constant::Bool(true)),
         Make("count", Basic(TypeKind::kInt), Constant::Int(INT64_MIN)),
         Make("ratio", Basic(TypeKind::kFloat), Constant::Float(0.1)),
         Make("text",
              t().Intern({.kind = TypeKind::kString, .element = {}, .decl = 0, .constraint = short_text}),
              Constant::String("say \"hi\"")),
         Make("raw", Basic(TypeKind::kBytes)),
         Make("at", Basic(TypeKind::kTimestamp)),
         Make("wait", Basic(TypeKind::kDuration), Constant::Duration(1'500'000'000)),
         Make("any", Basic(TypeKind::kJson)),
         Make("numbers", t().List(Basic(TypeKind::kInt)), ListOf({Constant::Int(1), Constant::Int(2)})),
         Make("words", t().List(String()), ListOf({Constant::String("a"), Constant::String("b")})),
         Make("flags", t().List(Basic(TypeKind::kBool))),
         Make("gaps", t().List(t().Optional(String()))),
         Make("labels", t().Map(String())),
         Make("note", t().Optional(String()), Constant::Null()),
         Make("tone", tone, Constant::String("delete")),
         Make("channel", channel, Constant::String("class")),
         Make("Tone", tone),
         Make("tree", node),
         Make("body", body),
         Make("ping", ping)});
    AddRecord("Handler", {Make("Handler", Basic(TypeKind::kInt)), Make("Tag", tag), Make("value", listed),
                          Make("RAND_MAX", fault, Constant::String("EIO"))});
    AddRecord("Keywords", {Make("class", String()), Make("int", Basic(TypeKind::kInt)),
                           Make("namespace", Basic(TypeKind::kBool)), Make("unknown_members", String()),
                           Make("message", String()), Make("mesh", String()), Make("std", String())});
    AddRecord("Node", {Make("value", Basic(TypeKind::kInt)), Make("next", t().Optional(node)),
                       Make("children", t().List(node)), Make("by_name", t().Map(node))});
    AddRecord("Ping", {Make("pong", t().Optional(pong))});
    AddRecord("Pong", {Make("pings", t().List(ping)), Make("body", t().Optional(body))});

    types::Union type;
    type.name = "Body";
    type.tags = {Make("text", String()), Make("number", Basic(TypeKind::kInt)), Make("class", keywords),
                 Make("again", t().List(body)), Make("ping", ping)};
    d().unions.Add(std::move(type));
    types::Union shell;
    shell.name = "Tag";
    shell.tags = {Make("Tag", String()), Make("Make", Basic(TypeKind::kInt)), Make("BUFSIZ", listed)};
    d().unions.Add(std::move(shell));
  }

  types::RecordId AddRecord(std::string name, std::vector<Member> members) {
    types::Record record;
    record.name = std::move(name);
    record.origin.doc = "What `" + record.name + "` is.\nA path: C:\\";
    record.members = std::move(members);
    return d().records.Add(std::move(record));
  }

  types::ErrorId AddError(std::string name, types::ErrorId parent, std::vector<Member> fields) {
    types::Error error;
    error.name = std::move(name);
    error.parent = parent;
    error.error_class = types::ErrorClass::kRecoverable;
    // The records of details stand among the records, under names that no source can spell.
    if (!fields.empty()) error.detail = t().Record(AddRecord(error.name + ".detail", fields));
    error.fields = std::move(fields);
    return d().errors.Add(std::move(error));
  }

  void AddErrors() {
    AddError("bare", {0}, {});
    const std::vector<Member> fields = {Make("model", String()), Make("message", String()),
                                        Make("ModelError", String())};
    model_error_ = AddError("model_error", {0}, fields);
    AddError("rate_limited", model_error_, {fields[0], fields[1], fields[2], Make("tone", tone_)});
  }

  void AddActors() {
    types::Actor router;
    router.name = "class";
    router.kind = types::ActorKind::kChoiceRouter;
    router.params = {Make("tone", tone_, Constant::String("new"))};
    router.labels = {{"if", {}}, {"new", {}}};
    router.origin = At("class");
    d().actors.Add(router);

    types::Actor echo;
    echo.name = "echo";
    echo.params = {Make("everything", everything_)};
    echo.params.front().origin = At("everything: Everything");
    echo.results = {Make("everything", everything_), Make("note", t().Optional(String()))};
    echo.raises = {model_error_};
    echo.origin = At("echo");
    echo.origin.doc = "Gives back what it gets.";
    echo.retry = types::Retry{.attempts = 3,
                              .backoff = types::Backoff::kLinear,
                              .jitter = false,
                              .delay_ns = 5,
                              .max_delay_ns = 0,
                              .only = {model_error_}};
    d().actors.Add(echo);

    types::Actor handle;
    handle.name = "handle";
    handle.params = {Make("Input", handler_), Make("fault", fault_, Constant::String("EAGAIN"))};
    handle.results = {Make("Output", handler_)};
    handle.origin = At("handle");
    d().actors.Add(handle);

    types::Actor keyword;
    keyword.name = "register";
    keyword.params = {Make("keywords", t().Optional(keywords_)), Make("Tone", tone_)};
    keyword.effect = {
        .kind = types::EffectKind::kIdempotent, .param = 0, .path = {0}, .has_key = true, .shared = true};
    keyword.origin = At("register");
    d().actors.Add(keyword);
  }

  ir::ExpressionId Field(std::uint32_t slot, TypeId type) {
    ir::Expression e;
    e.kind = ir::ExpressionKind::kField;
    e.index = slot;
    e.type = type;
    return out_.mesh.expressions.Add(e);
  }

  static types::Field MakeField(std::string name, TypeId type, bool in) {
    types::Field field;
    field.name = std::move(name);
    field.type = type;
    field.in = in;
    field.out = !in;
    return field;
  }

  void AddFlow() {
    types::Envelope job;
    job.name = "Job";
    job.fields = {MakeField("everything", everything_, true),
                  MakeField("note", t().Optional(String()), false)};
    job.fields.front().mode = types::WriteMode::kVar;
    const types::EnvelopeId envelope = d().envelopes.Add(job);

    ir::Flow flow;
    flow.name = "main";
    flow.envelope = envelope;
    flow.entry = {1};
    flow.origin = At("mesh");
    const types::FlowId id = out_.mesh.flows.Add(flow);
    const auto add = [&](std::string name, ir::PointBody body) {
      out_.mesh.points.Add({std::move(name), id, std::move(body), std::nullopt, {}});
    };
    // Sorted by name.
    add("main/class#0", ir::Ask{{.actor = {0}, .bindings = {}, .timeout_ns = {}, .retry = {}}, {{3}, {2}}});
    add("main/echo#0",
        ir::Call{
            {.actor = {1}, .bindings = {{0, Field(0, everything_), false}}, .timeout_ns = 7, .retry = {}},
            {{0, ir::Target{0, {}, false}}, {1, std::nullopt}},
            {},
            {0}});
    add("main/end", ir::Return{});
    add("main/register#0",
        ir::Call{{.actor = {3}, .bindings = {}, .timeout_ns = {}, .retry = {}}, {}, {}, {2}});
    out_.facts.reachable.assign(4, true);
    out_.facts.present = {{0}, {0}, {0}, {0}};
    out_.facts.escapes.push_back(std::make_shared<const analysis::ErrorList>());
  }

  RichMesh out_;
  TypeId tone_;
  TypeId everything_;
  TypeId fault_;
  TypeId handler_;
  TypeId keywords_;
  types::ErrorId model_error_;
};

}  // namespace

RichMesh MakeRichMesh(InternOrder order) { return Builder().Build(order); }

}  // namespace meshc::test
