// What the checks and the answerer see in a text.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace desk_assistant::text {

/// Runs of ASCII letters, in lower case.
std::vector<std::string> Words(std::string_view text);
/// What ends in a full stop, without the blanks around it.
std::vector<std::string> Sentences(std::string_view text);
bool Holds(const std::vector<std::string>& words, std::string_view word);
/// Whether both hold a word of more than three letters.
bool SharesLongWord(std::string_view a, std::string_view b);

}  // namespace desk_assistant::text
