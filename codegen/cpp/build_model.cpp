#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "codegen/common/contract_digest.h"
#include "codegen/common/error_details.h"
#include "codegen/common/naming.h"
#include "codegen/cpp/cpp_types.h"
#include "codegen/cpp/model.h"
#include "codegen/cpp/place_finder.h"
#include "mesh/contract/route_table.h"

namespace meshc::codegen {
namespace {

using types::Member;
/// A member of a struct: its name in Flow and the name of the struct.
using Spelling = std::string (*)(std::string_view name, std::string_view owner);

/// A name that no member has: `wanted`, or with as many `_` as it takes.
std::string FreeName(std::string wanted, const std::set<std::string>& taken) {
  while (taken.count(wanted) > 0) wanted += '_';
  return wanted;
}

class ModelBuilder {
 public:
  ModelBuilder(const ir::Mesh& mesh, const source::SourceManager& sources)
      : declarations_(mesh.declarations),
        space_(MeshNamespace(declarations_.mesh)),
        types_(declarations_, space_),
        places_(mesh, sources) {
    for (const types::Error& error : declarations_.errors) error_names_.insert(UpperCamel(error.name));
    for (const types::Actor& actor : declarations_.actors)
      actor_names_.insert({CppActorClass(actor.name), CppActorFactory(actor.name)});
    for (const types::Enum& type : declarations_.enums) stems_[type.name] = FileStem(type.name);
    for (const auto& group : types_.order().groups()) {
      std::string first = FlowNameOf(group.front());
      for (const TypeRef type : group) first = std::min(first, FlowNameOf(type));
      for (const TypeRef type : group) stems_[FlowNameOf(type)] = FileStem(first);
    }
  }

  CppModel Build(const CppOptions& options) {
    CppModel model;
    model.mesh = declarations_.mesh;
    model.folder = MeshIdentifier(declarations_.mesh);
    model.space = space_;
    model.table_digest = options.table_digest;
    model.actors_folder = options.actors;
    const std::vector<bool> is_detail = FindErrorDetails(declarations_);
    for (const types::Enum& type : declarations_.enums)
      model.types.push_back({stems_.at(type.name), {}, {}, {BuildEnum(type)}});
    for (const auto& group : types_.order().groups()) {
      // The fields of an error stand in its own struct.
      if (group.front().kind == types::TypeKind::kRecord && is_detail[group.front().index]) continue;
      model.types.push_back(BuildFile(group));
    }
    for (const types::ErrorId id : declarations_.errors.ids()) AddError(id, model);
    for (const types::ActorId id : declarations_.actors.ids()) model.actors.push_back(BuildActor(id));
    return model;
  }

 private:
  const std::string& FlowNameOf(TypeRef type) const {
    const bool is_record = type.kind == types::TypeKind::kRecord;
    return is_record ? declarations_.records[types::RecordId{type.index}].name
                     : declarations_.unions[types::UnionId{type.index}].name;
  }

  TypeFile BuildFile(const std::vector<TypeRef>& group) const {
    TypeFile file{stems_.at(FlowNameOf(group.front())), {}, {}, {}};
    std::vector<Member> members;
    for (const TypeRef type : group) {
      const auto& own = MembersOf(type);
      members.insert(members.end(), own.begin(), own.end());
      file.types.push_back(BuildType(type));
      if (group.size() > 1) file.forward.push_back(CppTypeName(FlowNameOf(type)));
    }
    file.needs = NeedsOf({&members});
    std::erase(file.needs, file.stem);
    return file;
  }

  const std::vector<Member>& MembersOf(TypeRef type) const {
    if (type.kind == types::TypeKind::kRecord)
      return declarations_.records[types::RecordId{type.index}].members;
    return declarations_.unions[types::UnionId{type.index}].tags;
  }

  /// The headers of the types that stand in members, sorted.
  std::vector<std::string> NeedsOf(const std::vector<const std::vector<Member>*>& lists) const {
    std::set<std::string> names;
    for (const auto* members : lists) {
      for (const Member& member : *members) types_.AddNames(member.type, names);
    }
    std::set<std::string> stems;
    for (const std::string& name : names) stems.insert(stems_.at(name));
    return {stems.begin(), stems.end()};
  }

  TypeModel BuildType(TypeRef type) const {
    if (type.kind == types::TypeKind::kRecord) return BuildRecord(types::RecordId{type.index});
    return BuildUnion(types::UnionId{type.index});
  }

  static std::vector<ValueModel> BuildValues(const std::vector<types::EnumValue>& values) {
    std::vector<ValueModel> built;
    for (const types::EnumValue& value : values) {
      built.push_back({value.origin.doc, CppIdentifier(value.name), value.name});
    }
    return built;
  }

  static EnumModel BuildEnum(const types::Enum& type) {
    return {CppTypeName(type.name), type.origin.doc, type.open, BuildValues(type.values)};
  }

  RecordModel BuildRecord(types::RecordId id) const {
    const types::Record& record = declarations_.records[id];
    const std::string name = CppTypeName(record.name);
    const TypeScope scope{.shadowed = NamesOf(record.members, name, CppMember),
                          .inside = TypeRef{types::TypeKind::kRecord, id.index},
                          .neighbours = nullptr};
    RecordModel model{name, record.origin.doc, {}, FreeName("unknown_members", scope.shadowed)};
    model.members = BuildMembers(record.members, name, scope, CppMember);
    return model;
  }

  UnionModel BuildUnion(types::UnionId id) const {
    const types::Union& type = declarations_.unions[id];
    const TypeScope scope{.shadowed = {"Tag", "Variant"},
                          .inside = TypeRef{types::TypeKind::kUnion, id.index},
                          .neighbours = nullptr};
    UnionModel model{CppTypeName(type.name), type.origin.doc, {}, {}};
    for (const Member& tag : type.tags) {
      model.tags.push_back({tag.origin.doc, CppIdentifier(tag.name), tag.name});
      model.types.push_back(types_.Spell(tag.type, scope));
    }
    return model;
  }

  /// Built-in errors have C++ types only where a handler may return them.
  void AddError(types::ErrorId id, CppModel& model) const {
    const types::Error& error = declarations_.errors[id];
    const bool builtin = id.index < static_cast<std::uint32_t>(::mesh::contract::BuiltinError::kCount);
    if (builtin && !IsRaised(id)) return;
    const std::string name = UpperCamel(error.name);
    const TypeScope scope{
        .shadowed = NamesOf(error.fields, name, CppErrorField), .inside = {}, .neighbours = &error_names_};
    model.errors.push_back({FileStem(error.name), NeedsOf({&error.fields}), name, error.name,
                            error.origin.doc, BuildMembers(error.fields, name, scope, CppErrorField)});
    for (MemberModel& field : model.errors.back().fields)
      field.required = IsRequired(error.fields, field.text);
  }

  bool IsRaised(types::ErrorId id) const {
    for (const types::ActorId actor : declarations_.actors.ids()) {
      for (const types::ErrorId raised : RaisableErrors(declarations_, actor)) {
        if (raised == id) return true;
      }
    }
    return false;
  }

  ActorModel BuildActor(types::ActorId id) const {
    const types::Actor& actor = declarations_.actors[id];
    ActorModel model;
    model.name = actor.name;
    model.stem = FileStem(actor.name);
    if (!actor.origin.was.empty()) model.former = FileStem(actor.origin.was);
    model.class_name = CppActorClass(actor.name);
    model.doc = actor.origin.doc;
    model.file = places_.FileOf(actor.origin);
    model.kind = actor.kind;
    model.needs = NeedsOf({&actor.params, &actor.results});
    model.inputs = BuildMembers(actor.params, "Input", ActorScope(actor.params, "Input"), CppMember);
    model.outputs = BuildMembers(actor.results, "Output", ActorScope(actor.results, "Output"), CppMember);
    for (MemberModel& output : model.outputs) output.required = IsRequired(actor.results, output.text);
    model.labels = BuildValues(actor.labels);
    for (const std::string& step : actor.steps) model.steps.push_back({"", CppIdentifier(step), step});
    for (const types::ErrorId error : RaisableErrors(declarations_, id)) {
      model.errors.push_back("errors::" + UpperCamel(declarations_.errors[error].name));
      model.error_needs.push_back(FileStem(declarations_.errors[error].name));
      model.error_hints.push_back(HintOf(declarations_.errors[error]));
    }
    model.contract = ContractDigest(declarations_, id);
    return model;
  }

  /// `errors::Refused{.message = "...", .reason = ...}`
  std::string HintOf(const types::Error& error) const {
    const std::string name = UpperCamel(error.name);
    std::string text = "errors::" + name + "{.message = \"...\"";
    for (const Member& field : error.fields) {
      if (IsRequired(error.fields, field.name)) text += ", ." + CppErrorField(field.name, name) + " = ...";
    }
    return text + "}";
  }

  /// What is not optional and has no default has to be given.
  bool IsRequired(const std::vector<Member>& results, const std::string& name) const {
    const auto result = std::find_if(results.begin(), results.end(),
                                     [&](const Member& member) { return member.name == name; });
    return !result->default_value && declarations_.types[result->type].kind != types::TypeKind::kOptional;
  }

  /// Names that hide types of the mesh inside a base class: its own and its neighbours'.
  TypeScope ActorScope(const std::vector<Member>& members, const std::string& owner) const {
    TypeScope scope{
        .shadowed = NamesOf(members, owner, CppMember), .inside = {}, .neighbours = &actor_names_};
    scope.shadowed.insert({"Context", "Declared", "DecodeInput", "EncodeOutput", "Handler", "Input", "Invoke",
                           "Label", "Open", "Output", "Recode", "Result", "Step", "handle", "kContract"});
    return scope;
  }

  static std::set<std::string> NamesOf(const std::vector<Member>& members, const std::string& owner,
                                       Spelling spelling) {
    std::set<std::string> names;
    for (const Member& member : members) names.insert(spelling(member.name, owner));
    return names;
  }

  std::vector<MemberModel> BuildMembers(const std::vector<Member>& members, const std::string& owner,
                                        const TypeScope& scope, Spelling spelling) const {
    std::vector<MemberModel> built;
    for (const Member& member : members) {
      built.push_back({member.origin.doc, types_.Spell(member.type, scope), spelling(member.name, owner),
                       types_.Initialiser(member, scope), member.name});
    }
    return built;
  }

  const types::Declarations& declarations_;
  std::string space_;
  CppTypes types_;
  PlaceFinder places_;
  std::map<std::string, std::string> stems_;  ///< By Flow name: the header of a type.
  std::set<std::string> error_names_;
  std::set<std::string> actor_names_;
};

}  // namespace

CppModel BuildCppModel(const ir::Mesh& mesh, const source::SourceManager& sources,
                       const CppOptions& options) {
  return ModelBuilder(mesh, sources).Build(options);
}

}  // namespace meshc::codegen
