#include "codegen/schema/wire_schema.h"

#include <nlohmann/json.hpp>

#include "codegen/schema/text_forms.h"

namespace meshc::codegen {
namespace {

/// As hosts of this version write it; readers keep members that they do not know.
constexpr const char* kWire = R"({
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "$id": "",
  "title": "",
  "description": "Envelopes as hosts write them; at entry hosts read some that leave out more, or have null there.",
  "type": "object",
  "required": ["id", "parent_id", "route", "status", "headers", "payload"],
  "properties": {
    "id": { "$ref": "#/$defs/id" },
    "parent_id": { "oneOf": [{ "$ref": "#/$defs/id" }, { "type": "null" }] },
    "root_id": { "$ref": "#/$defs/id", "description": "Left out in a root." },
    "replay_of": { "$ref": "#/$defs/id", "description": "The root that this one tries once more." },
    "route": { "$ref": "#/$defs/route" },
    "status": { "$ref": "#/$defs/status" },
    "headers": { "type": "object", "additionalProperties": { "type": "string" } },
    "payload": { "type": "object" }
  },
  "$defs": {
    "id": { "type": "string", "minLength": 1 },
    "count": { "type": "integer", "minimum": 0, "maximum": 4294967295 },
    "time": { "type": "string", "format": "date-time", "pattern": "" },
    "stops": {
      "type": "array",
      "items": {
        "oneOf": [
          { "type": "string" },
          {
            "type": "object",
            "required": ["times", "of"],
            "properties": {
              "times": { "type": "integer", "minimum": 2, "maximum": 4294967294 },
              "of": { "$ref": "#/$defs/stops" }
            }
          }
        ]
      }
    },
    "error": {
      "type": "object",
      "required": ["name", "message"],
      "properties": {
        "name": { "type": "string" },
        "message": { "type": "string" },
        "actor": { "type": ["string", "null"] },
        "detail": true,
        "by_raise": { "type": "boolean" }
      }
    },
    "route": {
      "type": "object",
      "required": ["prev", "curr", "next", "flow", "table", "at", "loops", "frames", "hop"],
      "properties": {
        "prev": { "$ref": "#/$defs/stops", "description": "Stops done." },
        "curr": { "type": ["string", "null"], "description": "The actor that holds the envelope." },
        "next": { "type": "array", "items": { "type": "string" }, "description": "A view; no host routes by it." },
        "flow": { "type": "string" },
        "table": { "type": "string", "pattern": "^[0-9a-f]{16}$" },
        "at": { "oneOf": [{ "$ref": "#/$defs/count" }, { "type": "null" }], "description": "Alone decides." },
        "loops": {
          "type": "object",
          "propertyNames": { "pattern": "^[0-9]+$" },
          "additionalProperties": { "$ref": "#/$defs/count" }
        },
        "frames": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["kind"],
            "properties": { "kind": { "enum": ["call", "clause", "finally", "saga", "each", "follow", "branch"] } }
          }
        },
        "hop": { "$ref": "#/$defs/count" },
        "claim": { "type": "string" }
      }
    },
    "status": {
      "type": "object",
      "required": [
        "phase", "actor", "attempt", "max_attempts", "created_at", "updated_at", "deadline_at", "error", "log"
      ],
      "properties": {
        "phase": { "enum": ["pending", "processing", "retrying", "parked", "succeeded", "failed", "cancelled"] },
        "actor": { "type": ["string", "null"] },
        "attempt": { "type": "integer", "minimum": 1, "maximum": 4294967295 },
        "max_attempts": { "type": "integer", "minimum": 1, "maximum": 4294967295 },
        "created_at": { "$ref": "#/$defs/time" },
        "updated_at": { "$ref": "#/$defs/time" },
        "deadline_at": { "oneOf": [{ "$ref": "#/$defs/time" }, { "type": "null" }] },
        "error": { "oneOf": [{ "$ref": "#/$defs/error" }, { "type": "null" }] },
        "log": {
          "type": "array",
          "items": {
            "type": "object",
            "required": ["time", "error", "actor", "at", "action"],
            "properties": {
              "time": { "$ref": "#/$defs/time" },
              "error": { "type": "string" },
              "actor": { "type": ["string", "null"] },
              "at": { "type": "string" },
              "action": { "enum": ["caught", "undone", "undo_failed"] }
            }
          }
        },
        "cancelled": { "type": "boolean" }
      }
    }
  }
})";

/// Clocks count nanoseconds since 1970 in 64 bits: the years 1677 to 2262 of UTC, the first and the last in
/// part.
constexpr const char* kYearsOfClocks = "(?=167[7-9]|16[89]|1[7-9]|2[01]|22[0-5]|226[0-2])";

}  // namespace

std::string WireSchema(const std::string& mesh) {
  auto schema = nlohmann::ordered_json::parse(kWire);
  schema["$id"] = "urn:mesh:" + mesh + ":wire";
  schema["$defs"]["time"]["pattern"] = WholeText(kYearsOfClocks + TimestampForm());
  schema["title"] = mesh + " envelope on the wire";
  return schema.dump(2) + "\n";
}

}  // namespace meshc::codegen
