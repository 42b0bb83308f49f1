// URLs of transports and stores: each gives options or a sentence, and SQLite's a path that names a file.
#include "mesh/transport/amqp/amqp.h"
#include "mesh/transport/nats/nats.h"
#include "mesh/transport/redis/redis.h"
#include "mesh/transport/sqlite/sqlite.h"
#include "tests/fuzz/fuzz_input.h"

namespace {

template <typename Options>
void HasReason(const std::variant<Options, std::string>& parsed) {
  const auto* reason = std::get_if<std::string>(&parsed);
  if (reason != nullptr && reason->empty()) meshc::fuzz::Fail("a URL is refused without a reason");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace mesh::transport;
  const auto url = meshc::fuzz::TextOf(data, size);
  if (!url) return 0;
  HasReason(ParseAmqpUrl(*url));
  HasReason(ParseNatsUrl(*url));
  HasReason(ParseRedisUrl(*url));
  const auto sqlite = ParseSqliteUrl(*url);
  HasReason(sqlite);
  if (const auto* options = std::get_if<SqliteOptions>(&sqlite)) {
    const std::string& path = options->path;
    if (path.empty() || path == ":memory:" || path.starts_with("file:"))
      meshc::fuzz::Fail("no file: " + path);
  }
  return 0;
}
