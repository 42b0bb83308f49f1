// Texts that are compressed by gzip (RFC 1952): of one text always the same bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

namespace mesh::archive {

/// One gzip member, which bears no time and no name; empty: there is no memory.
std::string Compress(std::string_view text);

/// Why a file gave no text.
struct ReadProblem {
  std::string message;
};

/// The text of a regular file, compressed or not, unless it is longer than `most`.
std::variant<std::string, ReadProblem> ReadText(const std::string& path, std::size_t most);

}  // namespace mesh::archive
