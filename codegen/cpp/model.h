// What the C++ back end writes, decided: every name, type and default as C++ text.
//
// BuildModel takes all decisions; the render functions only put this into templates.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "codegen/cpp/cpp.h"
#include "compiler/ir/mesh.h"
#include "compiler/types/declarations.h"

namespace meshc::codegen {

/// A data member. `initialiser` is empty or ` = value`.
struct MemberModel {
  std::string doc;
  std::string type;
  std::string name;
  std::string initialiser;
  std::string text;       ///< Its name in Flow.
  bool required = false;  ///< A result that a handler has to give.
};

/// An enumerator and what it is called in Flow, thus on the wire.
struct ValueModel {
  std::string doc;
  std::string name;
  std::string text;
};

struct RecordModel {
  std::string name;
  std::string doc;
  std::vector<MemberModel> members;
  std::string bag;  ///< The member that keeps unknown members.
};

struct EnumModel {
  std::string name;
  std::string doc;
  bool open = false;
  std::vector<ValueModel> values;
};

struct UnionModel {
  std::string name;
  std::string doc;
  std::vector<ValueModel> tags;
  std::vector<std::string> types;  ///< One per tag.
};

using TypeModel = std::variant<EnumModel, RecordModel, UnionModel>;

/// One header: a type, or types that contain each other.
struct TypeFile {
  std::string stem;
  std::vector<std::string> needs;    ///< Stems of the headers of types that stand in members.
  std::vector<std::string> forward;  ///< Types of a cycle, named before any is defined.
  std::vector<TypeModel> types;      ///< What a type holds stands before it.
};

struct ErrorModel {
  std::string stem;
  std::vector<std::string> needs;
  std::string name;
  std::string text;  ///< Its name in Flow.
  std::string doc;
  std::vector<MemberModel> fields;
};

/// `outputs` of a processor, `labels` of a choice router, `steps` of a plan router.
struct ActorModel {
  std::string name;    ///< In Flow.
  std::string stem;    ///< Of its files.
  std::string former;  ///< The stem that its files had under its former name; empty: none.
  std::string class_name;
  std::string doc;
  std::string file;  ///< The file of the flow that declares it.
  types::ActorKind kind = types::ActorKind::kProcessor;
  std::vector<std::string> needs;        ///< Stems of the headers of types.
  std::vector<std::string> error_needs;  ///< Stems of the headers of errors.
  std::vector<std::string> error_hints;  ///< How each of `errors` is written.
  std::vector<MemberModel> inputs;
  std::vector<MemberModel> outputs;
  std::vector<ValueModel> labels;
  std::vector<ValueModel> steps;
  std::vector<std::string> errors;  ///< Types of the errors that it may return.
  std::string contract;
};

struct CppModel {
  std::string mesh;    ///< `shop.support`
  std::string folder;  ///< Folder and prefix of targets: `shop_support`.
  std::string space;   ///< Namespace.
  std::string table_digest;
  std::string actors_folder;    ///< Of the handlers, relative to the tree.
  std::vector<TypeFile> types;  ///< What a type needs stands before it.
  std::vector<ErrorModel> errors;
  std::vector<ActorModel> actors;
};

CppModel BuildCppModel(const ir::Mesh& mesh, const source::SourceManager& sources, const CppOptions& options);

}  // namespace meshc::codegen
