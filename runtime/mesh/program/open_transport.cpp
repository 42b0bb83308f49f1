#include "mesh/program/open_transport.h"

#include <cstdlib>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "mesh/host/options.h"
#include "mesh/program/stop_signals.h"
#include "mesh/transport/amqp/amqp.h"
#include "mesh/transport/inproc/inproc.h"
#include "mesh/transport/lanes/laned.h"
#include "mesh/transport/nats/nats.h"
#include "mesh/transport/redis/redis.h"
#include "mesh/transport/sqlite/sqlite.h"

namespace mesh::program {

namespace {

constexpr const char* kInproc = "inproc";
/// How the environment names what a server must know of a host.
constexpr const char* kCredentials = "MESH_TRANSPORT";
constexpr const char* kStateCredentials = "MESH_STATE";

bool IsSqlite(const std::string& url) { return url.starts_with("sqlite:"); }
bool IsNats(const std::string& url) { return url.starts_with("nats://") || url.starts_with("tls://"); }
bool IsAmqp(const std::string& url) { return url.starts_with("amqp://") || url.starts_with("amqps://"); }
bool IsRedis(const std::string& url) { return url.starts_with("redis://") || url.starts_with("rediss://"); }

std::optional<std::string> Environment(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

/// By what this process is known to a server: `who` is one of the names above.
transport::CredentialSource KnownBy(const char* who) {
  return [who] { return transport::ReadCredentials(who, Environment); };
}

template <typename Options>
std::string WrongOf(const std::variant<Options, std::string>& parsed) {
  const auto* const wrong = std::get_if<std::string>(&parsed);
  return wrong == nullptr ? "" : *wrong;
}

/// What is wrong with the URL itself; empty: nothing.
std::string FindUrlObstacle(const std::string& url) {
  if (IsSqlite(url)) return WrongOf(transport::ParseSqliteUrl(url));
  if (IsNats(url)) return WrongOf(transport::ParseNatsUrl(url));
  if (IsAmqp(url)) return WrongOf(transport::ParseAmqpUrl(url));
  // What stands before an `@` may be a secret.
  const std::string shown = url.find('@') == std::string::npos ? url : url.substr(0, url.find(':'));
  return fmt::format(
      "no transport is called `{}`; there are inproc, sqlite:PATH, nats://HOST, tls://HOST, amqp://HOST and "
      "amqps://HOST",
      shown);
}

/// What is said of a NATS server that keeps the state alone.
std::string FindNatsStoreObstacle(const std::string& url) {
  // Arguments of a process can be read by others.
  if (url.find('@') != std::string::npos)
    return "--state holds a name or a secret: give MESH_STATE_USER and MESH_STATE_PASSWORD, or "
           "MESH_STATE_TOKEN, or files by …_FILE";
  return WrongOf(transport::ParseNatsUrl(url));
}

/// What it wants stands in the state, or nowhere.
bool AsksForState(const CommandLine& line) {
  using Kind = Question::Kind;
  const bool asks = line.question.kind == Kind::kInspect || line.question.kind == Kind::kParked ||
                    line.question.kind == Kind::kFailed || line.question.failed;
  return asks || !line.signal.empty() || !line.cancel_id.empty();
}

/// What is said of the store; the transport is right.
std::string FindStateObstacle(const CommandLine& line) {
  if (!IsAmqp(line.transport)) {
    if (line.state.empty() || line.state == line.transport) return {};
    if (!IsNats(line.transport)) return "this transport keeps the state itself: leave --state out";
    if (IsRedis(line.state)) return WrongOf(transport::ParseRedisUrl(line.state));
    return IsNats(line.state)
               ? FindNatsStoreObstacle(line.state)
               : "a NATS server keeps the state itself, or another one or a Redis server beside it: leave "
                 "--state out, or name --state nats://HOST or redis://HOST";
  }
  // Whether the mesh needs one is known when its tables are.
  if (line.state.empty()) {
    return AsksForState(line)
               ? "an AMQP broker keeps no state that this could look at: name what all hosts share, --state "
                 "redis://HOST or nats://HOST, or on one machine --state sqlite:PATH"
               : "";
  }
  if (IsSqlite(line.state)) return WrongOf(transport::ParseSqliteUrl(line.state));
  if (IsRedis(line.state)) return WrongOf(transport::ParseRedisUrl(line.state));
  if (!IsNats(line.state)) {
    return "beside an AMQP broker the state is kept by a Redis or a NATS server, --state redis://HOST or "
           "nats://HOST, or on one machine in a file, --state sqlite:PATH";
  }
  return FindNatsStoreObstacle(line.state);
}

/// Where the state is.
const std::string& StateUrl(const CommandLine& line) {
  return line.state.empty() ? line.transport : line.state;
}

std::variant<std::unique_ptr<transport::Transport>, std::string> OpenNats(
    const CommandLine& line, const std::string& url, const char* who, std::string_view mesh,
    transport::Clock& clock, const std::function<void(const std::string&)>& tell,
    std::shared_ptr<transport::Ledger> store = nullptr) {
  auto options = std::get<transport::NatsOptions>(transport::ParseNatsUrl(url));
  options.store = std::move(store);
  options.credentials = KnownBy(who);
  options.mesh = mesh;
  options.create = line.provision || (options.create && !IsCommand(line));
  options.largest_payload = host::HostOptions().max_payload_bytes;
  options.gives_up = [is_command = IsCommand(line)] { return is_command || IsStopPending(); };
  options.on_problem = [tell, servers = options.servers](const std::string& problem) {
    tell(problem.empty() ? fmt::format("`{}` answers again", servers)
                         : fmt::format("`{}`: {}; everything waits", servers, problem));
  };
  return transport::OpenNats(std::move(options), clock);
}

std::variant<std::unique_ptr<transport::Transport>, std::string> OpenSqlite(
    const CommandLine& line, const std::string& url, std::string_view mesh, transport::Clock& clock,
    const std::function<void(const std::string&)>& tell, std::function<void(const std::string&)> lose) {
  auto options = std::get<transport::SqliteOptions>(transport::ParseSqliteUrl(url));
  options.mesh = mesh;
  options.on_problem = [tell, path = options.path](const std::string& problem) {
    tell(problem.empty() ? fmt::format("`{}` can be written again", path)
                         : fmt::format("cannot write `{}`: {}; everything waits", path, problem));
  };
  options.create = !IsCommand(line);
  options.on_loss = std::move(lose);
  return transport::OpenSqlite(std::move(options), clock);
}

std::variant<std::unique_ptr<transport::Ledger>, std::string> OpenRedis(
    const CommandLine& line, std::string_view mesh, transport::Clock& clock,
    const std::function<void(const std::string&)>& tell) {
  auto options = std::get<transport::RedisOptions>(transport::ParseRedisUrl(line.state));
  options.credentials = KnownBy(kStateCredentials);
  options.mesh = mesh;
  options.on_problem = [tell, url = options.url()](const std::string& problem) {
    tell(problem.empty() ? fmt::format("`{}` answers again", url)
                         : fmt::format("`{}`: {}; everything waits", url, problem));
  };
  options.on_warning = [tell, url = options.url()](const std::string& warning) {
    tell(fmt::format("`{}`: {}", url, warning));
  };
  return transport::OpenRedis(std::move(options), clock);
}

/// The store beside a broker that keeps no state.
std::variant<std::shared_ptr<transport::Ledger>, std::string> OpenStore(
    const CommandLine& line, std::string_view mesh, transport::Clock& clock,
    const std::function<void(const std::string&)>& tell, std::function<void(const std::string&)> lose) {
  if (IsRedis(line.state)) {
    auto opened = OpenRedis(line, mesh, clock, tell);
    if (auto* why = std::get_if<std::string>(&opened)) return std::move(*why);
    return std::shared_ptr(std::get<std::unique_ptr<transport::Ledger>>(std::move(opened)));
  }
  auto opened = IsNats(line.state) ? OpenNats(line, line.state, kStateCredentials, mesh, clock, tell)
                                   : OpenSqlite(line, line.state, mesh, clock, tell, std::move(lose));
  if (auto* why = std::get_if<std::string>(&opened)) return std::move(*why);
  return transport::StoreOf(std::get<std::unique_ptr<transport::Transport>>(std::move(opened)));
}

std::variant<std::unique_ptr<transport::Transport>, std::string> OpenAmqp(
    const CommandLine& line, std::string_view mesh, transport::Clock& clock,
    const std::function<void(const std::string&)>& tell, std::function<void(const std::string&)> lose) {
  auto options = std::get<transport::AmqpOptions>(transport::ParseAmqpUrl(line.transport));
  options.credentials = KnownBy(kCredentials);
  options.mesh = mesh;
  options.create = line.provision || (options.create && !IsCommand(line));
  options.on_problem = [tell, url = options.url()](const std::string& problem) {
    tell(problem.empty() ? fmt::format("`{}` answers again", url)
                         : fmt::format("`{}`: {}; everything waits", url, problem));
  };
  if (!line.state.empty()) {
    auto store = OpenStore(line, mesh, clock, tell, std::move(lose));
    if (auto* why = std::get_if<std::string>(&store)) return std::move(*why);
    options.store = std::get<std::shared_ptr<transport::Ledger>>(std::move(store));
  }
  return transport::OpenAmqp(std::move(options), clock);
}

std::variant<std::unique_ptr<transport::Transport>, std::string> OpenPlain(
    const CommandLine& line, std::string_view mesh, transport::Clock& clock,
    const std::function<void(const std::string&)>& tell, std::function<void(const std::string&)> lose) {
  if (!IsDurable(line)) return transport::MakeInproc(clock);
  if (IsNats(line.transport)) {
    std::shared_ptr<transport::Ledger> store;
    if (StateUrl(line) != line.transport) {
      auto opened = OpenStore(line, mesh, clock, tell, std::move(lose));
      if (auto* why = std::get_if<std::string>(&opened)) return std::move(*why);
      store = std::get<std::shared_ptr<transport::Ledger>>(std::move(opened));
    }
    return OpenNats(line, line.transport, kCredentials, mesh, clock, tell, std::move(store));
  }
  if (IsAmqp(line.transport)) return OpenAmqp(line, mesh, clock, tell, std::move(lose));
  return OpenSqlite(line, line.transport, mesh, clock, tell, std::move(lose));
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
    if (IsCommand(line))
      return "which mesh? name its transport: --transport sqlite:PATH, nats://HOST or amqp://HOST";
    if (line.serve)
      return "--serve needs a transport that others can reach: --transport sqlite:PATH, nats://HOST or "
             "amqp://HOST";
    if (!line.archive.empty())
      return "--archive needs a transport that outlives the process: its sink waits for it";
    if (line.provision)
      return "--provision needs a transport that others can reach: --transport sqlite:PATH, nats://HOST or "
             "amqp://HOST";
    return line.state.empty() ? "" : "--state needs a transport that outlives the process";
  }
  if (std::string wrong = FindUrlObstacle(line.transport); !wrong.empty()) return wrong;
  if (IsNats(StateUrl(line)) && line.keep_seconds * 1e9 > static_cast<double>(transport::kNatsMemoryNs))
    return "--keep: a NATS server keeps results of effects for a week at most";
  if (std::string wrong = FindStateObstacle(line); !wrong.empty()) return wrong;
  if (line.deterministic || !line.scenarios.empty())
    return "a deterministic run keeps everything in memory: leave --transport out";
  return {};
}

std::variant<std::unique_ptr<transport::Transport>, std::string> OpenTransport(
    const CommandLine& line, std::string_view mesh, transport::Clock& clock,
    const std::function<void(const std::string&)>& tell, std::function<void(const std::string&)> lose) {
  auto opened = OpenPlain(line, mesh, clock, tell, std::move(lose));
  if (line.lanes.empty() || std::holds_alternative<std::string>(opened)) return opened;
  return transport::MakeLaned(std::get<0>(std::move(opened)), line.lanes, clock);
}

}  // namespace mesh::program
