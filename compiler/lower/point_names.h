// Names of points: paths that survive unrelated edits.
#pragma once

#include <llvm/ADT/StringMap.h>

#include <string>
#include <string_view>
#include <utility>

namespace meshc::lower {

/// Names are `flow/construct#n[arm]/.../callee#n`; n counts siblings of the same word only, from 1.
/// The points that a construct is made of have a word without `#` (`while#1/test`), so that they
/// meet no sibling. Paths and labels that are too long to be read are cut and end in a hash: each
/// point of a deep block has its path in its name.
class PointNames {
 public:
  /// `path/word#n` for the next sibling of this word.
  std::string Sibling(std::string_view word);

  /// `construct[label]`. A second arm of one label (an error that is reported later) gets a number.
  std::string Arm(std::string_view construct, std::string_view label);

  /// Where siblings are counted: a flow, a construct or an arm. Returns the place before.
  std::string Enter(std::string path);
  void Return(std::string path) { path_ = std::move(path); }

 private:
  std::string path_;
  llvm::StringMap<unsigned> counts_;  ///< Looked up only.
};

}  // namespace meshc::lower
