// A file whose nodes somebody else keeps.
#pragma once

#include "compiler/syntax/file.h"

namespace meshc::syntax {

/// The same declarations and comments without an arena: `file` must outlive it, or who holds its arena.
File Borrow(const File& file);

}  // namespace meshc::syntax
