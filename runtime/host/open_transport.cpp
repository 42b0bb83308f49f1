#include "mesh/host/open_transport.h"

#include <utility>

#include <fmt/format.h>

#include "mesh/transport/inproc.h"
#include "mesh/transport/sqlite.h"

namespace mesh::host {

namespace {

constexpr const char* kInproc = "inproc";

}  // namespace

bool IsDurable(const CommandLine& line) { return line.transport != kInproc; }
bool IsCommand(const CommandLine& line) {
  return !line.signal.empty() || !line.cancel_id.empty() || line.question.kind != Question::Kind::kNone;
}

std::string FindTransportObstacle(const CommandLine& line) {
  if (!line.http.empty() && (line.deterministic || !line.scenarios.empty()))
    return "a deterministic run has nothing that --http could show";
  if (!IsDurable(line)) {
    if (IsCommand(line)) return "which mesh? name its transport: --transport sqlite:PATH";
    if (line.serve) return "--serve needs a transport that others can reach: --transport sqlite:PATH";
    if (!line.archive.empty())
      return "--archive needs a transport that outlives the process: its sink waits for it";
    if (line.provision) return "--provision needs a transport that others can reach: --transport sqlite:PATH";
    return line.state.empty() ? "" : "--state needs a transport that outlives the process";
  }
  if (!line.transport.starts_with("sqlite:"))
    return fmt::format("no transport is called `{}`; there are inproc and sqlite:PATH", line.transport);
  const auto parsed = transport::ParseSqliteUrl(line.transport);
  if (const auto* wrong = std::get_if<std::string>(&parsed)) return *wrong;
  if (!line.state.empty() && line.state != line.transport)
    return "an sqlite transport keeps the state in its own file: leave --state out";
  if (line.deterministic || !line.scenarios.empty())
    return "a deterministic run keeps everything in memory: leave --transport out";
  return {};
}

std::variant<std::unique_ptr<transport::Transport>, std::string> OpenTransport(
    const CommandLine& line, std::string_view mesh, transport::Clock& clock,
    const std::function<void(const std::string&)>& tell, std::function<void(const std::string&)> lose) {
  if (!IsDurable(line)) return transport::MakeInproc(clock);
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
