// What every target agrees with the fuzzer about.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>

#include "compiler/diagnostics/check_text.h"

namespace meshc::fuzz {

/// Larger inputs find nothing that smaller ones do not, only later.
inline constexpr std::size_t kLargestInput = 100'000;

/// None: too large to be worth a run.
inline std::optional<std::string> TextOf(const std::uint8_t* data, std::size_t size) {
  if (size > kLargestInput) return std::nullopt;
  return std::string(data, data + size);
}

/// The text as the parser takes it: checked as the driver does. None: it holds no text.
inline std::optional<source::FileId> AddText(std::string text, source::SourceManager& sources) {
  diagnostics::Diagnostics diagnostics;
  const auto file = sources.Add("fuzz.flow", std::move(text));
  if (!diagnostics::CheckText(sources, file, diagnostics)) return std::nullopt;
  return file;
}

/// Ends the run as a crash that the fuzzer keeps the input of.
[[noreturn]] inline void Fail(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

}  // namespace meshc::fuzz
