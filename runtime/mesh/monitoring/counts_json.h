// A reading as JSON, for programs and people.
#pragma once

#include <string>
#include <vector>

#include "mesh/monitoring/reading.h"

namespace mesh::monitoring {

/// One object: sums, then `actors` and `mailboxes` by name.
std::string WriteCounts(const Reading& reading);
/// What is in mailboxes, as a list of `{"mailbox", "waiting", "lent", "delayed", "oldest_seconds"}`; null:
/// the transport cannot tell, or nothing waits.
std::string WriteMailboxes(const std::vector<MailboxReading>& mailboxes, std::int64_t now_ns);

}  // namespace mesh::monitoring
