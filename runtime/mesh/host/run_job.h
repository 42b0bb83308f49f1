// What a worker does with a job.
#pragma once

#include "mesh/host/job.h"
#include "mesh/host/services.h"

namespace mesh::host {

/// False: the call was disowned meanwhile, and with it this worker.
bool RunJob(const Services& services, Job& job);

}  // namespace mesh::host
