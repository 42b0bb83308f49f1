// By what a host is known to a server, which no URL may hold: arguments of a process can be read by others.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace mesh::transport {

/// How one is known to a server. What is empty is not used.
struct Credentials {
  std::string user = {};
  std::string password = {};
  std::string token = {};
  // PEM texts.
  std::string ca = {};
  std::string certificate = {};
  std::string key = {};
};

/// How one is known to a server by now: asked for each connection, since secrets change while hosts run. The
/// text says why it cannot be told. Thread rule: it may be called from any thread.
using CredentialSource = std::function<std::variant<Credentials, std::string>()>;
inline CredentialSource AlwaysKnownBy(Credentials credentials) {
  return [known = std::move(credentials)] { return known; };
}
/// Of an empty source: nothing.
inline std::variant<Credentials, std::string> AskFor(const CredentialSource& source) {
  return source ? source() : Credentials();
}

/// Reads `<prefix>_USER`, `_PASSWORD`, `_TOKEN`, `_CA`, `_CERT` and `_KEY`, or each from the file that
/// `…_FILE` names. `find` gives variables of the environment. The text says which file cannot be read.
std::variant<Credentials, std::string> ReadCredentials(
    const std::string& prefix, const std::function<std::optional<std::string>(const std::string&)>& find);

}  // namespace mesh::transport
