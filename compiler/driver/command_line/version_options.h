// What the user asked for, of the commands that compare versions: one value per command.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "compiler/driver/command_line/options.h"
#include "compiler/versions/report.h"

namespace meshc::driver {

/// How a command that compares versions writes what it found out.
enum class VersionFormat : std::uint8_t { kText, kJson, kMarkdown, kDot, kSvg, kHtml };

struct CompatOptions {
  CommonOptions common;
  std::vector<std::string> against;  ///< Empty: the `mesh.lock` beside the file.
  versions::Require require = versions::Require::kBackward;
  std::map<versions::Rule, std::optional<versions::Severity>> severities;  ///< None: the rule is off.
  std::string only_new;  ///< A commit whose findings are known, or a version as of `against`; empty: none.
  std::string traffic;   ///< JSON lines; empty: none.
  std::string waves;     ///< Folder of a chart that gets the plan as values; empty: none.
  VersionFormat format = VersionFormat::kText;
  std::string today;  ///< `2026-12-31`; empty: not known.
};

struct DiffOptions {
  CommonOptions common;  ///< With `git_driver`: the seven words that git gives.
  std::string against;   ///< Empty: the newest version of the `mesh.lock` beside the file.
  VersionFormat format = VersionFormat::kText;
  bool git_driver = false;
};

struct LockOptions {
  CommonOptions common;
  std::string name;
  bool check = false;
  std::string drop;    ///< Digest; empty: none.
  std::string accept;  ///< Fingerprint; empty: none.
  std::string until;
  std::string because;
  std::string today;
};

using VersionOptions = std::variant<CompatOptions, DiffOptions, LockOptions>;

}  // namespace meshc::driver
