// The C++ model put into templates. Nothing is decided here.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/common/artifact.h"
#include "codegen/common/printer.h"
#include "codegen/cpp/model.h"

namespace meshc::codegen {

// One function per group of files.
void RenderTypes(const CppModel& model, ArtifactSet& artifacts);
void RenderErrors(const CppModel& model, ArtifactSet& artifacts);
void RenderCodec(const CppModel& model, ArtifactSet& artifacts);
/// The declarations give the type descriptors that the text forms stand on.
void RenderJson(const CppModel& model, const types::Declarations& declarations, ArtifactSet& artifacts);
void RenderActors(const CppModel& model, ArtifactSet& artifacts);
void RenderScaffolds(const CppModel& model, ArtifactSet& artifacts);
/// No file where nothing has a doc.
void RenderDocs(const CppModel& model, ArtifactSet& artifacts);
void RenderHost(const CppModel& model, ArtifactSet& artifacts);
void RenderProject(const CppModel& model, ArtifactSet& artifacts);

// What they share.
/// Holes that every template may use: `mesh`, `folder` and `space`.
Holes MeshHoles(const CppModel& model);
/// `/// line` per line; empty for no text.
std::string DocComment(std::string_view text);
/// Member declarations.
std::string RenderMembers(const std::vector<MemberModel>& members);

/// How the compiler refuses to make a struct without a member that has to be given.
struct RequiredMembers {
  std::string owner;  ///< The struct that holds what it says.
  std::string scope;  ///< Where that is found: empty, or `declared::`.
  std::string noun;   ///< `result`, `field`
  std::function<std::string(const MemberModel&)> refusal;
};
/// As RenderMembers; required ones have no value of their own.
std::string RenderMembers(std::vector<MemberModel> members, const RequiredMembers& required);
/// What the compiler says; nothing where nothing is required.
std::string RenderDeclared(const std::vector<MemberModel>& members, const RequiredMembers& required);
/// A list of `name` and `index`.
std::vector<Holes> NumberedNames(const std::vector<MemberModel>& members);
/// A list of `path`: these headers of the runtime, then those of errors and types by their stems.
std::vector<Holes> Includes(const CppModel& model, const std::vector<std::string>& runtime,
                            const std::vector<std::string>& errors, const std::vector<std::string>& types);
/// Templates end in a line end; a definition that becomes a value does not.
std::string Definition(std::string_view name, const Holes& holes);
/// A list of `name`, `text` (a C++ literal) and `index`.
std::vector<Holes> ValueHoles(const std::vector<ValueModel>& values);
void AddGenerated(const std::string& path, std::string text, ArtifactSet& artifacts);

}  // namespace meshc::codegen
