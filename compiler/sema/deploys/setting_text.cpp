#include "compiler/sema/deploys/setting_text.h"

#include <arpa/inet.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/Regex.h>

#include <array>

#include "compiler/support/affix.h"
#include "compiler/support/enumerator.h"

namespace meshc::sema {
namespace {

#define MESHC_LABEL "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
#define MESHC_OBJECT_NAME MESHC_LABEL "(\\." MESHC_LABEL ")*"
#define MESHC_LABEL_NAME "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?"
#define MESHC_SERVER "[^/@,? [:cntrl:]]+"
#define MESHC_IMAGE_PART "[a-z0-9]+((\\.|_|__|-+)[a-z0-9]+)*"

/// One row for each kind, in its order. A text fits if it matches `pattern` and not `refused`.
struct TextRow {
  std::string_view name;
  std::string_view rule;
  const char* pattern = ".*";
  const char* refused = nullptr;
  std::size_t longest = 4096;
};

constexpr std::array<TextRow, 19> kTextRows{{
    {"text that says something", "write something between the quotes", "."},
    {"name that Kubernetes takes",
     "such a name has lower-case letters, digits and `-` within it, at most 63 in all", "^" MESHC_LABEL "$",
     nullptr, 63},
    {"name that Kubernetes takes", "such a name has lower-case letters and digits, and `-` and `.` within it",
     "^" MESHC_OBJECT_NAME "$", nullptr, 253},
    {"key that Kubernetes takes", "write it like `disk` or `nvidia.com/gpu`",
     "^(" MESHC_OBJECT_NAME "/)?" MESHC_LABEL_NAME "$"},
    {"value that Kubernetes takes",
     "such a value has letters and digits, and `-`, `_` and `.` within it, at most 63 in all",
     "^(" MESHC_LABEL_NAME ")?$"},
    {"name of an image",
     "write it like `registry.example/team/reader:1.0`, or end it by `@sha256:` and the digest",
     "^([A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?(:[0-9]+)?/)?" MESHC_IMAGE_PART "(/" MESHC_IMAGE_PART
     ")*(:[A-Za-z0-9_][-A-Za-z0-9_.]{0,127})?(@sha256:[0-9a-f]{64})?$"},
    {"key of a secret", "such a key has letters, digits, `-`, `_` and `.`", "^[-._a-zA-Z0-9]+$",
     "^\\.\\.?$|^\\.\\.", 253},
    {"name of a variable",
     "such a name has letters, digits, `_`, `-` and `.`, begins with no digit, and not with `MESH_`, which "
     "is "
     "how those of the host begin",
     "^[-A-Za-z_.][-A-Za-z0-9_.]*$", "^MESH_"},
    {"value of a variable",
     "charts are YAML, which has no place for control characters but tab and line feed: give the rest in "
     "another form, or from a secret",
     ".*", nullptr, 131'071},
    {"path to mount at",
     "such a path begins with `/`, has no `:` and no `..`, and is neither `/` nor in `/mesh`, where the host "
     "is, nor one that it cannot do without: `/usr`, `/usr/lib`, `/lib`, `/lib64`, `/bin`, `/etc`, `/dev`, "
     "or anywhere in `/proc` and `/sys`",
     "^(/[^/:[:cntrl:]]+)+/?$",
     "/\\.\\.?(/|$)|^/(mesh|proc|sys)(/|$)|^/(usr|usr/lib|lib|lib64|bin|etc|dev)/?$"},
    {"device that nodes offer", "write it like `nvidia.com/gpu`, with who makes it before the `/`",
     "^" MESHC_OBJECT_NAME "/" MESHC_LABEL_NAME "$", "kubernetes\\.io/|^requests\\.", 253},
    {"network", "write it like `10.2.0.0/16`: an address, and how many of its bits are the same for all",
     "^[0-9a-fA-F:.]+/(0|[1-9][0-9]{0,2})$"},
    {"prefix of queues", "such a prefix has letters, digits, `_` and `-`, at most 63 in all",
     "^[A-Za-z0-9_-]+$", nullptr, 63},
    {"account of NATS", "such a name has letters, digits, `$`, `_`, `-` and `.`", "^[$A-Za-z0-9_.-]+$"},
    {"URL of a NATS server",
     "its servers begin with `nats://`, or all with `tls://`, and it does not say who connects, nor how: "
     "`nats://nats.messaging:4222`",
     "^(nats://" MESHC_SERVER "(,nats://" MESHC_SERVER ")*|tls://" MESHC_SERVER "(,tls://" MESHC_SERVER
     ")*)/?$"},
    {"URL of a RabbitMQ server",
     "it begins with `amqp://` or `amqps://`, and does not say who connects, nor how: "
     "`amqp://rabbit.messaging:5672/vhost`",
     "^amqps?://" MESHC_SERVER "(," MESHC_SERVER ")*(/([^@?%[:cntrl:] ]|%[0-9A-Fa-f]{2})*)?$"},
    {"URL of a Redis server",
     "it begins with `redis://`, and does not say who connects: "
     "`redis://redis.messaging:6379`",
     "^rediss?://" MESHC_SERVER "(/[0-9]*)?$"},
    {"host and port", "write it like `nats.messaging:8222`", "^[^/@, [:cntrl:]]+:[0-9]{1,5}$"},
    {"place of the management endpoint", "write it like `rabbit.messaging:15672`",
     "^(https?://)?" MESHC_SERVER "/?$"},
}};

#undef MESHC_LABEL
#undef MESHC_OBJECT_NAME
#undef MESHC_LABEL_NAME
#undef MESHC_SERVER
#undef MESHC_IMAGE_PART

const TextRow& RowOf(TextKind kind) { return kTextRows[static_cast<std::size_t>(kind)]; }

/// What a pattern does not tell of `10.2.0.0/16`.
bool IsNetwork(llvm::StringRef text) {
  const auto [address, bits] = text.split('/');
  const int family = address.contains(':') ? AF_INET6 : AF_INET;
  std::array<unsigned char, sizeof(in6_addr)> bytes{};
  unsigned length = 0;
  return inet_pton(family, address.str().c_str(), bytes.data()) == 1 && !bits.getAsInteger(10, length) &&
         length <= (family == AF_INET ? 32U : 128U);
}

/// `nats.messaging`, `10.0.0.1`, `[::1]`
bool IsHost(llvm::StringRef host) {
  if (host.consume_front("[")) {
    std::array<unsigned char, sizeof(in6_addr)> bytes{};
    return host.consume_back("]") && inet_pton(AF_INET6, host.str().c_str(), bytes.data()) == 1;
  }
  constexpr std::size_t kLongest = 253;
  return host.size() <= kLongest && llvm::Regex(
                                        "^[A-Za-z0-9_]([-A-Za-z0-9_]{0,61}[A-Za-z0-9_])?"
                                        "(\\.[A-Za-z0-9_]([-A-Za-z0-9_]{0,61}[A-Za-z0-9_])?)*\\.?$")
                                        .match(host);
}

/// A host, and maybe a port.
bool IsServer(llvm::StringRef server) {
  const std::size_t colon = EndsWith(server, "]") ? llvm::StringRef::npos : server.rfind(':');
  if (colon == llvm::StringRef::npos) return IsHost(server);
  constexpr unsigned kLastPort = 65535;
  unsigned port = 0;
  const llvm::StringRef digits = server.substr(colon + 1);
  return IsHost(server.substr(0, colon)) && llvm::all_of(digits, llvm::isDigit) &&
         !digits.getAsInteger(10, port) && port >= 1 && port <= kLastPort;
}

/// What a pattern does not tell of `nats://a:4222,nats://b:4222`, `redis://a/1` and `a:8222`.
bool HasServers(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef, 2> servers;
  text.split(servers, ',');
  return llvm::all_of(servers, [](llvm::StringRef server) {
    if (const std::size_t scheme = server.find("://"); scheme != llvm::StringRef::npos)
      server = server.substr(scheme + 3);
    return IsServer(server.split('/').first);
  });
}

/// Behind the servers of RabbitMQ stands a virtual host, which may hold commas.
llvm::StringRef ServersOf(llvm::StringRef url) { return url.substr(0, url.find('/', url.find("://") + 3)); }

/// U+007F to U+009F, U+2028, U+2029, U+FEFF, U+FFFE, U+FFFF and what stands before the blank, as YAML has it.
bool HasControls(llvm::StringRef text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < ' ' && byte != '\t' && byte != '\n') || byte == 0x7F) return true;
    const llvm::StringRef rest = text.substr(i);
    if (byte == 0xC2 && static_cast<unsigned char>(rest[1]) < 0xA0) return true;
    if (StartsWith(rest, "\xE2\x80\xA8") || StartsWith(rest, "\xE2\x80\xA9")) return true;
    if (StartsWith(rest, "\xEF\xBB\xBF") || StartsWith(rest, "\xEF\xBF\xBE") ||
        StartsWith(rest, "\xEF\xBF\xBF"))
      return true;
  }
  return false;
}

}  // namespace

bool IsWellFormed(TextKind kind, llvm::StringRef text) {
  const TextRow& row = RowOf(kind);
  if (text.size() > row.longest || !llvm::Regex(row.pattern).match(text)) return false;
  if (row.refused != nullptr && llvm::Regex(row.refused).match(text)) return false;
  switch (kind) {
    case TextKind::kValue: return !HasControls(text);
    case TextKind::kNetwork: return IsNetwork(text);
    case TextKind::kAmqpUrl: return HasServers(ServersOf(text));
    case TextKind::kNatsUrl:
    case TextKind::kRedisUrl:
    case TextKind::kHostPort:
    case TextKind::kManagement: return HasServers(text);
    case TextKind::kFilled:
    case TextKind::kLabel:
    case TextKind::kObjectName:
    case TextKind::kLabelKey:
    case TextKind::kLabelValue:
    case TextKind::kImage:
    case TextKind::kSecretKey:
    case TextKind::kVariable:
    case TextKind::kPath:
    case TextKind::kDevice:
    case TextKind::kPrefix:
    case TextKind::kAccount: return true;
  }
  NoSuchEnumerator();
}

std::string_view Describe(TextKind kind) { return RowOf(kind).name; }

std::string_view RuleOf(TextKind kind) { return RowOf(kind).rule; }

}  // namespace meshc::sema
