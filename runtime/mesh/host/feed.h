// Work that waits outside of the mesh, piece by piece, for workers that have nothing else to do.
#pragma once

namespace mesh::host {

class Feed {
 public:
  virtual ~Feed() = default;
  /// Does one piece. False: there is none just now. Several workers call it at a time; it must not wait.
  virtual bool Step() = 0;
};

}  // namespace mesh::host
