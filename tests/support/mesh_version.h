// A version of a mesh out of its source, with handlers that read and answer JSON by the names of its
// contract.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "codegen/route_table/route_table.h"
#include "compiler/pipeline/compilation.h"
#include "compiler/pipeline/run_stages.h"
#include "compiler/source/memory_file_system.h"
#include "mesh/actor/handler.h"
#include "mesh/compatibility/promises_data.h"
#include "mesh/contract/promises.h"
#include "mesh/value/json.h"

namespace meshc::test {

/// Results by name; a label as a string; steps as a list; `{"raise": NAME, "detail": {…}}`.
using JsonAnswer = std::function<nlohmann::json(const nlohmann::json& arguments)>;

class MeshVersion {
  using Json = nlohmann::json;

 public:
  explicit MeshVersion(const std::string& text) {
    const source::MemoryFileSystem files({{"mesh.flow", text}});
    pipeline::RunStages({.path = "mesh.flow", .imports = {}, .last = pipeline::Stage::kTable}, files, made_);
    for (const auto& each : made_.diagnostics.all()) {
      if (each.severity == diagnostics::Severity::kError) ADD_FAILURE() << each.message << "\nin\n" << text;
    }
    if (!made_.table) return;
    view_ = made_.table->View();
    promises_ = codegen::BuildPromises(*made_.mesh, *made_.table);
  }
  MeshVersion(const MeshVersion&) = delete;
  MeshVersion& operator=(const MeshVersion&) = delete;

  const mesh::contract::RouteTable& table() const { return view_; }
  mesh::contract::Version version() const { return {&view_, promises_.View()}; }

  mesh::actor::Entry Handler(std::string_view actor, JsonAnswer answer) const {
    for (const mesh::contract::Actor& known : view_.actors) {
      if (known.name != actor) continue;
      return {.actor = known.name,
              .contract = known.contract,
              .make = [this, &known, answer = std::move(answer)] {
                return std::make_unique<JsonHandler>(*this, known, answer);
              }};
    }
    ADD_FAILURE() << "no actor is called " << actor;
    return {};
  }

  Json ToJson(mesh::contract::Index type, const mesh::Value& value) const {
    return Json::parse(mesh::ToJson(view_.pool, type, value));
  }
  mesh::Value FromJson(mesh::contract::Index type, const Json& json) const {
    const auto parsed = mesh::JsonTree::Read(json.dump());
    auto read = mesh::FromJson(view_.pool, type, std::get<mesh::JsonTree>(parsed).root());
    if (const auto* error = std::get_if<mesh::SchemaError>(&read)) {
      ADD_FAILURE() << json << ": " << error->path << ": " << error->message;
      return {};
    }
    return std::get<mesh::Value>(std::move(read));
  }

 private:
  class JsonHandler final : public mesh::actor::Handler {
   public:
    JsonHandler(const MeshVersion& version, const mesh::contract::Actor& actor, JsonAnswer answer)
        : version_(version), actor_(actor), answer_(std::move(answer)) {}

    mesh::actor::Outcome Invoke(std::span<const mesh::Value> arguments, mesh::actor::Context&) override {
      Json given = Json::object();
      std::size_t at = 0;
      for (const mesh::contract::Member& param : Slice(version_.view_.pool.members, actor_.params)) {
        const mesh::Value& value = arguments[at++];
        if (value.present()) given[std::string(param.name)] = version_.ToJson(param.type, value);
      }
      return version_.OutcomeOf(actor_, answer_(given));
    }

   private:
    const MeshVersion& version_;
    const mesh::contract::Actor& actor_;
    const JsonAnswer answer_;
  };

  mesh::actor::Outcome OutcomeOf(const mesh::contract::Actor& actor, const Json& answer) const {
    if (answer.is_string()) {
      mesh::contract::Index label = 0;
      while (view_.pool.strings[actor.labels.first + label] != answer.get<std::string>()) ++label;
      return mesh::actor::Choice{label};
    }
    if (answer.is_array()) return mesh::actor::Plan{answer.get<std::vector<std::string>>()};
    if (answer.contains("raise")) return ErrorOf(answer);
    mesh::actor::Results results;
    for (const mesh::contract::Member& result : Slice(view_.pool.members, actor.results)) {
      const auto found = answer.find(result.name);
      results.values.push_back(found == answer.end() ? mesh::Value() : FromJson(result.type, *found));
    }
    return results;
  }

  mesh::Error ErrorOf(const Json& answer) const {
    mesh::Error error{.name = answer.at("raise"), .message = "on purpose"};
    for (const mesh::contract::ErrorKind& known : view_.errors) {
      if (known.name == error.name && answer.contains("detail"))
        error.detail = FromJson(known.detail_type, answer.at("detail"));
    }
    return error;
  }

  pipeline::Compilation made_;
  mesh::contract::RouteTable view_;
  mesh::compatibility::PromisesData promises_;
};

}  // namespace meshc::test
