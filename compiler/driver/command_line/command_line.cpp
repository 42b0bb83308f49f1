#include "compiler/driver/command_line/command_line.h"

#include <fmt/format.h>
#include <llvm/Support/Regex.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/command_line/command_table.h"
#include "compiler/driver/command_line/common_options.h"
#include "compiler/driver/command_line/tell_command_line.h"
#include "compiler/driver/command_line/usage.h"
#include "compiler/driver/command_line/version_command_line.h"
#include "compiler/driver/compilation/backends.h"
#include "compiler/driver/world/exit_code.h"

namespace meshc::driver {
namespace {

constexpr const char* kProgram = "meshc";
constexpr const char* kAbout = "Compiles .flow files to actors that route themselves.";
constexpr std::string_view kVersion = "meshc " MESHC_VERSION " (Flow edition 1)";

Choices<Stage> StageChoices() {
  Choices<Stage> choices;
  for (const pipeline::StageRow& row : pipeline::kStages) choices.emplace_back(row.name, row.stage);
  return choices;
}

void AddCheck(CLI::App& root, CheckOptions& options) {
  CLI::App& app = *root.add_subcommand("check", "Parse and check");
  AddCommon(app, options.common, true);
  AddChoice<Stage>(app, "--print", StageChoices(), "", "stage", "Show the value that a stage hands on",
                   [&options](Stage stage) { options.prints.push_back(stage); });
  AddChoice<Stage>(app, "--stop-after", StageChoices(), "facts", "stage", "Stop after this stage",
                   [&options](Stage stage) { options.stop_after = stage; });
  app.add_flag("--stats", options.stats, "Tell the time of each stage");
  app.add_flag("--report", options.report,
               "Tell what each flow takes at most, and where it needs coordination");
  app.add_flag("--fix", options.fix, "Apply the mends that need no choice, then check");
}

std::string JoinBackends() {
  std::vector<std::string_view> names;
  for (const Backend& backend : Backends()) names.push_back(backend.name);
  return fmt::format("{}", fmt::join(names, ","));
}

void RequireBackends(const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto all = Backends();
    if (std::any_of(all.begin(), all.end(), [&](const Backend& backend) { return backend.name == name; }))
      continue;
    throw CLI::ValidationError(fmt::format("`{}` is no back end; there are: {}", name, JoinBackends()));
  }
}

std::string RefuseEmpty(const std::string& name) { return name.empty() ? "name a deploy" : ""; }

/// Helm takes semantic versions alone.
std::string RefuseVersion(const std::string& version) {
  constexpr const char* kNumber = "(0|[1-9][0-9]*)";
  constexpr const char* kWords = "[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*";
  static const llvm::Regex kVersionText(fmt::format("^{0}\\.{0}\\.{0}(-{1})?(\\+{1})?$", kNumber, kWords));
  if (kVersionText.match(version)) return "";
  return fmt::format("`{}` is no semantic version, such as 1.4.0 or 1.4.0-rc.1+build.7", version);
}

void AddCompile(CLI::App& root, CompileOptions& options) {
  CLI::App& app =
      *root.add_subcommand("compile", "Check, then write code, routes, schemas, graphs and chart");
  AddCommon(app, options.common, false);
  app.add_option("-o", options.folder, "Folder to write to")
      ->required()
      ->type_name("DIR")
      ->check([](const std::string& folder) {
        return folder == "-" ? std::string("standard output takes no tree of files: name a folder")
                             : std::string();
      });
  app.add_option("--actors", options.actors, "Folder of the handlers; default: actors beside the root file")
      ->type_name("DIR");
  app.add_option_function<std::vector<std::string>>(
         "--only",
         [&options](const std::vector<std::string>& names) {
           RequireBackends(names);
           options.only = names;
         },
         "Write only these, a comma between two: " + JoinBackends() + "; all if it is not given")
      ->type_name("BACKEND")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_option("--deploy", options.chart.deploy, "Make the values of this deploy those of the chart")
      ->type_name("NAME")
      ->check(CLI::Validator(RefuseEmpty, ""));
  app.add_option("--chart-version", options.chart.version,
                 "Version of the chart; default: 0.1.0 and a digest of its content")
      ->type_name("VERSION")
      ->check(CLI::Validator(RefuseVersion, ""));
  app.add_option("--depfile", options.depfile, "Write a dependency file for Make and Ninja")
      ->check(RefuseSource)
      ->type_name("FILE");
  app.add_flag("--frozen", options.frozen, "Write nothing; fail if anything would change");
  app.add_flag("--force", options.force,
               "Overwrite files that meshc did not write, or that were edited; handlers are never touched");
}

/// What has no ending, like a device or standard output, gets DOT.
codegen::GraphFormat FormatOfEnding(const std::string& path) {
  using codegen::GraphFormat;
  static const Choices<GraphFormat> kEndings = {
      {".dot", GraphFormat::kDot},     {".svg", GraphFormat::kSvg},   {".png", GraphFormat::kPng},
      {".mmd", GraphFormat::kMermaid}, {".json", GraphFormat::kJson}, {".html", GraphFormat::kHtml}};
  const std::string ending = std::filesystem::path(path).extension().string();
  if (ending.empty()) return GraphFormat::kDot;
  std::vector<std::string_view> known;
  for (const auto& [word, format] : kEndings) {
    if (word == ending) return format;
    known.push_back(word);
  }
  throw CLI::ValidationError(
      fmt::format("no format of graphs has the ending `{}`; there are: {}; or give --format", ending,
                  fmt::join(known, ", ")));
}

/// The schema is one text, whatever would be drawn.
void RefuseBesideSchema(const GraphOptions& options, bool has_format) {
  const codegen::GraphOptions& picture = options.picture;
  if (!picture.deploy.empty() || !options.overlay.empty() || !options.common.files.empty())
    throw CLI::ValidationError("--schema draws no mesh: give it no FILE, --deploy or --overlay");
  const std::string ending = std::filesystem::path(options.path).extension().string();
  if ((has_format && picture.format != codegen::GraphFormat::kJson) || (!ending.empty() && ending != ".json"))
    throw CLI::ValidationError("--schema is written as JSON: give it no other --format or ending of -o");
}

void AddGraph(CLI::App& root, GraphOptions& options) {
  using codegen::GraphFormat;
  using codegen::GraphLevel;
  CLI::App& app = *root.add_subcommand("graph", "Draw the mesh");
  AddCommon(app, options.common, false, true);
  const Choices<GraphFormat> formats = {{"dot", GraphFormat::kDot},   {"svg", GraphFormat::kSvg},
                                        {"png", GraphFormat::kPng},   {"mermaid", GraphFormat::kMermaid},
                                        {"json", GraphFormat::kJson}, {"html", GraphFormat::kHtml}};
  auto* format = AddChoice<GraphFormat>(app, "--format", formats, "dot", "format of graphs",
                                        "How the picture is written; else the ending of -o tells",
                                        [&options](GraphFormat f) { options.picture.format = f; });
  AddChoice<GraphLevel>(
      app, "--level",
      {{"mesh", GraphLevel::kMesh}, {"flow", GraphLevel::kFlow}, {"actor", GraphLevel::kActor}}, "flow",
      "level of detail",
      "What is drawn: actors, every statement, or statements with params, results and `set`",
      [&options](GraphLevel level) { options.picture.level = level; });
  app.add_option("-o", options.path,
                 "Write to this file (.dot, .svg, .png, .mmd, .json or .html); - is standard output")
      ->check(RefuseSource)
      ->type_name("FILE")
      ->default_str("-");
  app.add_option(
         "--overlay", options.overlay,
         "Lay what `meshc run --counts` has written over the picture: visits, errors, times, and which "
         "arrows were never taken or are unknown")
      ->type_name("FILE");
  app.add_option("--deploy", options.picture.deploy,
                 "Tell in JSON and in the page how this deploy runs the actors")
      ->type_name("NAME")
      ->check(CLI::Validator(RefuseEmpty, ""));
  app.add_flag("--schema", options.schema, "Only print the JSON Schema of the format json");
  app.get_option("FILE")->required(false);
  auto* drawn = app.get_option("-o");
  app.callback([&options, format, drawn] {
    if (drawn->count() > 0 && options.path.empty())
      throw CLI::ValidationError("-o needs the name of a file; - is standard output");
    if (options.schema) return RefuseBesideSchema(options, !format->empty());
    if (options.common.files.empty()) throw CLI::RequiredError("FILE");
    if (format->empty()) options.picture.format = FormatOfEnding(options.path);
  });
}

void AddTest(CLI::App& root, TestOptions& options) {
  CLI::App& app = *root.add_subcommand("test", "Run the scenarios");
  AddCommon(app, options.common, true);
  app.add_option("--filter", options.filter, "Run only scenarios with this text in their title")
      ->type_name("TEXT");
  app.add_option("--junit", options.junit,
                 "Write the results as JUnit XML to this file; - is standard output")
      ->check(RefuseSource)
      ->type_name("FILE");
  app.add_flag("--trace", options.trace, "Show each hop");
}

void AddRun(CLI::App& root, RunOptions& options) {
  CLI::App& app = *root.add_subcommand("run", "Run a flow here, in one process");
  AddCommon(app, options.common, false);
  app.add_option("--flow", options.flow, "Flow to enter");
  app.add_option("--input", options.input, "JSON lines; - is standard input");
  app.add_option("--signals", options.signals,
                 R"(Values for `await`, as JSON lines: {"input": 1, "name": …, "value": …}; )"
                 "- and what is no regular file are read while it runs");
  app.add_flag("--wait", options.wait, "Keep waiting for signals after the end of the input");
  app.add_flag("--unordered", options.unordered, "Print results as they end, not in the order of the inputs");
  app.add_option("--rejects", options.rejects, "Keep the lines that cannot enter in this file")
      ->check(RefuseSource);
  app.add_option("--counts", options.counts,
                 "Write what the visits were to this file in the end, for `meshc graph --overlay`")
      ->check(RefuseSource)
      ->type_name("FILE");
  app.add_option("--transport", options.transport, "How envelopes travel; inproc is the default");
  auto* state =
      app.add_option("--state", options.state,
                     "Where joins, waits and results of effects are kept, beside amqp://HOST or nats://HOST");
  auto* actors =
      app.add_option("--actor", options.actors,
                     "Serve only these actors (a,b,…) here; none: only submit, to hosts elsewhere");
  auto* stub =
      app.add_flag("--stub", options.stub, "Answer every call with zero values; no handlers are needed");
  auto* host = app.add_option("--host", options.host, "Built host program");
  auto* folder =
      app.add_option("-o", options.folder, "Folder of `meshc compile` whose build/ holds the host");
  stub->excludes(host)->excludes(folder)->excludes(state)->excludes(actors);
  host->excludes(folder);
  app.add_flag("--envelope", options.envelope, "Read and print whole envelopes");
  app.add_flag("--follow", options.follow, "Print hops as they happen");
  app.callback([&options] {
    if (options.input == "-" && options.signals == "-")
      throw CLI::ValidationError(
          "standard input gives inputs or signals, not both: name a file for one of them");
    if (options.rejects == "-")
      throw CLI::ValidationError("standard output takes the results: name a file for `--rejects`");
    if (options.counts == "-")
      throw CLI::ValidationError("standard output takes the results: name a file for `--counts`");
    if (!options.counts.empty() && (options.counts == options.input || options.counts == options.rejects))
      throw CLI::ValidationError(fmt::format(
          "`{}` is the input or takes the rejects, it cannot take the counts as well", options.counts));
    if (options.stub || !options.host.empty() || !options.folder.empty()) return;
    throw CLI::ValidationError("who runs the actors? give --stub, -o DIR or --host PATH");
  });
}

void AddFmt(CLI::App& root, FmtOptions& options) {
  CLI::App& app = *root.add_subcommand("fmt", "Format files in place");
  AddCommon(app, options.common, true);
  app.add_flag("--check", options.check, "Write nothing; list the files that would change");
}

void AddExplain(CLI::App& root, ExplainOptions& options) {
  CLI::App& app = *root.add_subcommand("explain", "Show the pages of diagnostics, or list all");
  app.add_option("CODE", options.codes, "MC and four digits, or the name of a warning; none: list all");
  AddShared(app, options.common);
}

void AddNew(CLI::App& root, NewOptions& options) {
  CLI::App& app = *root.add_subcommand("new", "Write a small project that compiles, tests and runs at once");
  app.add_option("DIR", options.folder, "Folder to write to; its name becomes that of the mesh")->required();
  AddShared(app, options.common);
}

void AddLsp(CLI::App& root, LspOptions& options) {
  CLI::App& app = *root.add_subcommand("lsp", "Answer an editor on standard input and output (LSP 3.17)");
  AddImports(app, options.common);
  AddWarnings(app, options.common);
  app.add_flag("--stdio", options.stdio, "What it does anyway; for editors that say so");
  app.add_option("--record", options.record, "Keep every message that comes in this file")
      ->check(RefuseSource)
      ->type_name("FILE");
  auto* replay = app.add_option("--replay", options.replay, "Run a record again, message by message");
  replay->type_name("FILE")->excludes(app.get_option("--record"));
}

void AddRoots(CLI::App& root, RootsOptions& options) {
  CLI::App& app = *root.add_subcommand("roots", "Name the root files that reach these files, one a line");
  AddCommon(app, options.common, true);
}

/// Everything that the parser fills in; the chosen command's part becomes the result.
struct AllOptions {
  CheckOptions check;
  CompileOptions compile;
  GraphOptions graph;
  TestOptions test;
  RunOptions run;
  FmtOptions fmt;
  ExplainOptions explain;
  NewOptions fresh;
  CompatOptions compat;
  DiffOptions diff;
  LockOptions lock;
  LspOptions lsp;
  RootsOptions roots;
  std::map<std::string, Tell> tells;  ///< By command.
};

std::variant<Options, VersionOptions, Reply> Choose(const CLI::App& root, AllOptions& all) {
  const std::string name = root.get_subcommands().front()->get_name();
  if (name == "check") return Options(std::move(all.check));
  if (name == "compile") return Options(std::move(all.compile));
  if (name == "graph") return Options(std::move(all.graph));
  if (name == "test") return Options(std::move(all.test));
  if (name == "run") return Options(std::move(all.run));
  if (name == "fmt") return Options(std::move(all.fmt));
  if (name == "new") return Options(std::move(all.fresh));
  if (name == "compat") return VersionOptions(std::move(all.compat));
  if (name == "diff") return VersionOptions(std::move(all.diff));
  if (name == "lock") return VersionOptions(std::move(all.lock));
  if (name == "lsp") return Options(std::move(all.lsp));
  if (name == "roots") return Options(std::move(all.roots));
  if (const auto told = all.tells.find(name); told != all.tells.end())
    return Options(TakeTell(std::move(told->second)));
  if (name == "explain") return Options(std::move(all.explain));
  throw std::logic_error("no options for the command " + name);
}

Reply UsageReply(const std::string& message, const std::string& command) {
  return {kUsage, "",
          fmt::format("meshc: {}\nsee `meshc {}--help`\n", message, command.empty() ? "" : command + " ")};
}

/// A first word that is no command is met by the names that there are, not by the parser's words.
std::optional<Reply> RejectUnknownCommand(const CLI::App& root, const std::vector<std::string>& arguments) {
  std::vector<std::string> names;
  for (const CLI::App* command : root.get_subcommands({})) names.push_back(command->get_name());
  const std::string list = fmt::format("{}", fmt::join(names, ", "));
  if (arguments.empty()) return UsageReply("what shall be done? commands: " + list, "");
  const std::string& word = arguments.front();
  if (word.starts_with('-') || std::find(names.begin(), names.end(), word) != names.end())
    return std::nullopt;
  const std::string_view nearest = diagnostics::Nearest(word, {names.begin(), names.end()}).name;
  return UsageReply(
      fmt::format("no command is called `{}`; {}", word,
                  nearest.empty() ? "there are: " + list : fmt::format("did you mean `{}`?", nearest)),
      "");
}

void AddCommands(CLI::App& root, AllOptions& all) {
  root.set_version_flag("-V,--version", std::string(kVersion));
  root.require_subcommand(1);
  DescribeExitCodes(root);
  AddCheck(root, all.check);
  AddCompile(root, all.compile);
  AddGraph(root, all.graph);
  AddTest(root, all.test);
  AddRun(root, all.run);
  AddFmt(root, all.fmt);
  AddExplain(root, all.explain);
  AddNew(root, all.fresh);
  AddCompat(root, all.compat);
  AddDiff(root, all.diff);
  AddLock(root, all.lock);
  AddLsp(root, all.lsp);
  AddRoots(root, all.roots);
  AddTells(root, all.tells);
  for (CLI::App* command : root.get_subcommands({}))
    command->set_version_flag("-V,--version", std::string(kVersion));
}

}  // namespace

CommandTable DescribeCommands() {
  CLI::App root(kAbout, kProgram);
  AllOptions all;
  AddCommands(root, all);
  return TableOf(root);
}

std::variant<Options, VersionOptions, Reply> ParseCommandLine(const std::vector<std::string>& arguments) {
  CLI::App root(kAbout, kProgram);
  AllOptions all;
  AddCommands(root, all);
  if (auto reply = RejectUnknownCommand(root, arguments)) return *reply;
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    root.parse(reversed);
    return Choose(root, all);
  } catch (const CLI::ParseError& error) {
    std::ostringstream out;
    std::ostringstream err;
    if (root.exit(error, out, err) == 0) return Reply{kClean, out.str(), ""};
    const auto chosen = root.get_subcommands();
    const std::string unknown = DescribeUnknownOption(root);
    return UsageReply(unknown.empty() ? error.what() : unknown,
                      chosen.empty() ? "" : chosen.front()->get_name());
  }
}

}  // namespace meshc::driver
