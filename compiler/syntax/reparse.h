// Parses a file again and again while it is written: each text costs what is new in it.
#pragma once

#include <memory>
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
  /// Of the last text, as `ReadTokens` reads it.
  std::vector<TextToken> Tokens() const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace meshc::syntax
