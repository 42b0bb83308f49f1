#include "codegen/schema/schema.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "codegen/schema/text_forms.h"
#include "compiler/analysis/analysis.h"
#include "mesh/value/base64.h"
#include "mesh/value/times.h"
#include "tests/support/rich_mesh.h"

namespace meshc::codegen {
namespace {

using nlohmann::json;

ArtifactSet SchemasOf(const ir::Mesh& mesh) {
  diagnostics::Diagnostics diagnostics;
  return GenerateSchemas(mesh, analysis::Analyze(mesh, diagnostics));
}

ArtifactSet Generate() { return SchemasOf(test::MakeRichMesh().mesh); }

json Load(const char* path) { return json::parse(Generate().at(path).content); }

/// Every keyword that the generator uses means in draft 7 what it means in 2020-12.
bool Accepts(const json& schema, const json& document) {
  using Adapter = valijson::adapters::NlohmannJsonAdapter;
  valijson::Schema parsed;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(Adapter(schema), parsed);
  return valijson::Validator().validate(parsed, Adapter(document), nullptr);
}

json Everything() {
  return json::parse(R"({
    "raw": "AP8=", "at": "2026-01-01T00:00:00Z", "any": [1], "flags": [], "gaps": ["a", null], "labels": {"k": "v"},
    "Tone": "calm", "tree": {"value": 1, "next": {"value": 2, "children": [], "by_name": {}}, "children": [],
    "by_name": {}}, "body": {"again": [{"number": 3}]}, "ping": {"pong": {"pings": [{}]}}, "later": true})");
}

/// The schema of one member of the record that has all types.
json Member(const char* name) {
  json schema = Load("schema/echo.input.schema.json");
  return schema["$defs"]["Everything"]["properties"][name];
}

TEST(Schema, TakesTheBytesThatHostsTake) {
  const json schema = Member("raw");
  for (const char* text :
       {"", "QQ==", "QR==", "QUI=", "QUJ=", "QUJD", "QUJDRA==", "Q", "====", "QQ=a", "QU_D", "QUJD\n", "\n"})
    EXPECT_EQ(Accepts(schema, text), mesh::DecodeBase64(text).has_value()) << text;
}

TEST(Schema, TakesTheLengthsOfTimeThatHostsTake) {
  const json schema = Member("wait");
  for (const char* text : {"1s",
                           "1.5s",
                           "-0.000000001s",
                           "001s",
                           "1.s",
                           ".5s",
                           "+1s",
                           "1s ",
                           "1.0123456789s",
                           "9223372036s",
                           "9223372036.854775807s",
                           "9223372036.8547758s",
                           "9223372036.854775808s",
                           "9223372036.9s",
                           "9223372037s",
                           "-9223372036.854775808s",
                           "-9223372036.854775809s",
                           "0009223372035.999999999s",
                           "10000000000s",
                           "9223372036.854775800s",
                           "9223372036.0s",
                           "9223372036.85478s",
                           "12345678901234567890s",
                           "s",
                           "1",
                           "1s\n"}) {
    mesh::Duration span;
    EXPECT_EQ(Accepts(schema, text), mesh::ParseDuration(text, span)) << text;
  }
}

TEST(Schema, TakesNoTimeThatHostsRefuseForItsForm) {
  const json schema = Member("at");
  for (const char* text :
       {"2026-01-01T00:00:00Z",      "2026-01-01t00:00:00.123456789z", "2026-01-01T00:00:00.1234567890Z",
        "2026-01-01T00:00Z",         "0000-01-01T00:00:00Z",           "9999-12-31T23:59:59.999999999Z",
        "2026-01-01 00:00:00Z",      "2026-01-01T00:00:00-23:59",      "2026-01-01T00:00:00.Z",
        "12026-01-01T00:00:00Z",     "0001-01-01T00:00:00Z",           "2026-13-01T00:00:00Z",
        "2026-00-01T00:00:00Z",      "2026-04-31T00:00:00Z",           "2026-05-31T00:00:00Z",
        "2026-02-29T00:00:00Z",      "2024-02-29T00:00:00Z",           "2000-02-29T00:00:00Z",
        "1900-02-29T00:00:00Z",      "2024-02-30T00:00:00Z",           "2026-01-01T24:00:00Z",
        "2026-01-01T23:60:00Z",      "2026-01-01T23:59:60Z",           "2026-01-01T23:59:61Z",
        "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+00:60",      "2026-01-00T00:00:00Z",
        "2026-01-01T00:00:00Z\n"}) {
    mesh::Timestamp time;
    EXPECT_EQ(Accepts(schema, text), mesh::ParseTimestamp(text, time)) << text;
  }
}

TEST(Schema, APatternIsThatOfTheWholeTextWithEachOfItsAlternatives) {
  const json schema = {{"type", "string"}, {"pattern", WholeText("a|bc")}};
  for (const char* text : {"a", "bc"}) EXPECT_TRUE(Accepts(schema, text)) << text;
  for (const char* text : {"", "ab", "abc", "xbc", "bcx", "bc\n"})
    EXPECT_FALSE(Accepts(schema, text)) << text;
}

TEST(Schema, EachDocumentHasAnIdOfItsOwn) {
  std::set<std::string> ids;
  for (const auto& [path, artifact] : Generate()) ids.insert(json::parse(artifact.content).at("$id"));
  EXPECT_EQ(ids.size(), Generate().size());
}

TEST(Schema, ThereIsOnePerEnvelopeEndActorSideAndFlowEndAndOneForTheWire) {
  const ArtifactSet artifacts = Generate();
  for (const char* path :
       {"schema/Job.entry.schema.json", "schema/Job.exit.schema.json", "schema/echo.input.schema.json",
        "schema/echo.output.schema.json", "schema/class.output.schema.json", "schema/wire.schema.json"}) {
    EXPECT_TRUE(artifacts.count(path)) << path;
  }
  EXPECT_EQ(artifacts.size(), 14U);
}

TEST(Schema, DocumentsOfTheTypeAreAccepted) {
  const json schema = Load("schema/echo.input.schema.json");
  EXPECT_EQ(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
  EXPECT_TRUE(Accepts(schema, {{"everything", Everything()}}));
}

TEST(Schema, DocumentsThatBreakTheTypeAreRefused) {
  const json schema = Load("schema/echo.input.schema.json");
  const auto refuses = [&](const char* pointer, json value) {
    json everything = Everything();
    everything[json::json_pointer(pointer)] = std::move(value);
    return !Accepts(schema, {{"everything", everything}});
  };
  EXPECT_TRUE(refuses("/Tone", "loud"));
  EXPECT_TRUE(refuses("/tree/next/value", "two"));
  EXPECT_TRUE(refuses("/body", json::parse(R"({"text":"a","number":1})")));
  EXPECT_TRUE(refuses("/body", json::parse(R"({"unheard":1})")));
  EXPECT_TRUE(refuses("/text", "UPPER CASE"));
  EXPECT_TRUE(refuses("/text", ""));
  EXPECT_TRUE(refuses("/labels/k", 1));
  EXPECT_FALSE(refuses("/channel", "carrier pigeon"));
  EXPECT_FALSE(refuses("/note", nullptr));
  EXPECT_FALSE(Accepts(schema, json::object()));
}

TEST(Schema, IntsHaveTheBoundsOfHosts) {
  const json value = Load("schema/echo.input.schema.json")["$defs"]["Node"]["properties"]["value"];
  EXPECT_EQ(value["minimum"], std::numeric_limits<std::int64_t>::min()) << value;
  EXPECT_EQ(value["maximum"], std::numeric_limits<std::int64_t>::max()) << value;
}

TEST(Schema, EntryHasTheInFieldsAndExitAll) {
  EXPECT_EQ(Load("schema/Job.entry.schema.json")["properties"].size(), 1U);
  const json exit = Load("schema/Job.exit.schema.json");
  EXPECT_EQ(exit["properties"].size(), 2U);
  EXPECT_EQ(exit["required"], json::array({"everything"}));
}

TEST(Schema, DefaultsLookAsOnTheWire) {
  const json members = Load("schema/echo.input.schema.json")["$defs"]["Everything"]["properties"];
  EXPECT_EQ(members["wait"]["default"], "1.5s");
  EXPECT_EQ(members["numbers"]["default"], json::array({1, 2}));
  EXPECT_EQ(members["tone"]["default"], "delete");
}

TEST(Schema, RouterOutputsAreTheirLabels) {
  EXPECT_EQ(Load("schema/class.output.schema.json")["enum"], json::array({"if", "new"}));
}

void CheckReferences(const json& root, const json& node) {
  if (node.is_object() && node.contains("$ref") && node["$ref"].is_string()) {
    const auto reference = node["$ref"].get<std::string>();
    EXPECT_TRUE(root.contains(json::json_pointer(reference.substr(1)))) << reference;
  }
  if (node.is_structured()) {
    for (const json& child : node) CheckReferences(root, child);
  }
}

TEST(Schema, EveryReferenceIsDefined) {
  for (const auto& [path, artifact] : Generate()) {
    const json schema = json::parse(artifact.content);
    CheckReferences(schema, schema);
  }
}

TEST(Schema, TheOrderInWhichTypesWereMetDoesNotShow) {
  const auto other = SchemasOf(test::MakeRichMesh(test::InternOrder::kBackwards).mesh);
  for (const auto& [path, artifact] : Generate()) EXPECT_EQ(artifact.content, other.at(path).content) << path;
}

TEST(Schema, TellsWhatAFlowTakesGivesAndFailsWith) {
  ir::Mesh mesh;
  auto& declarations = mesh.declarations;
  types::Envelope ticket;
  ticket.name = "Ticket";
  const types::TypeId text = declarations.types.Basic(types::TypeKind::kString);
  ticket.fields.push_back({.name = "text", .type = text, .in = true, .default_value = {}, .origin = {}});
  ticket.fields.push_back({.name = "reply", .type = text, .out = true, .default_value = {}, .origin = {}});
  const types::EnvelopeId envelope = declarations.envelopes.Add(std::move(ticket));
  for (const char* name : {"any", "timeout", "crash", "contract_violation", "expression_error",
                           "loop_exhausted", "join_failed", "deadline_exceeded", "cancelled", "unroutable"}) {
    types::Error error;
    error.name = name;
    declarations.errors.Add(std::move(error));
  }
  ir::Flow flow;
  flow.name = "support";
  flow.envelope = envelope;
  mesh.flows.Add(std::move(flow));
  ir::Scenario scenario;
  scenario.flow = {0};
  scenario.given = {{0, types::Constant::String("hello")}};
  mesh.scenarios = {scenario, scenario};
  analysis::Facts facts;
  facts.escapes = {std::make_shared<const analysis::ErrorList>(analysis::ErrorList{
      types::IdOf(types::BuiltinError::kAny), types::IdOf(types::BuiltinError::kTimeout)})};
  const ArtifactSet schemas = GenerateSchemas(mesh, facts);
  const auto load = [&](const char* role) {
    return json::parse(schemas.at(std::string("schema/support.flow-") + role + ".schema.json").content);
  };
  EXPECT_TRUE(Accepts(load("entry"), json::parse(R"({"text": "a", "unknown": null})")));
  for (const char* given : {R"({"text": "a", "reply": "b"})", R"({"text": "a", "reply": null})"})
    EXPECT_FALSE(Accepts(load("entry"), json::parse(given))) << "not given at entry: " << given;
  EXPECT_EQ(load("entry")["examples"], json::parse(R"([{"text": "hello"}])"));
  EXPECT_TRUE(Accepts(load("result"), json::parse(R"({"text": "a", "reply": "b"})")));
  EXPECT_FALSE(Accepts(load("result"), json::parse(R"({"text": "a"})")));
  EXPECT_TRUE(Accepts(load("error"), json::parse(R"({"name": "timeout", "message": "", "actor": null})")));
  EXPECT_TRUE(Accepts(load("error"), json::parse(R"({"name": "unroutable", "message": ""})")));
  EXPECT_FALSE(Accepts(load("error"), json::parse(R"({"name": "join_failed", "message": ""})")));
}

json EnvelopeThatTravels() {
  return json::parse(R"({"id": "0192", "parent_id": null,
    "route": {"prev": ["a", {"times": 2, "of": ["b"]}], "curr": "c", "next": ["d"], "flow": "f",
              "table": "3f2a9c41d0be77aa", "at": 17, "loops": {"4": 2}, "frames": [{"kind": "branch"}], "hop": 9},
    "status": {"phase": "processing", "actor": "c", "attempt": 1, "max_attempts": 4,
               "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z", "deadline_at": null,
               "error": null, "log": []},
    "headers": {"lane": "realtime"}, "payload": {}})");
}

TEST(Schema, TakesEnvelopesAsTheyTravel) {
  const json schema = Load("schema/wire.schema.json");
  const json envelope = EnvelopeThatTravels();
  EXPECT_TRUE(Accepts(schema, envelope));
  for (const char* pointer : {"/id", "/route/prev/1/times", "/route/table", "/route/frames/0/kind",
                              "/status/phase", "/status/attempt", "/headers/lane", "/payload"}) {
    json broken = envelope;
    broken[json::json_pointer(pointer)] = -1;
    EXPECT_FALSE(Accepts(schema, broken)) << pointer;
  }
}

TEST(Schema, HoldsTimesOfAnEnvelopeAsHostsReadThem) {
  const json schema = Load("schema/wire.schema.json");
  for (const char* pointer : {"/status/created_at", "/status/updated_at", "/status/deadline_at"}) {
    for (const char* text :
         {"1677-12-31T00:00:00Z", "2024-02-29T12:00:00.123456789+01:00", "2261-12-31T23:59:60Z",
          "2262-04-11T23:47:16.854775807Z", "x", "2024-13-01T00:00:00Z", "2023-02-29T00:00:00Z",
          "0000-01-01T00:00:00Z", "1676-01-01T00:00:00Z", "2263-01-01T00:00:00Z", "9999-01-01T00:00:00Z",
          "2024-01-01", "2024-01-01T00:00:00Z\n"}) {
      json envelope = EnvelopeThatTravels();
      envelope[json::json_pointer(pointer)] = text;
      mesh::Timestamp time;
      const bool read = mesh::ParseTimestamp(text, time) && mesh::NanosecondsSinceEpoch(time);
      EXPECT_EQ(Accepts(schema, envelope), read) << pointer << ' ' << text;
    }
  }
}

TEST(Schema, HoldsCountsOfAnEnvelopeAsHostsReadThem) {
  const json schema = Load("schema/wire.schema.json");
  for (const char* pointer :
       {"/route/hop", "/route/at", "/route/loops/4", "/status/attempt", "/status/max_attempts"}) {
    json envelope = EnvelopeThatTravels();
    envelope[json::json_pointer(pointer)] = 4294967295;
    EXPECT_TRUE(Accepts(schema, envelope)) << pointer;
    for (const json& count : {json(4294967296), json(-1), json(1.5), json("1")}) {
      envelope[json::json_pointer(pointer)] = count;
      EXPECT_FALSE(Accepts(schema, envelope)) << pointer << ' ' << count;
    }
  }
  json envelope = EnvelopeThatTravels();
  for (const auto& [times, taken] :
       {std::pair(1U, false), std::pair(4294967294U, true), std::pair(4294967295U, false)}) {
    envelope["route"]["prev"][1]["times"] = times;
    EXPECT_EQ(Accepts(schema, envelope), taken) << times;
  }
}

}  // namespace
}  // namespace meshc::codegen
