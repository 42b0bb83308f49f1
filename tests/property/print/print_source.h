// An AST as Flow text, written from the AST alone: what the AST lost cannot come back. Every
// operator is in parentheses, every statement on a line of its own.
#pragma once

#include <string>

#include "compiler/source/source_manager.h"
#include "compiler/syntax/file.h"

namespace meshc::property {

/// `file` has no syntax errors.
std::string PrintSource(const syntax::File& file);

/// The tree of `file` without the places of its nodes.
std::string PrintShape(const syntax::File& file, const source::SourceManager& sources);

}  // namespace meshc::property
