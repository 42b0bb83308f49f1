#include <fmt/format.h>

#include "mesh/transport/sqlite/sqlite.h"

namespace mesh::transport {

std::variant<SqliteOptions, std::string> ParseSqliteUrl(std::string_view url) {
  constexpr std::string_view kScheme = "sqlite:";
  if (!url.starts_with(kScheme)) return fmt::format("`{}` does not begin with {}", url, kScheme);
  std::string_view rest = url.substr(kScheme.size());
  const std::size_t question = rest.find('?');
  SqliteOptions options{.path = std::string(rest.substr(0, question))};
  if (options.path.empty()) return fmt::format("`{}` names no file: sqlite:PATH", url);
  // SQLite takes these for names of its own, which no other process could share.
  if (options.path == ":memory:")
    return fmt::format("`{}` keeps nothing in a file; the transport `inproc` keeps messages in memory", url);
  if (options.path.starts_with("file:"))
    return fmt::format("`{}` names a file by a URI: write its path, as in sqlite:PATH", url);
  if (question == std::string_view::npos) return options;
  rest.remove_prefix(question + 1);
  if (rest != "sync=full" && rest != "sync=normal") {
    return fmt::format("`{}`: there is `sync=full` and `sync=normal`, no `{}`", url, rest);
  }
  options.sync_full = rest == "sync=full";
  return options;
}

}  // namespace mesh::transport
