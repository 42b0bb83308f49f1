#include <fmt/core.h>
#include <fmt/ranges.h>

#include <utility>

#include "codegen/common/cpp_literals.h"
#include "codegen/cpp/render.h"
#include "compiler/support/enumerator.h"

namespace meshc::codegen {
namespace {

std::string WithoutLastLineEnd(std::string text) {
  text.pop_back();
  return text;
}

std::string_view KindText(types::ActorKind kind) {
  return kind == types::ActorKind::kProcessor ? "processor" : "router";
}

RequiredMembers RequiredResults(const ActorModel& actor) {
  const std::string where = actor.file.empty() ? "" : actor.file + ": ";
  return {.owner = "Declared",
          .scope = {},
          .noun = "result",
          .refusal = [where, &actor](const MemberModel& result) {
            return fmt::format("{}processor `{}` has the result `{}`, which is not given here", where,
                               actor.name, result.text);
          }};
}

std::string Output(const ActorModel& actor) {
  switch (actor.kind) {
    case types::ActorKind::kProcessor:
      return RenderTemplate("processor_output",
                            Holes()
                                .Set("outputs", RenderMembers(actor.outputs, RequiredResults(actor)))
                                .Set("declared", RenderDeclared(actor.outputs, RequiredResults(actor))));
    case types::ActorKind::kChoiceRouter:
      return RenderTemplate("choice_output", Holes().Set("labels", ValueHoles(actor.labels)));
    case types::ActorKind::kPlanRouter:
      return RenderTemplate("plan_output", Holes().Set("steps", ValueHoles(actor.steps)));
  }
  NoSuchEnumerator();
}

/// Makes an output of values: what is required first, where it is made.
std::string DecodedOutput(const ActorModel& actor) {
  std::string required;
  std::string others;
  for (std::size_t i = 0; i < actor.outputs.size(); ++i) {
    const MemberModel& output = actor.outputs[i];
    if (output.required) {
      required +=
          fmt::format("\n    .{} = mesh::Decoded<{}>(results->values[{}]),", output.name, output.type, i);
    } else {
      others += fmt::format("\nmesh::Decode(results->values[{}], output.{});", i, output.name);
    }
  }
  return fmt::format("Output output{{{}{}}};{}", required, required.empty() ? "" : "\n", others);
}

std::string ProcessorOutcome(const ActorModel& actor, Holes holes) {
  std::vector<Holes> values;
  for (const MemberModel& output : actor.outputs) {
    values.push_back(Holes().Set("value", (output.required ? "*output." : "output.") + output.name));
  }
  holes.Set("outputs", std::move(values)).Set("output", DecodedOutput(actor));
  return RenderTemplate("processor_outcome", holes);
}

std::string Outcome(const ActorModel& actor) {
  Holes holes = Holes().Set("class", actor.class_name);
  switch (actor.kind) {
    case types::ActorKind::kProcessor: return ProcessorOutcome(actor, std::move(holes));
    case types::ActorKind::kChoiceRouter: return RenderTemplate("choice_outcome", holes);
    case types::ActorKind::kPlanRouter:
      return RenderTemplate("plan_outcome", holes.Set("steps", ValueHoles(actor.steps)));
  }
  NoSuchEnumerator();
}

std::string ErrorList(const ActorModel& actor) {
  std::string text;
  for (const std::string& error : actor.errors) text += ", " + error;
  return text;
}

std::string InputHint(const ActorModel& actor) {
  std::vector<std::string> members;
  for (const MemberModel& input : actor.inputs)
    members.push_back(fmt::format("input.{} ({})", input.name, input.type));
  return members.empty() ? "" : fmt::format("// Given: {}\n", fmt::join(members, ", "));
}

/// How an output is written.
std::string OutputHint(const ActorModel& actor) {
  std::vector<std::string> parts;
  const auto add = [&](std::string_view format, const auto& items) {
    for (const auto& item : items) parts.push_back(fmt::format(fmt::runtime(format), item.name));
  };
  switch (actor.kind) {
    case types::ActorKind::kProcessor:
      add(".{} = ...", actor.outputs);
      return fmt::format("Output{{{}}}", fmt::join(parts, ", "));
    case types::ActorKind::kChoiceRouter:
      add("Output::{}", actor.labels);
      return fmt::format("{}", fmt::join(parts, " or "));
    case types::ActorKind::kPlanRouter:
      add("Step::{}", actor.steps);
      return fmt::format("Output{{...}} of {}", fmt::join(parts, ", "));
  }
  NoSuchEnumerator();
}

/// The members, results and errors, for whoever fills in the scaffold.
std::string Hint(const ActorModel& actor) {
  std::string errors;
  for (const std::string& hint : actor.error_hints) errors += "\n//     or " + hint;
  return fmt::format("{}// Return {}{}", InputHint(actor), OutputHint(actor), errors);
}

Holes ActorHoles(const CppModel& model, const ActorModel& actor) {
  return MeshHoles(model)
      .Set("name", actor.name)
      .Set("stem", actor.stem)
      .Set("class", actor.class_name)
      .Set("kind", std::string(KindText(actor.kind)));
}

}  // namespace

void RenderActors(const CppModel& model, ArtifactSet& artifacts) {
  for (const ActorModel& actor : model.actors) {
    Holes header = ActorHoles(model, actor);
    header.Set("inputs", RenderMembers(actor.inputs));
    header.Set("output", WithoutLastLineEnd(Output(actor)));
    header.Set("errors", ErrorList(actor)).Set("contract", CppString(actor.contract));
    header.Set("includes",
               Includes(model, {"handler.h", "required.h", "result.h"}, actor.error_needs, actor.needs));
    AddGenerated(fmt::format("include/{}/actors/{}.h", model.folder, actor.stem),
                 RenderTemplate("actor.h", header), artifacts);
    Holes source = ActorHoles(model, actor);
    source.Set("inputs", NumberedNames(actor.inputs)).Set("outcome", WithoutLastLineEnd(Outcome(actor)));
    source.Set("text", CppString(actor.name));
    AddGenerated(fmt::format("src/{}/actors/{}.cpp", model.folder, actor.stem),
                 RenderTemplate("actor.cpp", source), artifacts);
  }
}

void RenderScaffolds(const CppModel& model, ArtifactSet& artifacts) {
  for (const ActorModel& actor : model.actors) {
    Holes holes = ActorHoles(model, actor);
    holes.Set("doc", DocComment(actor.doc));
    holes.Set("hint", Hint(actor)).Set("message", CppString("not implemented: " + actor.name));
    const auto path = [&](const std::string& stem) {
      return fmt::format("{}/{}.cpp", model.actors_folder, stem);
    };
    artifacts[path(actor.stem)] = {
        .content = RenderTemplate("scaffold.cpp", holes),
        .ownership = Ownership::kOnce,
        .former = actor.former.empty() ? "" : path(actor.former),
        .include = fmt::format("{}/actors/{}.h", model.folder, actor.stem),
    };
  }
}

}  // namespace meshc::codegen
