// A reading in the text format of Prometheus.
#pragma once

#include <string>

#include "mesh/monitoring/reading.h"

namespace mesh::monitoring {

/// Every family with the label `mesh`; those of actors, errors and mailboxes by name.
std::string WriteMetrics(const Reading& reading);

}  // namespace mesh::monitoring
