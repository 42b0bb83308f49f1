// The third side of the comparison: the host of every deployment, without threads, on a virtual clock.
#pragma once

#include <string>

#include "tests/property/behaviour.h"
#include "tests/property/pipeline.h"

namespace meshc::property {

/// Runs flow `main` again, with the answers of `run`: each visit of an envelope asks what it has asked there,
/// at the same time. What is different, in words; empty: nothing.
///
/// For runs that owe nothing to the order of their branches (BranchOrders). Those run side by side here, and
/// where a join goes on without a branch it makes no further visits; what only such a branch has done there
/// is not missed.
std::string CompareHost(const Compilation& c, const mesh::ValueList& fields, const Signals& signals,
                        const PipelineRun& run);

}  // namespace meshc::property
