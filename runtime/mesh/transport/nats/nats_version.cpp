#include "mesh/transport/nats/nats_version.h"

#include <charconv>

#include <fmt/format.h>

namespace mesh::transport {

namespace {

constexpr std::array<int, 3> kSerializing = {2, 10, 20};
constexpr std::string_view kWaysOut =
    "use servers of 2.10.20 or newer, or ?replicas=1 with buckets of one replica, or keep the state on Redis "
    "(--state redis://HOST)";

}  // namespace

std::optional<NatsVersion> ReadNatsVersion(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  NatsVersion version;
  for (std::size_t i = 0; i < version.numbers.size(); ++i) {
    if (i > 0) {
      if (!text.starts_with('.')) return std::nullopt;
      text.remove_prefix(1);
    }
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), version.numbers[i]);
    if (error != std::errc() || version.numbers[i] < 0) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  version.is_preview = text.starts_with('-');
  // A `+` begins a remark about the build, such as `2.10.27+debian`.
  if (!text.empty() && !version.is_preview && !text.starts_with('+')) return std::nullopt;
  return version;
}

bool SerializesReplicatedWrites(std::string_view version) {
  const auto read = ReadNatsVersion(version);
  if (!read) return false;
  return read->is_preview ? read->numbers > kSerializing : read->numbers >= kSerializing;
}

NatsVersions LastAnswers(const std::vector<NatsServerInfo>& answers, const NatsVersions& former,
                         const std::set<std::string>& known) {
  NatsVersions versions;
  for (const NatsServerInfo& answer : answers) {
    NatsServerInfo& kept = versions.try_emplace(answer.address, answer).first->second;
    if (!SerializesReplicatedWrites(answer.version)) kept = answer;
  }
  for (const auto& [address, answer] : former) {
    if (known.contains(address)) versions.try_emplace(address, answer);
  }
  return versions;
}

std::string FindVersionObstacle(const std::vector<NatsServerInfo>& servers, std::string_view replicated) {
  if (servers.empty())
    return fmt::format(
        "the state is replicated ({}), and no NATS server tells its version, which must be 2.10.20 or newer: "
        "older ones lose branches of forks, joins and signals; {}",
        replicated, kWaysOut);
  for (const NatsServerInfo& server : servers) {
    if (SerializesReplicatedWrites(server.version)) continue;
    return fmt::format(
        "the state is replicated ({}), and the NATS server at `{}` has version {}: servers below 2.10.20 may "
        "accept two conflicting writes of replicated state, and branches of forks, joins and signals would "
        "be "
        "lost; {}",
        replicated, server.address, server.version.empty() ? "unknown" : server.version, kWaysOut);
  }
  return {};
}

}  // namespace mesh::transport
