#include "mesh/archive/gzip.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <zlib.h>

#include "mesh/archive/gzip_file.h"

namespace mesh::archive {

std::string Compress(std::string_view text) {
  constexpr int kGzip = 15 + 16;
  constexpr int kMemory = 8;
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory, Z_DEFAULT_STRATEGY) != Z_OK)
    return {};
  std::string packed(deflateBound(&stream, text.size()), '\0');
  // The library does not write there.
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const bool whole = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  packed.resize(whole ? stream.total_out : 0);
  deflateEnd(&stream);
  return packed;
}

std::variant<std::string, ReadProblem> ReadText(const std::string& path, std::size_t most) {
  const auto fail = [&](const std::string& why) {
    return ReadProblem{fmt::format("cannot read `{}`: {}", path, why)};
  };
  std::error_code none;
  if (std::filesystem::exists(path, none) && !std::filesystem::is_regular_file(path, none))
    return fail("it is no regular file");
  const GzipFile file = OpenGzip(path);
  if (file == nullptr) return fail(std::strerror(errno));
  constexpr unsigned kPiece = 1U << 16U;
  std::string piece(kPiece, '\0');
  std::string text;
  while (true) {
    const int count = gzread(file.get(), piece.data(), kPiece);
    if (count > 0) text.append(piece, 0, static_cast<std::size_t>(count));
    if (text.size() > most) return fail(fmt::format("it is longer than {} bytes", most));
    if (count > 0) continue;
    int problem = Z_OK;
    const char* const why = gzerror(file.get(), &problem);
    // A member that is cut off ends like a file.
    if (count == 0 && problem == Z_OK) return text;
    return fail(problem == Z_ERRNO ? std::strerror(errno) : why);
  }
}

}  // namespace mesh::archive
