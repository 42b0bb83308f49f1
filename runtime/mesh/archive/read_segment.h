// Reads what an archive has written, or any file of envelopes as JSON lines.
#pragma once

#include <functional>
#include <string>

namespace mesh::archive {

/// One envelope that has ended.
struct Line {
  std::string id;
  bool failed = false;
  std::string error = {};  ///< Name; empty: none.
  std::string stand =
      {};  ///< The envelope to go on from: as it stood before the visit that failed, or as it ended.
};

/// Compressed or not. A last batch that is cut off is left out. Returns why the file cannot be read; empty:
/// it was, to its end.
std::string ReadSegment(const std::string& path, const std::function<void(const Line& line)>& take);

}  // namespace mesh::archive
