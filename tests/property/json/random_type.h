// Random types of payloads, with documents that nearly fit.
#pragma once

#include <functional>
#include <string>

#include "tests/property/random.h"

namespace meshc::property {

struct RandomType {
  std::string
      text;  ///< In the language. It may name `Mood`, `Told`, `Word`, `Point` and `Shape` (schema_cases).
  /// JSON that mostly is of the type, and stands at its bounds as often as beyond them.
  std::function<std::string(Random&)> Document;
};

/// `levels`: of lists, maps and optional values, at most.
RandomType MakeRandomType(Random& random, int levels);

/// JSON of any kind.
std::string AnyDocument(Random& random);

}  // namespace meshc::property
