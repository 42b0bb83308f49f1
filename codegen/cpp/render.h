// The C++ model put into templates. Nothing is decided here.
#pragma once

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
void RenderHost(const CppModel& model, ArtifactSet& artifacts);
/// Lists what the others have made, so it comes last.
void RenderProject(const CppModel& model, ArtifactSet& artifacts);

// What they share.
/// Holes that every template may use: `mesh`, `folder` and `space`.
Holes MeshHoles(const CppModel& model);
/// `/// line` per line; empty for no text.
std::string DocComment(std::string_view text);
/// Member declarations with their docs and `#line`.
std::string RenderMembers(const std::vector<MemberModel>& members);
/// A list of `name` and `index`.
std::vector<Holes> NumberedNames(const std::vector<MemberModel>& members);
/// A list of `doc`, `name`, `text` (a C++ literal) and `index`.
std::vector<Holes> ValueHoles(const std::vector<ValueModel>& values);
/// Adds a generated file and makes every `#line` reset point into it.
void AddGenerated(const std::string& path, const std::string& text, ArtifactSet& artifacts);

}  // namespace meshc::codegen
