// The docs of the flow. They stand beside the declarations, not in them: a changed word is to compile
// nothing.
#include <fmt/core.h>

#include <utility>

#include "codegen/cpp/render.h"

namespace meshc::codegen {
namespace {

/// Doxygen finds what a doc belongs to by its name.
class DocList {
 public:
  explicit DocList(std::string space) : space_(std::move(space)) {}

  void Add(const EnumModel& type) {
    Put(type.open ? "\\struct" : "\\enum", type.name, type.doc);
    PutAll(type.open ? type.name + "::Listed" : type.name, type.values);
  }

  void Add(const RecordModel& type) {
    Put("\\struct", type.name, type.doc);
    PutAll(type.name, type.members);
  }

  void Add(const UnionModel& type) {
    Put("\\struct", type.name, type.doc);
    PutAll(type.name + "::Tag", type.tags);
  }

  void Add(const ErrorModel& error) {
    const std::string name = "errors::" + error.name;
    Put("\\struct", name, error.doc);
    PutAll(name, error.fields);
  }

  void Add(const ActorModel& actor) {
    const std::string name = "actors::" + actor.class_name;
    Put("\\class", name, actor.doc);
    PutAll(name + "::Input", actor.inputs);
    PutAll(name + "::Output", actor.outputs);
    PutAll(name + "::Label", actor.labels);
  }

  std::vector<Holes> Take() { return std::move(docs_); }

 private:
  template <typename Parts>
  void PutAll(const std::string& owner, const Parts& parts) {
    for (const auto& part : parts) Put("\\var", owner + "::" + part.name, part.doc);
  }

  void Put(const char* command, const std::string& name, const std::string& doc) {
    if (doc.empty()) return;
    docs_.push_back(
        Holes().Set("command", command).Set("name", space_ + "::" + name).Set("doc", DocComment(doc)));
  }

  std::string space_;
  std::vector<Holes> docs_;
};

}  // namespace

void RenderDocs(const CppModel& model, ArtifactSet& artifacts) {
  DocList list(model.space);
  for (const TypeFile& file : model.types) {
    for (const TypeModel& type : file.types) std::visit([&](const auto& one) { list.Add(one); }, type);
  }
  for (const ErrorModel& error : model.errors) list.Add(error);
  for (const ActorModel& actor : model.actors) list.Add(actor);
  std::vector<Holes> docs = list.Take();
  if (docs.empty()) return;
  AddGenerated(fmt::format("include/{}/docs.dox", model.folder),
               RenderTemplate("docs.dox", MeshHoles(model).Set("docs", std::move(docs))), artifacts);
}

}  // namespace meshc::codegen
