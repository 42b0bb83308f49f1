#include "compiler/driver/version_command_line.h"

#include "compiler/driver/common_options.h"
#include "compiler/versions/lock_file.h"

namespace meshc::driver {
namespace {

void RequireDay(const std::string& day) {
  if (!versions::IsDay(day))
    throw CLI::ValidationError(fmt::format("`{}` is no day such as 2026-12-31", day));
}

void AddToday(CLI::App& app, std::string& today) {
  app.add_option_function<std::string>(
         "--today", [&today](const std::string& day) { RequireDay(day), today = day; },
         "The day that exceptions are held against; else SOURCE_DATE_EPOCH tells it")
      ->type_name("DATE");
}

constexpr const char* kWhat =
    "A .flow file, a mesh.lock (every version in it), a routes.json, a folder (the file of FILE's name in "
    "it), "
    "or git:REV[:PATH]; default: the mesh.lock beside FILE";

}  // namespace

void AddCompat(CLI::App& root, CompatOptions& options) {
  using versions::Require;
  CLI::App& app = *root.add_subcommand("compat", "May this version be deployed over that one?");
  AddCommon(app, options.common, false, true);
  app.add_option("--against", options.against, kWhat)->type_name("WHAT")->allow_extra_args(false);
  AddChoice<Require>(app, "--require",
                     {{"none", Require::kNone},
                      {"backward", Require::kBackward},
                      {"forward", Require::kForward},
                      {"full", Require::kFull}},
                     "backward", "direction", "Which directions have to be free of breaks",
                     [&options](Require require) { options.require = require; });
  AddChoice<VersionFormat>(app, "--format", {{"text", VersionFormat::kText}, {"json", VersionFormat::kJson}},
                           "text", "format of reports", "How the report on standard output is written",
                           [&options](VersionFormat format) { options.format = format; });
  AddToday(app, options.today);
}

void AddDiff(CLI::App& root, DiffOptions& options) {
  CLI::App& app = *root.add_subcommand("diff", "Show how two versions of the topology differ");
  AddCommon(app, options.common, true, true);
  app.add_option("--against", options.against, kWhat)->type_name("WHAT");
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
    const std::size_t expected = driver->empty() ? 1 : 7;
    if (options.common.files.size() != expected)
      throw CLI::ValidationError(
          fmt::format("{} arguments are expected, these are {}", expected, options.common.files.size()));
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
    if (options.accept.empty()) return;
    RequireDay(options.until);
    const bool hex = options.accept.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!hex || options.accept.size() != 12)
      throw CLI::ValidationError(fmt::format("`{}` is no fingerprint of 12 hex digits", options.accept));
  });
}

}  // namespace meshc::driver
