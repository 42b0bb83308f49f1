// The formats that findings are written in.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace meshc::driver {

enum class FindingFormat : std::uint8_t { kText, kJson, kSarif, kGithub, kGitlab, kJunit, kMarkdown };

struct FindingFormatRow {
  std::string_view name;
  FindingFormat format;
};

inline constexpr std::array<FindingFormatRow, 7> kFindingFormats = {{
    {"text", FindingFormat::kText},
    {"json", FindingFormat::kJson},
    {"sarif", FindingFormat::kSarif},
    {"github", FindingFormat::kGithub},
    {"gitlab", FindingFormat::kGitlab},
    {"junit", FindingFormat::kJunit},
    {"markdown", FindingFormat::kMarkdown},
}};

}  // namespace meshc::driver
