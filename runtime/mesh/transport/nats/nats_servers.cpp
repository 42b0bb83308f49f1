#include "mesh/transport/nats/nats_servers.h"

#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mesh/transport/steady_ns.h"

namespace mesh::transport {

namespace {

constexpr std::size_t kLongestInfo = 64 * 1024;

/// A socket that connects to a server and reads its first line, without waiting.
class InfoReader {
 public:
  InfoReader(std::string shown, const addrinfo& address) : shown_(std::move(shown)) {
    socket_ = ::socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (socket_ < 0 || connect(socket_, address.ai_addr, address.ai_addrlen) == 0 || errno == EINPROGRESS)
      return;
    Close();
  }
  ~InfoReader() { Close(); }
  InfoReader(const InfoReader&) = delete;
  InfoReader& operator=(const InfoReader&) = delete;

  /// The open socket; below 0 once reading has ended.
  int socket() const { return socket_; }
  /// Reads what has come.
  void Read() {
    char bytes[4096];
    const ssize_t count = recv(socket_, bytes, sizeof bytes, 0);
    if (count <= 0) return Close();
    line_.append(bytes, static_cast<std::size_t>(count));
    const std::size_t end = line_.find('\n');
    if (end == std::string::npos && line_.size() < kLongestInfo) return;
    version_ = ReadInfoLine(std::string_view(line_).substr(0, end));
    Close();
  }
  /// The server as it has answered; empty if it has not.
  std::optional<NatsServerInfo> info() const {
    return version_ ? std::optional(NatsServerInfo{shown_, *version_}) : std::nullopt;
  }

 private:
  void Close() {
    if (socket_ >= 0) close(std::exchange(socket_, -1));
  }

  std::string shown_;
  int socket_ = -1;
  std::string line_;
  std::optional<std::string> version_;
};

/// One for each address of a server, since some of them may not answer.
void AddReaders(const std::string& url, std::vector<std::unique_ptr<InfoReader>>& readers) {
  const NatsAddress address = ReadNatsAddress(url);
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(address.host.c_str(), address.port.c_str(), &hints, &found) != 0) return;
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owned(found, freeaddrinfo);
  for (const addrinfo* at = found; at != nullptr; at = at->ai_next)
    readers.push_back(std::make_unique<InfoReader>(address.Shown(), *at));
}

}  // namespace

std::string NatsAddress::Shown() const { return host + ":" + port; }

NatsAddress ReadNatsAddress(std::string_view url) {
  if (const std::size_t scheme = url.find("://"); scheme != std::string_view::npos)
    url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find('/'));
  // No `@` in host names: what stands before it are credentials.
  url.remove_prefix(url.rfind('@') + 1);
  const std::size_t colon = url.rfind(':');
  const bool has_port = colon != std::string_view::npos && url.find(']', colon) == std::string_view::npos;
  std::string_view host = has_port ? url.substr(0, colon) : url;
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  return {std::string(host), std::string(has_port ? url.substr(colon + 1) : "4222")};
}

std::optional<std::string> ReadInfoLine(std::string_view line) {
  constexpr std::string_view kHead = "INFO ";
  if (!line.starts_with(kHead)) return std::nullopt;
  const auto info = nlohmann::json::parse(line.substr(kHead.size()), nullptr, false);
  if (!info.is_object()) return std::nullopt;
  const auto version = info.find("version");
  return version != info.end() && version->is_string() ? version->get<std::string>() : std::string();
}

std::vector<NatsServerInfo> AskNatsServers(const std::vector<std::string>& urls, int most_ms) {
  std::vector<std::unique_ptr<InfoReader>> readers;
  for (const std::string& url : urls) AddReaders(url, readers);
  const std::int64_t end_ms = SteadyMs() + most_ms;
  while (true) {
    std::vector<pollfd> waits;
    for (const auto& reader : readers) waits.push_back({reader->socket(), POLLIN, 0});
    const bool ended = std::ranges::all_of(waits, [](const pollfd& each) { return each.fd < 0; });
    const std::int64_t left_ms = end_ms - SteadyMs();
    if (ended || left_ms <= 0) break;
    if (poll(waits.data(), waits.size(), static_cast<int>(left_ms)) <= 0) continue;
    for (std::size_t i = 0; i < waits.size(); ++i) {
      if (waits[i].revents != 0) readers[i]->Read();
    }
  }
  std::vector<NatsServerInfo> infos;
  for (const auto& reader : readers) {
    if (auto info = reader->info()) infos.push_back(std::move(*info));
  }
  return infos;
}

}  // namespace mesh::transport
