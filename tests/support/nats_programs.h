// The NATS servers of this machine: the installed one, and a newer one where set-up has unpacked it.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "mesh/transport/nats/nats_version.h"

namespace mesh::test {

/// Its version; empty: it does not run.
inline std::string VersionOfNats(const std::string& program) {
  std::FILE* const output = popen(("'" + program + "' --version 2>/dev/null").c_str(), "r");
  if (output == nullptr) return {};
  char line[256] = {};
  const bool has_line = std::fgets(line, sizeof line, output) != nullptr;
  pclose(output);
  constexpr std::string_view kHead = "nats-server: v";
  std::string text = has_line ? line : "";
  if (!text.starts_with(kHead)) return {};
  text.erase(0, kHead.size());
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

/// One that may keep replicated state: that which NATS_SERVER names, the unpacked one (`.ci/setup.sh
/// --tests`), or the installed one. Empty: there is none, and tests that need it are skipped.
inline std::string NewerNats() {
  static const std::string kFound = [] {
    const char* const named = std::getenv("NATS_SERVER");
    const char* const cache = std::getenv("XDG_CACHE_HOME");
    const char* const home = std::getenv("HOME");
    const std::string folder =
        cache != nullptr ? cache : std::string(home == nullptr ? "" : home) + "/.cache";
    for (const std::string& program :
         {std::string(named == nullptr ? "" : named), folder + "/meshc/nats-server/nats-server",
          std::string("nats-server")}) {
      if (!program.empty() && transport::SerializesReplicatedWrites(VersionOfNats(program))) return program;
    }
    return std::string();
  }();
  return kFound;
}

/// One that may not. Empty: the installed one may, or there is none.
inline std::string OlderNats() {
  static const std::string kVersion = VersionOfNats("nats-server");
  return kVersion.empty() || transport::SerializesReplicatedWrites(kVersion) ? "" : "nats-server";
}

}  // namespace mesh::test
