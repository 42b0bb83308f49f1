#include "chart_servers.h"

#include <httplib.h>

#include <cctype>
#include <filesystem>
#include <string_view>

namespace meshc::test {
namespace {

using Json = nlohmann::json;
using Count = std::optional<std::int64_t>;

constexpr const char* kUser = "support";
constexpr const char* kPassword = "word";

Json Get(httplib::Client& client, const std::string& path) {
  const auto answer = client.Get(path);
  return answer && answer->status == 200 ? Json::parse(answer->body, nullptr, false) : Json();
}

/// A text as one segment of a path.
std::string Escape(const std::string& text) {
  constexpr std::string_view kHex = "0123456789ABCDEF";
  std::string escaped;
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    if (std::isalnum(byte) != 0 || character == '-' || character == '.' || character == '_') {
      escaped += character;
    } else {
      escaped += {'%', kHex[byte >> 4U], kHex[byte & 15U]};
    }
  }
  return escaped;
}

Json AskNats(const Json& metadata) {
  httplib::Client client("http://" + metadata.at("natsServerMonitoringEndpoint").get<std::string>());
  const Json told =
      Get(client, "/jsz?acc=" + metadata.at("account").get<std::string>() + "&consumers=true&config=true");
  if (!told.is_object()) return {};
  for (const Json& account : told.value("account_details", Json::array())) {
    for (const Json& stream : account.value("stream_detail", Json::array())) {
      if (stream.at("name") != metadata.at("stream")) continue;
      for (const Json& consumer : stream.value("consumer_detail", Json::array())) {
        if (consumer.at("name") == metadata.at("consumer")) return consumer;
      }
    }
  }
  return {};
}

/// `/api/queues/VHOST/QUEUE`: of waiting and working messages it tells the sum.
Json AskRabbit(const Json& metadata, const std::map<std::string, std::string>& authentication) {
  EXPECT_EQ(metadata.at("protocol"), "http");
  EXPECT_EQ(metadata.at("mode"), "QueueLength");
  httplib::Client client(metadata.at("host").get<std::string>());
  client.set_basic_auth(authentication.at("username"), authentication.at("password"));
  const auto escaped = [](const Json& text) { return Escape(text.get<std::string>()); };
  const Json told = Get(
      client, "/api/queues/" + escaped(metadata.at("vhostName")) + "/" + escaped(metadata.at("queueName")));
  // A queue that was made of late has been counted by nobody.
  return told.is_object() && told.contains("messages") ? told : Json();
}

const std::string& ManagementPort() {
  static const std::string port = mesh::test::FreePort();
  return port;
}

/// All tests of a program have it, because it takes seconds to start. It runs whenever a test begins.
mesh::test::RabbitServer& SharedBroker() {
  static mesh::test::RabbitServer broker(
      std::string("default_user = ") + kUser + "\ndefault_pass = " + kPassword +
          "\ncollect_statistics_interval = 500\nmanagement.tcp.ip = 127.0.0.1\nmanagement.tcp.port = " +
          ManagementPort() + "\n",
      "[rabbitmq_management]");
  if (!broker.is_running()) broker.Start();
  return broker;
}

/// Until the broker has it: its management answers a little later than its clients are heard.
void MakeVhost(const std::string& name) {
  httplib::Client client("127.0.0.1:" + ManagementPort());
  client.set_basic_auth(kUser, kPassword);
  const auto put = [&](const std::string& path, const std::string& body) {
    auto answer = client.Put(path, body, "application/json");
    while (!answer || answer->status >= 400) answer = client.Put(path, body, "application/json");
  };
  put("/api/vhosts/" + name, "{}");
  put("/api/permissions/" + name + "/" + kUser, R"({"configure": ".*", "write": ".*", "read": ".*"})");
}

}  // namespace

ChartServers::ChartServers(ChartBroker broker) {
  const bool on_redis = broker == ChartBroker::kNatsBesideRedis || broker == ChartBroker::kRabbitBesideRedis;
  if (on_redis) {
    redis_ = std::make_unique<mesh::test::RedisServer>(std::vector<std::string>{"--requirepass", kPassword});
    secrets_["redis-auth"] = {{"password", kPassword}};
  }
  if (broker != ChartBroker::kRabbitBesideRedis)
    nats_ = std::make_unique<mesh::test::NatsServer>(std::vector<std::string>{"-m", "-1"});
  if (broker == ChartBroker::kNatsBesideNats) store_ = std::make_unique<mesh::test::NatsServer>();
  if (broker != ChartBroker::kRabbit && broker != ChartBroker::kRabbitBesideRedis) return;
  rabbit_ = &SharedBroker();
  static int tests = 0;
  vhost_ = "support" + std::to_string(++tests);
  MakeVhost(vhost_);
  secrets_["rabbitmq-auth"] = {{"user", kUser}, {"password", kPassword}};
}

/// Redis' default database is not the one that is named.
std::string ChartServers::StateUrl() const {
  if (is_on_redis()) return redis_->url() + "/2";
  return store_ ? store_->url() : nats_->url();
}

std::vector<std::string> ChartServers::Values(const std::string& folder) const {
  const auto is = [](const std::string& key, const std::string& value) { return key + "=" + value; };
  if (!is_rabbit()) {
    std::vector<std::string> words = {
        "--set", is("transport.url", nats_->url()) + "," + is("transport.monitoring", nats_->monitoring())};
    // Charts without a deploy are on NATS, too.
    const std::string deployed = folder + "/values-on_nats.yaml";
    if (std::filesystem::exists(deployed)) words.insert(words.begin(), {"-f", deployed});
    if (has_store()) words.insert(words.end(), {"--set", is("state.url", StateUrl())});
    return words;
  }
  return {"-f", folder + "/values-on_rabbitmq.yaml", "--set",
          is("transport.url", rabbit_->url() + "/" + vhost_) + "," + is("transport.vhost", vhost_) + "," +
              is("transport.monitoring", "127.0.0.1:" + ManagementPort()) + "," +
              is("state.url", StateUrl())};
}

std::vector<std::string> ChartServers::HostOptions() const {
  std::vector<std::string> words = {"--transport",
                                    is_rabbit() ? rabbit_->url() + "/" + vhost_ : nats_->url()};
  if (has_store()) words.insert(words.end(), {"--state", StateUrl()});
  return words;
}

std::vector<std::pair<std::string, std::string>> ChartServers::HostEnvironment() const {
  std::vector<std::pair<std::string, std::string>> known;
  if (is_rabbit()) known = {{"MESH_TRANSPORT_USER", kUser}, {"MESH_TRANSPORT_PASSWORD", kPassword}};
  if (is_on_redis()) known.emplace_back("MESH_STATE_PASSWORD", kPassword);
  return known;
}

Json ChartServers::Ask(const RenderedChart& chart, const Json& trigger) const {
  if (!is_rabbit()) return AskNats(trigger.at("metadata"));
  return AskRabbit(trigger.at("metadata"), chart.AuthenticationOf(trigger, secrets_));
}

Count ChartServers::Count(const RenderedChart& chart, const Json& trigger) const {
  const Json told = Ask(chart, trigger);
  if (told.is_null()) return std::nullopt;
  const auto number = [&](const char* of) { return told.at(of).get<std::int64_t>(); };
  if (!is_rabbit()) return number("num_pending") + number("num_ack_pending");
  const bool ready_only = trigger.at("metadata").value("excludeUnacknowledged", "false") == "true";
  return number(ready_only ? "messages_ready" : "messages");
}

Count ChartServers::CountAtWork(const RenderedChart& chart, const Json& trigger) const {
  const Json told = Ask(chart, trigger);
  if (told.is_null()) return std::nullopt;
  return told.at(is_rabbit() ? "messages_unacknowledged" : "num_ack_pending").get<std::int64_t>();
}

void ChartServers::Stop(int signal) { is_rabbit() ? rabbit_->Stop(signal) : nats_->Stop(signal); }
void ChartServers::Start() { is_rabbit() ? rabbit_->Start() : nats_->Start(); }
void ChartServers::StopStore(int signal) {
  is_on_redis() ? redis_->Stop(signal) : (store_ ? store_ : nats_)->Stop(signal);
}
void ChartServers::StartStore() { is_on_redis() ? redis_->Start() : (store_ ? store_ : nats_)->Start(); }

}  // namespace meshc::test
