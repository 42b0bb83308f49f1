// Where the things stand that reports speak of.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "compiler/ir/mesh.h"
#include "compiler/source/source_range.h"

namespace meshc::versions {

/// Subjects and points of one version by name: `Ticket.phone`, `scorer.ticket`, `support/scorer#1`.
class Places {
 public:
  Places() = default;
  /// `mesh_line`: what holds everything.
  Places(const ir::Mesh& mesh, source::SourceRange mesh_line);

  /// Nowhere: there is no such thing in this version.
  source::SourceRange Find(std::string_view name) const;
  /// The thing, or what held it: the part before the dot.
  source::SourceRange FindOrHolder(std::string_view name) const;
  source::SourceRange mesh_line() const { return mesh_line_; }

 private:
  void Add(std::string name, source::SourceRange range);
  void AddMembers(const std::string& container, const std::vector<types::Member>& members);
  void AddTypes(const types::Declarations& declarations);
  void AddActor(const types::Actor& actor);
  void AddFlows(const ir::Mesh& mesh);
  void AddDeploy(const types::Deploy& deploy);

  source::SourceRange mesh_line_;
  std::map<std::string, source::SourceRange, std::less<>> ranges_;
};

}  // namespace meshc::versions
