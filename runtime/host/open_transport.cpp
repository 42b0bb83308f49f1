#include "mesh/host/open_transport.h"

#include <cstdlib>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "mesh/host/options.h"
#include "mesh/transport/inproc.h"
#include "mesh/transport/nats.h"
#include "mesh/transport/sqlite.h"

namespace mesh::host {

namespace {

constexpr const char* kInproc = "inproc";
/// How the environment names what a server must know of a host.
constexpr const char* kCredentials = "MESH_TRANSPORT";

bool IsSqlite(const std::string& url) { return url.starts_with("sqlite:"); }
bool IsNats(const std::string& url) { return url.starts_with("nats://") || url.starts_with("tls://"); }

std::optional<std::string> Environment(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

/// What is wrong with the URL itself; empty: nothing.
std::string FindUrlObstacle(const std::string& url) {
  if (IsSqlite(url)) {
    const auto parsed = transport::ParseSqliteUrl(url);
    return std::holds_alternative<std::string>(parsed) ? std::get<std::string>(parsed) : std::string();
  }
  if (IsNats(url)) {
    const auto parsed = transport::ParseNatsUrl(url);
    return std::holds_alternative<std::string>(parsed) ? std::get<std::string>(parsed) : std::string();
  }
  // What stands before an `@` may be a secret.
  const std::string shown = url.find('@') == std::string::npos ? url : url.substr(0, url.find(':'));
  return fmt::format("no transport is called `{}`; there are inproc, sqlite:PATH, nats://HOST and tls://HOST",
                     shown);
}

std::variant<std::unique_ptr<transport::Transport>, std::string> OpenNats(
    const CommandLine& line, std::string_view mesh, transport::Clock& clock,
    const std::function<void(const std::string&)>& tell) {
  auto options = std::get<transport::NatsOptions>(transport::ParseNatsUrl(line.transport));
  auto credentials = transport::ReadNatsCredentials(kCredentials, Environment);
  if (const auto* wrong = std::get_if<std::string>(&credentials)) return *wrong;
  options.credentials = std::get<transport::NatsCredentials>(std::move(credentials));
  options.mesh = mesh;
  options.create = line.provision || (options.create && !IsCommand(line));
  options.largest_payload = HostOptions().max_payload_bytes;
  options.on_problem = [tell, servers = options.servers](const std::string& problem) {
    tell(problem.empty() ? fmt::format("`{}` answers again", servers)
                         : fmt::format("`{}`: {}; everything waits", servers, problem));
  };
  return transport::OpenNats(std::move(options), clock);
}

}  // namespace

bool IsDurable(const CommandLine& line) { return line.transport != kInproc; }
bool IsCommand(const CommandLine& line) {
  return !line.signal.empty() || !line.cancel_id.empty() || line.question.kind != Question::Kind::kNone;
}

std::string FindTransportObstacle(const CommandLine& line) {
  if (!line.http.empty() && (line.deterministic || !line.scenarios.empty()))
    return "a deterministic run has nothing that --http could show";
  if (!IsDurable(line)) {
    if (IsCommand(line)) return "which mesh? name its transport: --transport sqlite:PATH or nats://HOST";
    if (line.serve)
      return "--serve needs a transport that others can reach: --transport sqlite:PATH or nats://HOST";
    if (!line.archive.empty())
      return "--archive needs a transport that outlives the process: its sink waits for it";
    if (line.provision)
      return "--provision needs a transport that others can reach: --transport sqlite:PATH or nats://HOST";
    return line.state.empty() ? "" : "--state needs a transport that outlives the process";
  }
  if (std::string wrong = FindUrlObstacle(line.transport); !wrong.empty()) return wrong;
  if (IsNats(line.transport) && line.keep_seconds * 1e9 > static_cast<double>(transport::kNatsMemoryNs))
    return "--keep: a NATS server keeps results of effects for a week at most";
  if (!line.state.empty() && line.state != line.transport)
    return "this transport keeps the state itself: leave --state out";
  if (line.deterministic || !line.scenarios.empty())
    return "a deterministic run keeps everything in memory: leave --transport out";
  return {};
}

std::variant<std::unique_ptr<transport::Transport>, std::string> OpenTransport(
    const CommandLine& line, std::string_view mesh, transport::Clock& clock,
    const std::function<void(const std::string&)>& tell, std::function<void(const std::string&)> lose) {
  if (!IsDurable(line)) return transport::MakeInproc(clock);
  if (IsNats(line.transport)) return OpenNats(line, mesh, clock, tell);
  auto options = std::get<transport::SqliteOptions>(transport::ParseSqliteUrl(line.transport));
  options.mesh = mesh;
  options.on_problem = [tell, path = options.path](const std::string& problem) {
    tell(problem.empty() ? fmt::format("`{}` can be written again", path)
                         : fmt::format("cannot write `{}`: {}; everything waits", path, problem));
  };
  options.create = !IsCommand(line);
  options.on_loss = std::move(lose);
  return transport::OpenSqlite(std::move(options), clock);
}

}  // namespace mesh::host
