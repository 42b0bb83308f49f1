// By what a host is known to a server, which no URL may hold: arguments of a process can be read by others.
#pragma once

#include <functional>
#include <optional>
#include <string>
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

/// Reads `<prefix>_USER`, `_PASSWORD`, `_TOKEN`, `_CA`, `_CERT` and `_KEY`, or each from the file that
/// `…_FILE` names. `find` gives variables of the environment. The text says which file cannot be read.
std::variant<Credentials, std::string> ReadCredentials(
    const std::string& prefix, const std::function<std::optional<std::string>(const std::string&)>& find);

}  // namespace mesh::transport
