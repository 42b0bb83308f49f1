// The meshes that are simulated, as Flow.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "codegen/route_table/route_table.h"
#include "mesh/route/router.h"
#include "tests/property/pipeline.h"

namespace mesh::simulation {

/// Each actor returns `note`, which names its call, into the field `notes`; so does what a clause catches.
struct MeshText {
  std::string_view name;
  std::string_view text;
  /// Signals called `go` that each envelope is sent.
  int signals = 0;
};

const std::vector<MeshText>& MeshTexts();

/// A text that has been compiled. Not movable: later parts look into earlier ones.
class Mesh {
 public:
  /// Throws where the compiler has something against it.
  explicit Mesh(const MeshText& text);

  const MeshText& text() const { return text_; }
  const contract::RouteTable& table() const { return view_; }
  const route::Router& router() const { return *router_; }
  /// Throws where there is none of that name.
  const contract::Actor& ActorOf(std::string_view name) const;
  /// Fields of the payload by name; kNone: there is none.
  contract::Index Field(std::string_view name) const;

 private:
  const MeshText text_;
  meshc::property::Compilation compilation_;
  route::TableData data_;
  contract::RouteTable view_ = {};
  std::unique_ptr<route::Router> router_;
};

}  // namespace mesh::simulation
