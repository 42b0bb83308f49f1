#include <fmt/core.h>

#include "codegen/common/cpp_literals.h"
#include "codegen/common/naming.h"
#include "codegen/cpp/render.h"

namespace meshc::codegen {
namespace {

std::string WithoutLastLineEnd(std::string text) {
  text.pop_back();
  return text;
}

std::string_view KindText(types::ActorKind kind) {
  return kind == types::ActorKind::kProcessor ? "processor" : "router";
}

std::string Output(const ActorModel& actor) {
  switch (actor.kind) {
    case types::ActorKind::kProcessor:
      return RenderTemplate("processor_output", Holes().Set("outputs", RenderMembers(actor.outputs)));
    case types::ActorKind::kChoiceRouter:
      return RenderTemplate("choice_output", Holes().Set("labels", ValueHoles(actor.labels)));
    case types::ActorKind::kPlanRouter:
      return RenderTemplate("plan_output", Holes().Set("steps", ValueHoles(actor.steps)));
  }
  return {};
}

std::string Outcome(const ActorModel& actor) {
  Holes holes = Holes().Set("class", actor.class_name);
  switch (actor.kind) {
    case types::ActorKind::kProcessor:
      return RenderTemplate("processor_outcome", holes.Set("outputs", NumberedNames(actor.outputs)));
    case types::ActorKind::kChoiceRouter: return RenderTemplate("choice_outcome", holes);
    case types::ActorKind::kPlanRouter:
      return RenderTemplate("plan_outcome", holes.Set("steps", ValueHoles(actor.steps)));
  }
  return {};
}

std::string ErrorList(const ActorModel& actor) {
  std::string text;
  for (const std::string& error : actor.errors) text += ", " + error;
  return text;
}

/// What the scaffold returns so that it compiles as it is.
std::string FirstValue(const ActorModel& actor) {
  return actor.kind == types::ActorKind::kChoiceRouter ? "Output::" + actor.labels.front().name : "Output{}";
}

std::string ErrorHint(const ActorModel& actor) {
  if (actor.errors.empty()) return {};
  return fmt::format("// Errors are returned by type: return {}{{.message = \"...\"}};",
                     actor.errors.front());
}

Holes ActorHoles(const CppModel& model, const ActorModel& actor) {
  return MeshHoles(model)
      .Set("name", actor.name)
      .Set("file", FileStem(actor.name))
      .Set("class", actor.class_name)
      .Set("kind", std::string(KindText(actor.kind)));
}

}  // namespace

void RenderActors(const CppModel& model, ArtifactSet& artifacts) {
  for (const ActorModel& actor : model.actors) {
    Holes header = ActorHoles(model, actor);
    header.Set("doc", DocComment(actor.doc)).Set("inputs", RenderMembers(actor.inputs));
    header.Set("output", WithoutLastLineEnd(Output(actor)));
    header.Set("errors", ErrorList(actor)).Set("contract", CppString(actor.contract));
    AddGenerated(fmt::format("include/{}/actors/{}.h", model.folder, FileStem(actor.name)),
                 RenderTemplate("actor.h", header), artifacts);
    Holes source = ActorHoles(model, actor);
    source.Set("inputs", NumberedNames(actor.inputs)).Set("outcome", WithoutLastLineEnd(Outcome(actor)));
    AddGenerated(fmt::format("src/{}/actors/{}.cpp", model.folder, FileStem(actor.name)),
                 RenderTemplate("actor.cpp", source), artifacts);
  }
}

void RenderScaffolds(const CppModel& model, ArtifactSet& artifacts) {
  for (const ActorModel& actor : model.actors) {
    Holes holes = ActorHoles(model, actor);
    holes.Set("hint", ErrorHint(actor)).Set("value", FirstValue(actor));
    artifacts[fmt::format("actors/{}.cpp", FileStem(actor.name))] = {RenderTemplate("scaffold.cpp", holes),
                                                                     Ownership::kOnce};
  }
}

}  // namespace meshc::codegen
