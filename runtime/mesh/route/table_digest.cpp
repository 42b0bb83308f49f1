#include "mesh/route/table_digest.h"

#include <array>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>
#include <openssl/evp.h>

#include "mesh/route/table_json.h"

namespace mesh::route {

namespace {

constexpr std::size_t kDigits = 16;

std::string DigestOf(std::string_view text) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> hash = {};
  unsigned size = 0;
  if (EVP_Digest(text.data(), text.size(), hash.data(), &size, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("the system gives no SHA-256");
  std::string digits;
  for (std::size_t i = 0; i < kDigits / 2; ++i) digits += fmt::format("{:02x}", hash[i]);
  return digits;
}

}  // namespace

std::string TableDigest(const contract::RouteTable& table, contract::Array<contract::FormerName> former) {
  // How many calls of an actor run at once is a matter of hosts: no envelope fares differently by it.
  std::vector<contract::Actor> actors(table.actors.begin(), table.actors.end());
  for (contract::Actor& actor : actors) actor.concurrency = contract::Actor{}.concurrency;
  contract::RouteTable bare = table;
  bare.actors.data = actors.data();
  bare.digest = {};
  std::string text = WriteTableJson(bare);
  for (const contract::FormerName& each : former) {
    if (each.of == contract::Named::kMember) text += fmt::format("member {} was {}\n", each.entry, each.name);
    if (each.of == contract::Named::kField) text += fmt::format("field {} was {}\n", each.entry, each.name);
  }
  return DigestOf(text);
}

bool IsWrittenAs(std::string_view routes, std::string_view digest) {
  const std::string stated = fmt::format("\"digest\": \"{}\"", digest);
  const std::size_t at = routes.find(stated);
  if (at == std::string_view::npos) return false;
  const std::string_view before = routes.substr(0, at);
  std::string_view after = routes.substr(at + stated.size());
  const std::size_t promises = after.rfind(",\n\"promises\": ");
  std::string own = fmt::format("{}\"digest\": \"\"{}", before, after.substr(0, promises));
  if (promises != std::string_view::npos) own += "\n}\n";
  return DigestOf(own) == digest;
}

}  // namespace mesh::route
