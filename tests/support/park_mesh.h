// A wait for a signal, with a clause for its time-out: for tests of hosts.
#pragma once

#include <cstdint>

#include "tests/support/table_builder.h"
#include "tests/support/times.h"

namespace mesh::test {

/// `flow main on Work { await go: int into answer timeout 1h; } on cancelled { tidy; }` over `answer: int;`.
class ParkMesh {
 public:
  ParkMesh() {
    const Index integer = b_.AddType(contract::TypeKind::kInt);
    const Index tidy = b_.AddActor({.name = "tidy", .contract = "00000000000000a0"});
    b_.AddFlow({.name = "main", .entry = kPark}, {{.name = "answer", .type = integer}});
    b_.AddPoint({.name = "main/0/catch",
                 .kind = contract::PointKind::kCatch,
                 .flow = 0,
                 .cases = b_.AddCases(
                     {{.error = static_cast<Index>(contract::BuiltinError::kCancelled), .target = kTidy}})});
    b_.AddPoint({.name = "main/1/park",
                 .kind = contract::PointKind::kPark,
                 .flow = 0,
                 .handler = b_.AddHandler({.target = kCatch}),
                 .next = kReturn,
                 .writes = b_.AddWrites({{.field = 0}}),
                 .timeout_ns = 3'600'000'000'000,
                 .signal = "go",
                 .type = integer});
    b_.AddPoint({.name = "main/2/return", .kind = contract::PointKind::kReturn, .flow = 0});
    b_.AddPoint({.name = "main/3/tidy",
                 .kind = contract::PointKind::kCall,
                 .flow = 0,
                 .next = kLeave,
                 .actor = tidy});
    b_.AddPoint({.name = "main/4/leave",
                 .kind = contract::PointKind::kUnwind,
                 .flow = 0,
                 .next = kReturn,
                 .frames = 1});
    table_ = b_.View();
  }

  const contract::RouteTable& table() const { return table_; }

 private:
  enum : Index { kCatch, kPark, kReturn, kTidy, kLeave };

  TableBuilder b_;
  contract::RouteTable table_;
};

/// `flow main on Work { await first: int into answer timeout 1h; await then: int into answer timeout 2h; }`
/// over `var answer: int;`.
class TwoParksMesh {
 public:
  /// `sla_ns`: of the flow; 0: none.
  explicit TwoParksMesh(std::int64_t sla_ns = 0) {
    const Index integer = b_.AddType(contract::TypeKind::kInt);
    b_.AddFlow({.name = "main", .entry = 0, .sla_ns = sla_ns},
               {{.name = "answer", .type = integer, .mode = contract::kModeVar}});
    b_.AddPoint({.name = "main/0/park",
                 .kind = contract::PointKind::kPark,
                 .flow = 0,
                 .next = 1,
                 .writes = b_.AddWrites({{.field = 0}}),
                 .timeout_ns = kHourNs,
                 .signal = "first",
                 .type = integer});
    b_.AddPoint({.name = "main/1/park",
                 .kind = contract::PointKind::kPark,
                 .flow = 0,
                 .next = 2,
                 .writes = b_.AddWrites({{.field = 0}}),
                 .timeout_ns = 2 * kHourNs,
                 .signal = "then",
                 .type = integer});
    b_.AddPoint({.name = "main/2/return", .kind = contract::PointKind::kReturn, .flow = 0});
    table_ = b_.View();
  }

  const contract::RouteTable& table() const { return table_; }

 private:
  TableBuilder b_;
  contract::RouteTable table_;
};

}  // namespace mesh::test
