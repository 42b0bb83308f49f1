// Text with holes.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>

namespace meshc::property {

/// `form` with its `#` replaced by `parts` in order. Parts that are random come out the same with every
/// compiler: unlike arguments of a call, elements of a braced list are evaluated from left to right.
inline std::string Compose(std::string_view form, std::initializer_list<std::string> parts) {
  std::string text;
  const std::string* part = parts.begin();
  for (const char c : form) {
    if (c == '#')
      text += *part++;
    else
      text += c;
  }
  return text;
}

}  // namespace meshc::property
