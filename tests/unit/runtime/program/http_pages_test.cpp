// What a host shows over HTTP.
#include "mesh/program/http_pages.h"

#include <sstream>
#include <string>
#include <utility>
#include <variant>

#include <gtest/gtest.h>
#include <httplib.h>
#include <nlohmann/json.hpp>

#include "mesh/program/ask_ready.h"
#include "tests/support/host_fixture.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

using Json = nlohmann::json;

TEST(HttpPages, ShowAHostUntilItStops) {
  const CallMesh mesh({});
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", Returns(Value::String("done"))),
                                     EntryOf(mesh.table(), "fallback", Returns(Value::String("fallback")))});
  std::ostringstream told;
  program::ErrorLines errors(told);
  std::atomic<bool> stopping = false;
  auto bound = program::BindHttp("127.0.0.1:0");
  const auto pages = program::ShowPages(
      std::get<0>(std::move(bound)), fixture.host, [&stopping] { return stopping.load(); }, errors);
  ASSERT_NE(pages, nullptr);
  EXPECT_EQ(told.str(), "listening at " + pages->url() + "\n");
  fixture.Run(NewEnvelope("e", {Value::String("x"), Value()}));

  httplib::Client client(pages->url());
  EXPECT_EQ(client.Get("/healthz")->status, 200);
  const auto ready = client.Get("/readyz");
  EXPECT_EQ(ready->status, 200);
  for (const char* part : {"transport", "store", "mailboxes", "table", "drain"})
    EXPECT_TRUE(Json::parse(ready->body)["checks"][part]["ready"]) << part;
  EXPECT_EQ(Json::parse(client.Get("/counts")->body)["handled"], 1);
  EXPECT_NE(client.Get("/metrics")->body.find(R"(mesh_handled_total{mesh="test.mesh",actor="work"} 1)"),
            std::string::npos);
  stopping = true;
  const auto stops = client.Get("/readyz");
  EXPECT_EQ(stops->status, 503);
  EXPECT_EQ(Json::parse(stops->body)["not_ready"], Json::array({"drain"}));
  EXPECT_EQ(client.Get("/healthz")->status, 200) << "it lives until it has stopped";
}

TEST(HttpPages, TellAHostThatAsksForAnother) {
  const CallMesh mesh({});
  HostFixture fixture(mesh.table(), {EntryOf(mesh.table(), "work", Returns(Value::String("done"))),
                                     EntryOf(mesh.table(), "fallback", Returns(Value::String("fallback")))});
  std::ostringstream told;
  program::ErrorLines errors(told);
  std::atomic<bool> stopping = false;
  auto bound = program::BindHttp("127.0.0.1:0");
  const auto pages = program::ShowPages(
      std::get<0>(std::move(bound)), fixture.host, [&stopping] { return stopping.load(); }, errors);
  const std::string address = pages->url().substr(std::string("http://").size());
  EXPECT_EQ(program::AskReady(address), 0);
  EXPECT_EQ(program::AskReady(address.substr(address.rfind(':'))), 0) << "no name is this machine";
  stopping = true;
  EXPECT_EQ(program::AskReady(address), 1);
  EXPECT_EQ(program::AskReady("nowhere"), 2);
}

TEST(HttpPages, AreNoneWithoutAnAddress) {
  EXPECT_EQ(std::get<0>(program::BindHttp("")), nullptr);
  EXPECT_NE(std::get<std::string>(program::BindHttp("nowhere")), "");
}

}  // namespace
}  // namespace mesh::test
