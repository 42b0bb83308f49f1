// What a question about one place needs of a program.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/source/source_manager.h"
#include "compiler/syntax/file.h"

namespace meshc::pipeline {

/// A part of a file.
struct Focus {
  std::string file;  ///< Its name in the source manager.
  std::uint32_t begin = 0;
  std::uint32_t end = 0;  ///< Not before `begin`; the same: a place.
};

/// Leaves out of `files` the declarations that mean nothing to those in focus: what these name, and what that
/// names in turn, stays, as do flows that come to one in focus. Names are compared as words of the text, so
/// that rather too much stays than too little. Findings about what is left say nothing of the program.
/// Returns the files with all of their declarations; their nodes stay those of `files`.
std::vector<syntax::File> FocusOn(const Focus& focus, const source::SourceManager& sources,
                                  std::vector<syntax::File>& files);

}  // namespace meshc::pipeline
