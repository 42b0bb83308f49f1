// Options that many commands take, and how a word of a closed list is taken.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/driver/command_line/options.h"

namespace meshc::driver {

/// A word that is one of a closed list, or a message that tells the list.
template <typename T>
using Choices = std::vector<std::pair<std::string, T>>;

/// `otherwise`: the word that holds if none is given; empty: there is no such word.
template <typename T>
CLI::Option* AddChoice(CLI::App& app, const std::string& name, const Choices<T>& choices,
                       const std::string& otherwise, const std::string& what, const std::string& help,
                       std::function<void(T)> take) {
  std::vector<std::string_view> words;
  for (const auto& [word, value] : choices) words.push_back(word);
  const auto parse = [choices, what, take = std::move(take)](const std::string& word) {
    std::vector<std::string> names;
    for (const auto& [candidate, value] : choices) {
      if (candidate == word) return take(value);
      names.push_back(candidate);
    }
    throw CLI::ValidationError(
        fmt::format("`{}` is no {}; there are: {}", word, what, fmt::join(names, ", ")));
  };
  auto* option = app.add_option_function<std::string>(name, parse, help)
                     ->type_name(fmt::format("{}", fmt::join(words, "|")));
  return otherwise.empty() ? option : option->default_str(otherwise);
}

/// Why nothing that a command makes may be written to `path`; empty: it may. A check of options.
std::string RefuseSource(const std::string& path);

void AddFiles(CLI::App& app, CommonOptions& common, bool several);

/// Where findings go, and how they look. `picture_format`: --format has another meaning there.
void AddReporting(CLI::App& app, CommonOptions& common, bool picture_format = false);

void AddWarnings(CLI::App& app, CommonOptions& common);
void AddImports(CLI::App& app, CommonOptions& common);

/// Options of every command, whether it has anything to find or not.
void AddShared(CLI::App& app, CommonOptions& common, bool picture_format = false);

/// Those and files: of every command that checks files.
void AddCommon(CLI::App& app, CommonOptions& common, bool several, bool picture_format = false);

}  // namespace meshc::driver
