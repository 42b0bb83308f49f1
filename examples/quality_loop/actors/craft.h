// The craft of slogans: what judge and improver agree on.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace studio_slogans::craft {

inline constexpr std::size_t kBrief = 40;

bool Mentions(std::string_view draft, std::string_view topic);
/// How many words of the draft say nothing.
int CountFiller(std::string_view draft);
std::string DropFiller(std::string_view draft);
/// Keeps what stands behind the colon, or no more than the topic itself.
std::string Shorten(std::string_view draft, std::string_view topic);

}  // namespace studio_slogans::craft
