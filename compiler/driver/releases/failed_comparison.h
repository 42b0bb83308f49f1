// What commands that compare versions print as JSON where there is nothing to compare.
#pragma once

#include <string>

#include "compiler/driver/compilation/compilation.h"
#include "compiler/versions/report.h"

namespace meshc::driver {

/// A report of `compat` or `diff` whose findings are those of `compilation`, which has errors: readers of
/// `--format json` get one document in any case.
std::string PrintFailedReport(const Compilation& compilation, versions::Require require);
std::string PrintFailedDiff(const Compilation& compilation, const std::string& against);

}  // namespace meshc::driver
