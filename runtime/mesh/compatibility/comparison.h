// Two sides while they are judged: who serves, what was made for whom, what was found.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/compatibility/bound_value.h"
#include "mesh/compatibility/finding.h"
#include "mesh/compatibility/side.h"
#include "mesh/compatibility/type_fit.h"

namespace mesh::compatibility {

class Comparison {
 public:
  /// Both sides outlive it.
  Comparison(const Side& server, const Side& made, Direction direction);

  // judge_documents.cpp: what clients write and read.
  void Entries();
  void Signals();
  // judge_points.cpp: what waits for a handler.
  void Points();
  void Call(contract::Index point);
  void Undo(contract::Index point);
  // judge_promises.cpp: what stores, queues and names keep.
  void Effects();
  void Deploys();
  void Mesh();

  std::vector<Finding> Take();

 private:
  /// Views, put together where something is found.
  struct Edge {
    Border border = Border::kMesh;
    std::string_view begin;       ///< `entry`, or the name of a point.
    std::string_view joint = {};  ///< What stands between the two.
    std::string_view end = {};
    std::string_view actor = {};

    std::string Text() const;
  };

  /// A call, with the undo calls that it leaves behind.
  void Point(contract::Index point);
  void Entry(contract::Index made, contract::Index server);
  void Exit(contract::Index made, contract::Index server);
  void Signal(const Edge& edge, contract::Index writer, const std::set<contract::Index>& readers);
  void Visit(const contract::Point& point, contract::Span bindings, contract::Index actor);
  void Arguments(const Edge& edge, const contract::Point& point, contract::Span bindings,
                 const contract::Actor& made, const contract::Actor& server);
  void Value(const Edge& edge, const BoundValue& value, contract::Index declared, contract::Index reader,
             const Subject& subject);
  void Answers(const Edge& edge, const contract::Actor& made, const contract::Actor& server);
  void Steps(const Edge& edge, const contract::Actor& made, const contract::Actor& server);
  void Raises(const Edge& edge, const contract::Actor& made, const contract::Actor& server);
  void Details(const Edge& edge, contract::Index made, contract::Index server);
  void Effect(const contract::Actor& made, const contract::Actor& server);
  void Deploy(const contract::Deploy& made, const contract::Deploy& server);
  void Lanes(const Edge& edge, const contract::Deploy& made, const contract::Deploy& server);
  void Names();

  /// Something that is there, or not. `made_has`, `server_has`: as printed.
  void Add(const Edge& edge, Rule rule, std::string subject, std::string message, std::string help = {},
           std::string made_has = {}, std::string server_has = {});
  /// Types that do not fit. `writer_is_made`: the version whose values cross is the one that is served.
  void Add(const Edge& edge, const std::vector<Misfit>& misfits, bool writer_is_made);

  std::string_view server_name() const { return backward_ ? "the new version" : "the old version"; }
  std::string_view made_name() const { return backward_ ? "the old version" : "the new version"; }

  const Side& server_;
  const Side& made_;
  bool backward_;
  TypeFit documents_;  ///< What clients of `made` write.
  TypeFit answers_;    ///< What `server` writes.
  TypeFit arguments_;  ///< What the table of `made` writes.
  std::vector<Finding> found_;
};

/// What a misfit says to people. `writer` and `reader` name the versions.
std::string DescribeMisfit(const Misfit& misfit, std::string_view writer, std::string_view reader);
std::string HelpFor(Rule rule);

}  // namespace mesh::compatibility
