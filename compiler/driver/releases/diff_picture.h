// Two topologies as one picture: added green, removed red, changed amber, the rest grey.
#pragma once

#include <string>
#include <variant>

#include "compiler/driver/command_line/version_options.h"
#include "mesh/contract/promises.h"

namespace meshc::driver {

struct PictureProblem {
  std::string reason;
};

/// `format`: kDot, kSvg or kHtml. The parts that both have come first and in the order of the old version.
std::variant<std::string, PictureProblem> DrawDiff(const mesh::contract::Version& before,
                                                   const mesh::contract::Version& after,
                                                   VersionFormat format);

}  // namespace meshc::driver
