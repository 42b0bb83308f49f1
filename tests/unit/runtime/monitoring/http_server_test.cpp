#include "mesh/monitoring/http_server.h"

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include <gtest/gtest.h>
#include <httplib.h>

namespace mesh::test {
namespace {

std::unique_ptr<monitoring::HttpServer> Bind(const monitoring::HttpAddress& address) {
  auto bound = monitoring::HttpServer::Bind(address);
  if (const auto* why = std::get_if<std::string>(&bound)) {
    ADD_FAILURE() << *why;
    return nullptr;
  }
  return std::get<0>(std::move(bound));
}

std::uint16_t PortOf(const monitoring::HttpServer& server) {
  const std::string& url = server.url();
  return static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
}

TEST(HttpAddress, IsAHostAndAPort) {
  const auto parse = [](const char* text) {
    const auto parsed = monitoring::ParseHttpAddress(text);
    const auto* address = std::get_if<monitoring::HttpAddress>(&parsed);
    return address == nullptr ? "wrong" : address->host + " " + std::to_string(address->port);
  };
  EXPECT_EQ(parse("127.0.0.1:8080"), "127.0.0.1 8080");
  EXPECT_EQ(parse(":8080"), "0.0.0.0 8080");
  EXPECT_EQ(parse("[::1]:0"), "::1 0");
  for (const char* wrong : {"", "8080", "localhost", "a:b", "a:", "a:70000", "a:-1", "::1:80", "a:80x"})
    EXPECT_EQ(parse(wrong), "wrong") << wrong;
}

TEST(HttpServer, AnswersWithItsPages) {
  const auto server = Bind({.host = "127.0.0.1"});
  server->Serve(
      {{"/good", [] { return monitoring::HttpPage{.body = "{}"}; }},
       {"/bad", [] { return monitoring::HttpPage{.status = 503, .type = "text/plain", .body = "no"}; }}});
  httplib::Client client(server->url());
  const auto good = client.Get("/good");
  ASSERT_TRUE(good);
  EXPECT_EQ(good->status, 200);
  EXPECT_EQ(good->body, "{}");
  EXPECT_EQ(good->get_header_value("Content-Type"), "application/json");
  EXPECT_EQ(client.Get("/bad")->status, 503);
  EXPECT_EQ(client.Get("/other")->status, 404);
}

TEST(HttpServer, SaysWhyAnAddressCannotBeTaken) {
  const auto first = Bind({.host = "127.0.0.1"});
  const auto taken = monitoring::HttpServer::Bind({.host = "127.0.0.1", .port = PortOf(*first)});
  ASSERT_TRUE(std::holds_alternative<std::string>(taken)) << "two would share it";
  EXPECT_NE(std::get<std::string>(taken).find("Address already in use"), std::string::npos)
      << std::get<std::string>(taken);
  const auto foreign = monitoring::HttpServer::Bind({.host = "192.0.2.1", .port = 80});
  EXPECT_TRUE(std::holds_alternative<std::string>(foreign));
}

TEST(HttpServer, EndsWithoutHavingServed) { Bind({.host = "127.0.0.1"}); }

}  // namespace
}  // namespace mesh::test
