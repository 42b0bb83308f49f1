// Writes random expressions over the fields that every envelope of a random program has.
#pragma once

#include <string>

#include "tests/property/program/place.h"
#include "tests/property/random.h"

namespace meshc::property {

/// `depth` bounds the size of what is written.
class Expressions {
 public:
  explicit Expressions(Random& random) : random_(random) {}

  std::string Int(int depth, const Place& place);
  /// An int that is no literal outside of 0..5.
  std::string Small(const Place& place);
  std::string Float(int depth, const Place& place);
  /// `growing`: the field `t` may stand in it, at most once, so that loops do not double it.
  std::string Text(int depth, const Place& place, bool growing);
  std::string Bool(int depth, const Place& place);
  /// A list of ints.
  std::string List(const Place& place);
  /// An int that may be absent, as it is: for a param that has a default, or if not is optional.
  std::string Maybe(const Place& place, bool has_default);
  /// `text` with each of its holes (see StepForm) filled.
  std::string Fill(std::string_view text, const Place& place);

 private:
  std::string IntAtom(const Place& place);
  /// One that may fail, but not always: that would be an error of the program.
  std::string Divisor(const Place& place);
  std::string Index(const Place& place);
  std::string IntPath(const Place& place);
  std::string NullTest(const Place& place);

  Random& random_;
};

}  // namespace meshc::property
