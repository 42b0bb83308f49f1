// Where the lines of results go.
#pragma once

#include <string>

#include "mesh/lines/credit.h"

namespace mesh::lines {

/// A line without its end, and the room at the entrance that is free again when it has been written.
struct Line {
  std::string text;
  Credit credit = {};
};

/// Thread rule: every function may be called from any thread.
class LineOutput {
 public:
  virtual ~LineOutput() = default;

  /// Takes a line; lines go out in the order in which they are put. Nothing is written any more once
  /// there was a problem.
  virtual void Put(Line line) = 0;
  /// Everything that was put has been written, or never will be.
  virtual bool idle() const = 0;
  /// Why lines cannot be written; empty: they can.
  virtual std::string problem() const = 0;
};

}  // namespace mesh::lines
