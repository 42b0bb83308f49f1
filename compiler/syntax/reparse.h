// Parses a file again and again while it is written: each text costs what is new in it.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "compiler/syntax/file.h"
#include "compiler/syntax/tokens.h"

namespace meshc::syntax {

/// For one file under one id. Not thread-safe.
class Reparser {
 public:
  Reparser();
  ~Reparser();

  /// As `ParseFile`, and with the same result, but for the arena: nodes and all that they refer to live here,
  /// until the next call. That moves nodes, so nobody may use the file that came of the call before.
  File Parse(const source::SourceManager& sources, source::FileId id, diagnostics::Diagnostics& diagnostics);
  /// As `ReadTokens` reads that text, at the cost of what is new in it since the last one. Parses nothing.
  std::vector<TextToken> Tokens(std::string_view text) const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace meshc::syntax
