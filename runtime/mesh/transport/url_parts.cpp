#include "mesh/transport/url_parts.h"

#include <algorithm>
#include <charconv>

namespace mesh::transport {

namespace {

bool IsInNames(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

}  // namespace

std::pair<std::string_view, std::string_view> SplitAt(std::string_view text, char mark) {
  const std::size_t at = std::min(text.find(mark), text.size());
  return {text.substr(0, at), text.substr(std::min(at + 1, text.size()))};
}

std::string ReadServers(std::string_view list, const ReadPart& read) {
  while (list.find(',') != std::string_view::npos) {
    const auto [server, rest] = SplitAt(list, ',');
    if (std::string wrong = read(server); !wrong.empty()) return wrong;
    list = rest;
  }
  return read(list);
}

std::string ReadSettings(std::string_view list, const ReadPart& read) {
  while (!list.empty()) {
    const auto [setting, rest] = SplitAt(list, '&');
    if (std::string wrong = read(setting); !wrong.empty()) return wrong;
    list = rest;
  }
  return {};
}

std::string ReadPrefix(std::string_view value, std::string& prefix) {
  prefix = value;
  const bool is_name = !value.empty() && std::ranges::all_of(value, IsInNames);
  return is_name ? "" : "a prefix is made of letters, digits, `_` and `-`";
}

bool ReadNumber(std::string_view text, int least, int most, int& number) {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() && number >= least && number <= most;
}

}  // namespace mesh::transport
