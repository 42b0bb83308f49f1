#include "compiler/driver/command_line/version_command_line.h"

#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/driver/command_line/common_options.h"
#include "compiler/versions/lock_file.h"

namespace meshc::driver {
namespace {

void RequireDay(const std::string& day) {
  if (!versions::IsDay(day))
    throw CLI::ValidationError(fmt::format("`{}` is no day such as 2026-12-31", day));
}

/// `enum-value=warning`
void SetSeverity(const std::string& word, CompatOptions& options) {
  const std::size_t equals = std::min(word.find('='), word.size());
  const std::string_view name = std::string_view(word).substr(0, equals);
  const std::string_view level = std::string_view(word).substr(std::min(equals + 1, word.size()));
  const auto& rules = mesh::compatibility::kRules;
  const auto row = std::ranges::find(rules, name, &mesh::compatibility::RuleRow::name);
  if (row == rules.end()) {
    std::vector<std::string_view> names;
    for (const auto& each : rules) names.push_back(each.name);
    throw CLI::ValidationError(fmt::format("`{}` is no rule; there are: {}", name, fmt::join(names, ", ")));
  }
  if (level != "break" && level != "warning" && level != "off")
    throw CLI::ValidationError(
        fmt::format("`{}` is not RULE=SEVERITY with one of break, warning, off", word));
  auto& severity = options.severities[row->rule];
  severity.reset();
  if (level != "off") severity = level == "break" ? versions::Severity::kBreak : versions::Severity::kWarning;
}

void AddToday(CLI::App& app, std::string& today) {
  app.add_option_function<std::string>(
         "--today", [&today](const std::string& day) { RequireDay(day), today = day; },
         "The day that exceptions are held against; else SOURCE_DATE_EPOCH tells it")
      ->type_name("DATE");
}

/// `lock`: what of a lock is compared with.
std::string What(const char* lock) {
  return fmt::format(
      "A .flow file, a mesh.lock ({}), a routes.json, a folder (the file of FILE's name in it), or "
      "git:REV[:PATH]; default: the mesh.lock beside FILE",
      lock);
}

}  // namespace

void AddCompat(CLI::App& root, CompatOptions& options) {
  using versions::Require;
  CLI::App& app = *root.add_subcommand("compat", "May this version be deployed over that one?");
  AddCommon(app, options.common, false, true);
  app.add_option("--against", options.against, What("every version in it"))
      ->type_name("WHAT")
      ->allow_extra_args(false);
  AddChoice<Require>(app, "--require",
                     {{"none", Require::kNone},
                      {"backward", Require::kBackward},
                      {"forward", Require::kForward},
                      {"full", Require::kFull}},
                     "backward", "direction", "Which directions have to be free of breaks",
                     [&options](Require require) { options.require = require; });
  AddChoice<VersionFormat>(app, "--format",
                           {{"text", VersionFormat::kText},
                            {"json", VersionFormat::kJson},
                            {"markdown", VersionFormat::kMarkdown}},
                           "text", "format of reports", "How the report on standard output is written",
                           [&options](VersionFormat format) { options.format = format; });
  app.add_option_function<std::vector<std::string>>(
         "--severity",
         [&options](const std::vector<std::string>& words) {
           for (const std::string& word : words) SetSeverity(word, options);
         },
         "How much a rule counts: break, warning or off")
      ->type_name("RULE=SEVERITY")
      ->allow_extra_args(false);
  app.add_option("--only-new", options.only_new,
                 "Hide what this commit has, too; or a version as --against takes it, such as old.flow")
      ->type_name("REV");
  app.add_option("--traffic", options.traffic,
                 "Documents or archived envelopes, as JSON lines: findings say how many of them they meet")
      ->type_name("FILE");
  app.add_option(
         "--waves", options.waves,
         "Write the plan into a chart: values-wave-1.yaml and so on, to be applied one after the other")
      ->type_name("DIR");
  AddToday(app, options.today);
}

void AddDiff(CLI::App& root, DiffOptions& options) {
  CLI::App& app = *root.add_subcommand("diff", "Show how two versions of the topology differ");
  AddCommon(app, options.common, true, true);
  app.add_option("--against", options.against, What("the newest version in it"))->type_name("WHAT");
  AddChoice<VersionFormat>(app, "--format",
                           {{"text", VersionFormat::kText},
                            {"json", VersionFormat::kJson},
                            {"markdown", VersionFormat::kMarkdown},
                            {"dot", VersionFormat::kDot},
                            {"svg", VersionFormat::kSvg},
                            {"html", VersionFormat::kHtml}},
                           "text", "format of diffs", "How the difference is written",
                           [&options](VersionFormat format) { options.format = format; });
  auto* driver = app.add_flag("--git-driver", options.git_driver,
                              "Take the seven arguments that git gives to an external diff");
  app.callback([&options, driver] {
    const std::size_t count = options.common.files.size();
    // git gives seven, two more of a renamed file, and one of an unmerged one.
    const bool good = driver->empty() ? count == 1 : count == 1 || (count >= 7 && count <= 9);
    if (!good)
      throw CLI::ValidationError(fmt::format("{} arguments are expected, these are {}",
                                             driver->empty() ? "1" : "the 7 of an external diff", count));
  });
}

void AddLock(CLI::App& root, LockOptions& options) {
  CLI::App& app = *root.add_subcommand("lock", "Write down in mesh.lock what was released, or verify it");
  AddCommon(app, options.common, false);
  auto* name = app.add_option("--name", options.name, "What this version is called")->type_name("TEXT");
  auto* check = app.add_flag("--check", options.check, "Verify the file and its tables; write nothing");
  auto* drop = app.add_option("--drop", options.drop, "Take a drained version out")->type_name("DIGEST");
  auto* accept = app.add_option("--accept", options.accept, "Record an exception for this finding")
                     ->type_name("FINGERPRINT");
  auto* until = app.add_option("--until", options.until, "The last day of the exception")->type_name("DATE");
  auto* because = app.add_option("--because", options.because, "Why it is accepted")->type_name("TEXT");
  AddToday(app, options.today);
  accept->needs(until)->needs(because)->excludes(name)->excludes(check)->excludes(drop);
  until->needs(accept), because->needs(accept);
  check->excludes(name)->excludes(drop);
  drop->excludes(name);
  app.callback([&options] {
    if (std::ranges::any_of(options.name, [](char c) { return static_cast<unsigned char>(c) < 0x20; }))
      throw CLI::ValidationError("the name of a version holds no control characters");
    if (options.accept.empty()) return;
    RequireDay(options.until);
    if (options.because.find_first_not_of(" \t\r\n") == std::string::npos)
      throw CLI::ValidationError("--because gives no reason");
    const bool hex = options.accept.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!hex || options.accept.size() != 12)
      throw CLI::ValidationError(fmt::format("`{}` is no fingerprint of 12 hex digits", options.accept));
  });
}

}  // namespace meshc::driver
