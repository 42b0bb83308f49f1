// A cluster of three NATS servers with JetStream, each with a folder and ports of its own.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>
#include <nats/nats.h>

#include "tests/support/nats_server.h"

namespace mesh::test {

class NatsCluster {
 public:
  static constexpr std::size_t kSize = 3;

  /// Runs, and takes streams with three replicas, when it is made; else the test fails. Once in some hundred
  /// starts a new cluster elected no leader at all: then the servers begin again without their disks, and the
  /// reason is printed.
  explicit NatsCluster(const std::string& program) {
    for (auto& port : routes_) port = FreePort();
    for (auto& server : servers_) server = std::make_unique<NatsServer>(NatsServer::Program(program));
    for (int start = 0; start < kMostStarts; ++start) {
      for (std::size_t i = 0; i < kSize; ++i) Start(i);
      const std::string problem = AwaitLeader();
      if (problem.empty()) return;
      std::fprintf(stderr, "%s\n", problem.c_str());
      for (auto& server : servers_) {
        server->Stop(SIGKILL);
        server->LoseDisk();
      }
    }
    ADD_FAILURE() << "the cluster elects no leader";
  }

  NatsServer& server(std::size_t which) { return *servers_[which]; }
  /// Where it was before, with what is on its disk.
  void Start(std::size_t which) { servers_[which]->Start(OptionsOf(which)); }
  void StartAs(std::size_t which, const std::string& program) {
    servers_[which]->StartAs(program, OptionsOf(which));
  }
  /// `nats://HOST:PORT,HOST:PORT,HOST:PORT`
  std::string url() const {
    std::string url = servers_[0]->url();
    for (std::size_t i = 1; i < kSize; ++i) url += ",127.0.0.1:" + servers_[i]->port();
    return url;
  }

  /// Each server says that it is healthy, which is that it has all of its streams and consumers: another one
  /// may be taken away.
  /// Asks up to a hundred times, a tenth of a second apart.
  bool IsWhole() const {
    constexpr int kTries = 100;
    const Client client(*this);
    for (int i = 0; i < kTries; ++i) {
      const bool healthy =
          std::ranges::all_of(servers_, [](const auto& server) { return IsHealthy(*server); });
      if (healthy && HasAllReplicas(client.context)) return true;
      poll(nullptr, 0, kPauseMs);
    }
    return false;
  }

 private:
  static constexpr int kMostStarts = 3;
  static constexpr auto kElection = std::chrono::seconds(40);
  static constexpr int kPauseMs = 100;

  struct Client {
    explicit Client(const NatsCluster& cluster) {
      natsOptions* options = nullptr;
      natsOptions_Create(&options);
      std::vector<std::string> urls;
      std::vector<const char*> texts;
      for (const auto& server : cluster.servers_) urls.push_back(server->url());
      for (const std::string& url : urls) texts.push_back(url.c_str());
      natsOptions_SetServers(options, texts.data(), static_cast<int>(texts.size()));
      EXPECT_EQ(natsConnection_Connect(&connection, options), NATS_OK);
      EXPECT_EQ(natsConnection_JetStream(&context, connection, nullptr), NATS_OK);
      natsOptions_Destroy(options);
    }
    ~Client() {
      jsCtx_Destroy(context);
      natsConnection_Destroy(connection);
    }
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    natsConnection* connection = nullptr;
    jsCtx* context = nullptr;
  };

  /// Waits until a stream of three replicas can be made, which takes a leader and all servers. Returns an
  /// empty text then, or the last error and the ends of the servers' logs.
  std::string AwaitLeader() const {
    const Client client(*this);
    jsStreamConfig config;
    jsStreamConfig_Init(&config);
    const char* subjects[] = {"ready"};
    config.Name = "ready";
    config.Subjects = subjects;
    config.SubjectsLen = 1;
    config.Replicas = kSize;
    const auto end = std::chrono::steady_clock::now() + kElection;
    while (std::chrono::steady_clock::now() < end) {
      if (js_AddStream(nullptr, client.context, &config, nullptr, nullptr) == NATS_OK) {
        js_DeleteStream(client.context, "ready", nullptr, nullptr);
        return {};
      }
      poll(nullptr, 0, kPauseMs);
    }
    std::string problem = std::string("no leader: ") + nats_GetLastError(nullptr);
    constexpr std::size_t kShown = 2'000;
    for (const auto& server : servers_) {
      std::ifstream file(server->folder() + "/log");
      const std::string log{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
      problem += "\n" + log.substr(log.size() - std::min(log.size(), kShown));
    }
    return problem;
  }

  /// As probes of Kubernetes ask.
  static bool IsHealthy(const NatsServer& server) {
    const std::string& at = server.monitoring();
    const int caller = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = LoopbackAt(at.substr(at.rfind(':') + 1));
    std::string answer;
    constexpr std::string_view kQuestion = "GET /healthz HTTP/1.0\r\n\r\n";
    if (connect(caller, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
        send(caller, kQuestion.data(), kQuestion.size(), MSG_NOSIGNAL) > 0) {
      char bytes[4096];
      for (ssize_t count = 1; count > 0;) {
        count = recv(caller, bytes, sizeof bytes, 0);
        if (count > 0) answer.append(bytes, static_cast<std::size_t>(count));
      }
    }
    close(caller);
    return answer.find(" 200 ") != std::string::npos;
  }

  static bool HasAllReplicas(jsCtx* context) {
    jsStreamInfoList* list = nullptr;
    if (js_Streams(&list, context, nullptr, nullptr) != NATS_OK) return false;
    bool whole = list->Count > 0;
    for (int i = 0; i < list->Count; ++i) {
      const jsClusterInfo* const cluster = list->List[i]->Cluster;
      whole = whole && cluster != nullptr && cluster->Leader != nullptr &&
              cluster->ReplicasLen == static_cast<int>(kSize) - 1;
      for (int peer = 0; whole && peer < cluster->ReplicasLen; ++peer)
        whole = cluster->Replicas[peer]->Current && !cluster->Replicas[peer]->Offline;
    }
    jsStreamInfoList_Destroy(list);
    return whole;
  }

  std::vector<std::string> OptionsOf(std::size_t which) const {
    std::string others;
    for (std::size_t i = 0; i < kSize; ++i) {
      if (i != which) others += (others.empty() ? "" : ",") + RouteOf(i);
    }
    return {"-m",
            "-1",
            "-n",
            "n" + std::to_string(which),
            "--cluster",
            RouteOf(which),
            "--cluster_name",
            "trial",
            "--routes",
            others};
  }
  std::string RouteOf(std::size_t which) const { return "nats://127.0.0.1:" + routes_[which]; }

  std::array<std::string, kSize> routes_;
  std::array<std::unique_ptr<NatsServer>, kSize> servers_;
};

}  // namespace mesh::test
