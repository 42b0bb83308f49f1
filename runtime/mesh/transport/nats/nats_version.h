// Versions of NATS servers, and which of them may keep replicated state.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mesh::transport {

struct NatsVersion {
  std::array<int, 3> numbers = {};
  bool is_preview = false;  ///< Comes before the release of the same numbers.
};

/// Reads `2.10.27` or `2.11.0-preview.2`, with or without a leading `v`. None: the text is no version.
std::optional<NatsVersion> ReadNatsVersion(std::string_view text);

/// Returns true from 2.10.20 on. Older servers do not serialize conditional writes to a replicated stream:
/// two writes that expect the same revision may both be accepted (nats-server 4320, 5794). A version that
/// cannot be read counts as older.
bool SerializesReplicatedWrites(std::string_view version);

/// A server as it describes itself to each client that connects.
struct NatsServerInfo {
  std::string address;  ///< `HOST:PORT`, by which it was asked.
  std::string version;
};

/// Answers of servers by address.
using NatsVersions = std::map<std::string, NatsServerInfo>;

/// The last answer of each server. Where one address leads to several servers, it is that of one that does
/// not serialize replicated writes. A server whose address is known and that has not answered keeps its
/// `former` answer.
NatsVersions LastAnswers(const std::vector<NatsServerInfo>& answers, const NatsVersions& former,
                         const std::set<std::string>& known);

/// Why these servers of one cluster must not keep state with several replicas, in one sentence; empty: they
/// may. `replicated`: the setting or the bucket that asks for replicas.
std::string FindVersionObstacle(const std::vector<NatsServerInfo>& servers, std::string_view replicated);

}  // namespace mesh::transport
