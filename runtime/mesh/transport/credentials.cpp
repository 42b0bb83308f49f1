#include "mesh/transport/credentials.h"

#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace mesh::transport {

std::variant<Credentials, std::string> ReadCredentials(
    const std::string& prefix, const std::function<std::optional<std::string>(const std::string&)>& find) {
  Credentials credentials;
  const std::pair<const char*, std::string*> kinds[] = {
      {"USER", &credentials.user}, {"PASSWORD", &credentials.password}, {"TOKEN", &credentials.token},
      {"CA", &credentials.ca},     {"CERT", &credentials.certificate},  {"KEY", &credentials.key}};
  for (const auto& [kind, text] : kinds) {
    const std::string name = fmt::format("{}_{}", prefix, kind);
    if (const auto value = find(name)) *text = *value;
    const auto path = find(name + "_FILE");
    if (!path) continue;
    std::ifstream file(*path, std::ios::binary);
    if (!file) return fmt::format("cannot read `{}`, which {}_FILE names", *path, name);
    text->assign(std::istreambuf_iterator<char>(file), {});
    // Editors end files with a line break.
    while (!text->empty() && (text->back() == '\n' || text->back() == '\r')) text->pop_back();
  }
  if (credentials.certificate.empty() != credentials.key.empty())
    return fmt::format("{0}_CERT and {0}_KEY belong together", prefix);
  return credentials;
}

}  // namespace mesh::transport
