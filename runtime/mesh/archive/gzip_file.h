// A file that zlib reads, compressed or not.
#pragma once

#include <memory>
#include <string>

#include <zlib.h>

namespace mesh::archive {

struct CloseGzip {
  void operator()(gzFile_s* file) const { gzclose_r(file); }
};

using GzipFile = std::unique_ptr<gzFile_s, CloseGzip>;

/// Null: `errno` says why it cannot be opened.
inline GzipFile OpenGzip(const std::string& path) { return GzipFile(gzopen(path.c_str(), "rb")); }

}  // namespace mesh::archive
