// Texts of a picture as every format can hold them.
#pragma once

#include "codegen/graph/model.h"

namespace meshc::codegen::graph {

/// The same picture with what XML, DOT or Mermaid cannot hold, and what turns the direction of text around,
/// written as `\u{c}`, in ids too. Labels, and
/// docs that are far longer than they, end in dots where they would be too long for a picture or its reader.
Model MakePrintable(Model model);

}  // namespace meshc::codegen::graph
