// The texts in a picture. Values that are @sensitive never show, nor what they are compared with.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/graph/model.h"
#include "compiler/ir/mesh.h"

namespace meshc::codegen::graph {

/// The value of a `match` arm: text stands bare, quoted only where a blank would be lost; `(redacted)` if the
/// subject reads anything sensitive.
std::string PrintCase(const ir::Mesh& mesh, const ir::Match& match, const types::Constant& constant,
                      types::FlowId flow);

/// The condition or subject of a decision; names show, `(redacted)` stands for constants beside anything
/// sensitive.
std::string PrintCondition(const ir::Mesh& mesh, ir::ExpressionId id, types::FlowId flow);

/// `draft = ""`
std::string PrintSet(const ir::Mesh& mesh, const ir::Set& set, types::FlowId flow);

/// `each line in lines`
std::string PrintEach(const ir::Mesh& mesh, const ir::EachFork& each, types::FlowId flow);
/// `at most 20`, `width 3`.
std::vector<std::string> EachDetails(const ir::EachFork& each);
/// What the join of a fork waits for, and what it collects.
std::vector<std::string> JoinDetails(const ir::Mesh& mesh, const ir::Point& fork);
/// `await approval: bool`
std::string PrintPark(const ir::Mesh& mesh, const ir::Park& park);
/// `into approved` and `timeout 1h`.
std::vector<std::string> ParkDetails(const ir::Mesh& mesh, const ir::Park& park, types::FlowId flow);

/// What a reviewer wants to know of an actor at a glance: time-out, attempts, effect.
std::vector<std::string> ActorDetails(const types::Actor& actor);
/// The same of one visit, whose call may state a time-out or attempts of its own.
std::vector<std::string> VisitDetails(const types::Actor& actor, const ir::Visit& visit);
/// `in message: string` and `out intent: Intent`.
std::vector<std::string> ActorSignature(const types::Declarations& declarations, const types::Actor& actor);

/// `e0, e1`
std::string PrintErrors(const ir::Mesh& mesh, const std::vector<types::ErrorId>& errors);

/// The text broken at blanks into lines of about `width` characters.
std::string Wrap(std::string_view text, std::size_t width);

/// The label of an arrow in lines; long lists of cases or errors are broken.
std::string EdgeText(const Edge& edge);

}  // namespace meshc::codegen::graph
