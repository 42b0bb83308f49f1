#include "mesh/route/table_data.h"

namespace mesh::route {
namespace {

template <typename T>
contract::Array<T> ViewOf(const std::vector<T>& entries) {
  return {entries.data(), static_cast<contract::Index>(entries.size())};
}

}  // namespace

std::string_view PoolData::Text(std::string text) { return texts_.emplace_back(std::move(text)); }

contract::Pool PoolData::View() const {
  return {.strings = ViewOf(strings),
          .indices = ViewOf(indices),
          .types = ViewOf(types),
          .members = ViewOf(members),
          .constants = ViewOf(constants),
          .constant_children = ViewOf(constant_children),
          .code = ViewOf(code),
          .programs = ViewOf(programs)};
}

contract::RouteTable TableData::View() const {
  contract::RouteTable table;
  table.mesh = mesh;
  table.digest = digest;
  table.pool = pool.View();
  table.envelopes = ViewOf(envelopes);
  table.fields = ViewOf(fields);
  table.errors = ViewOf(errors);
  table.retries = ViewOf(retries);
  table.actors = ViewOf(actors);
  table.flows = ViewOf(flows);
  table.loops = ViewOf(loops);
  table.handlers = ViewOf(handlers);
  table.bindings = ViewOf(bindings);
  table.writes = ViewOf(writes);
  table.cases = ViewOf(cases);
  table.collects = ViewOf(collects);
  table.forks = ViewOf(forks);
  table.points = ViewOf(points);
  return table;
}

}  // namespace mesh::route
