// A former version by the names of the present one, so that what was renamed is not taken for new.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "mesh/contract/promises.h"

namespace meshc::versions {

/// Actors and flows that `after` calls otherwise (`@was`) bear their new names, and so do their points. Both
/// versions outlive it, and it stays where it is.
class RenamedTable {
 public:
  RenamedTable(const mesh::contract::RouteTable& before, const mesh::contract::Version& after);
  RenamedTable(const RenamedTable&) = delete;
  RenamedTable& operator=(const RenamedTable&) = delete;

  const mesh::contract::RouteTable& View() const { return view_; }
  /// What `name` was before; empty: it had this name.
  std::string_view Former(std::string_view name) const;

 private:
  void FindNames(const mesh::contract::RouteTable& before, const mesh::contract::Version& after);
  std::string_view NewName(std::string_view name) const;
  std::string_view PointName(std::string_view name);

  std::map<std::string_view, std::string_view> by_old_;
  std::map<std::string_view, std::string_view> by_new_;
  std::deque<std::string> texts_;
  std::vector<mesh::contract::Actor> actors_;
  std::vector<mesh::contract::Flow> flows_;
  std::vector<mesh::contract::Point> points_;
  mesh::contract::RouteTable view_;
};

}  // namespace meshc::versions
