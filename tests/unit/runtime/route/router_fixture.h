// Runs an envelope over a hand-made table, visit by visit.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "mesh/envelope/stops.h"
#include "mesh/route/router.h"
#include "mesh/route/verify_table.h"
#include "test_table.h"

namespace mesh::route {

class RouterFixture : public testing::Test {
 protected:
  using Index = contract::Index;
  using Op = contract::Op;
  using PointKind = contract::PointKind;
  static constexpr Index kNone = contract::kNone;

  /// Call it once, when the table is complete.
  const Router& router(Limits limits = {}) {
    if (router_) return *router_;
    view_ = std::make_unique<contract::RouteTable>(table.data.View());
    EXPECT_EQ(VerifyTable(*view_), "");
    router_ = std::make_unique<Router>(*view_, limits);
    return *router_;
  }

  Step Enter(ValueList payload = {}, std::int64_t now_ns = 0) {
    envelope.payload = std::move(payload);
    const std::string_view root = root_flow;
    return router().Enter(router().FindFlow(root), envelope, now_ns);
  }

  /// The actor that the envelope waits at; empty: it has ended.
  std::string At(const Step& step) {
    const auto* deliver = std::get_if<Deliver>(&step);
    return deliver == nullptr ? "" : std::string(view_->actors[deliver->actor].name);
  }
  /// `succeeded`, or the name of the error.
  std::string Outcome() const {
    if (envelope.route.at != kNone) return "not ended";
    return envelope.status.error ? envelope.status.error->name : "succeeded";
  }
  std::vector<std::string> Visits() const { return ExpandStops(envelope.route.prev); }

  TestTable table;
  std::string root_flow = "root";
  Envelope envelope;

 private:
  std::unique_ptr<contract::RouteTable> view_;
  std::unique_ptr<Router> router_;
};

}  // namespace mesh::route
