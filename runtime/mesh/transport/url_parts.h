// What URLs of servers are made of: `SERVER,SERVER/PATH?SETTING&SETTING`.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace mesh::transport {

/// Takes one part; hands on what is wrong with it, empty: nothing.
using ReadPart = std::function<std::string(std::string_view)>;

/// What stands before the first `mark`, and what behind it. Without a mark: all, and nothing.
std::pair<std::string_view, std::string_view> SplitAt(std::string_view text, char mark);

/// Reads all parts between commas, none of which may be left out, up to the first that is wrong. Hands on
/// what is wrong; empty: nothing.
std::string ReadServers(std::string_view list, const ReadPart& read);
/// The same for parts between `&`, of which there may be none.
std::string ReadSettings(std::string_view list, const ReadPart& read);

/// Of the names of queues, streams, keys. Hands on what is wrong; empty: nothing, and `prefix` is `value`.
std::string ReadPrefix(std::string_view value, std::string& prefix);

/// False: the text is no whole number from `least` to `most`; `number` is unspecified.
bool ReadNumber(std::string_view text, int least, int most, int& number);

}  // namespace mesh::transport
