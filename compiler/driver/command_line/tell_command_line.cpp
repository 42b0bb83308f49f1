#include "compiler/driver/command_line/tell_command_line.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "compiler/driver/command_line/common_options.h"

namespace meshc::driver {
namespace {

/// A name and what it is for.
using Described = std::pair<const char*, const char*>;

/// `words` are required, in this order.
CLI::App& AddTell(CLI::App& root, TellOptions& options, const std::string& command, const char* does,
                  const std::vector<Described>& words) {
  options.command = command;
  options.words.resize(words.size());
  CLI::App& app = *root.add_subcommand(command, does);
  for (std::size_t i = 0; i < words.size(); ++i)
    app.add_option(words[i].first, options.words[i], words[i].second)->required();
  AddShared(app, options.common, true);
  app.add_option("--transport", options.transport, "Where the messages of the mesh are")->required();
  app.add_option("--state", options.state,
                 "Where the mesh keeps its joins, waits and ends, where that is not the transport");
  auto* host = app.add_option("--host", options.host, "Built host program");
  auto* folder =
      app.add_option("-o", options.folder, "Folder of `meshc compile` whose build/ holds the host");
  host->excludes(folder);
  app.callback([&options] {
    if (options.host.empty() && options.folder.empty())
      throw CLI::ValidationError("which host speaks to the mesh? give -o DIR or --host PATH");
  });
  return app;
}

/// As the first of the settings, which have their places already.
void AddFormat(CLI::App& app, Tell& tell, const char* what) {
  tell.settings[0].first = "--format";
  app.add_option("--format", tell.settings[0].second, what)
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "json"}));
}

/// An order to a mesh: text says nothing where all went well.
CLI::App& AddOrder(CLI::App& root, Tell& tell, const std::string& command, const char* does,
                   const std::vector<Described>& words) {
  CLI::App& app = AddTell(root, tell.options, command, does, words);
  tell.settings.resize(1);
  AddFormat(app, tell, "text, no word where all went well, or json");
  return app;
}

/// A question to a mesh: its answer is a table, or JSON.
CLI::App& AddAsk(CLI::App& root, Tell& tell, const std::string& command, const char* does,
                 const std::vector<Described>& words, const std::vector<Described>& settings,
                 const std::vector<Described>& flags) {
  CLI::App& app = AddTell(root, tell.options, command, does, words);
  // They stay where they are from here on.
  tell.settings.resize(settings.size() + 1);
  AddFormat(app, tell, "text, a table, or json");
  for (std::size_t i = 0; i < settings.size(); ++i) {
    tell.settings[i + 1].first = settings[i].first;
    app.add_option(settings[i].first, tell.settings[i + 1].second, settings[i].second);
  }
  for (const auto& [name, does_what] : flags) app.add_flag(name, tell.flags[name], does_what);
  return app;
}

}  // namespace

void AddTells(CLI::App& root, std::map<std::string, Tell>& tells) {
  AddOrder(root, tells["signal"], "signal",
           "Deliver a value to an `await` of an envelope of a mesh that runs",
           {{"ID", "Of the envelope"}, {"NAME", "Of the signal"}, {"VALUE", "JSON; - is standard input"}});
  AddOrder(root, tells["cancel"], "cancel", "Cancel an envelope of a mesh that runs",
           {{"ID", "Of the envelope"}});
  const Described error = {"--error", "Only those with this error"};
  AddAsk(root, tells["queues"], "queues", "What waits in the mailboxes of a mesh that runs", {}, {},
         {{"--watch", "Again every second"}});
  AddAsk(root, tells["inspect"], "inspect", "All that a mesh knows of an envelope",
         {{"ID", "Of the envelope"}}, {}, {});
  AddAsk(root, tells["parked"], "parked", "Envelopes of a mesh that wait for signals", {}, {}, {});
  AddAsk(root, tells["failed"], "failed", "Envelopes of a mesh that have failed", {}, {error}, {});
  Tell& replay = tells["replay"];
  CLI::App& app = AddAsk(root, replay, "replay", "Try envelopes that have ended once more, as new ones", {},
                         {error, {"--at", "Go on from this point, as routes.json names it"}},
                         {{"--failed", "All that have failed and were not replayed yet"},
                          {"--effects", "Make effects anew; else they take the results that were stored"}});
  app.add_option("WHAT", replay.options.words, "IDs, or files of envelopes as JSON lines, compressed or not");
}

TellOptions TakeTell(Tell tell) {
  std::vector<std::string>& words = tell.options.words;
  for (auto& [name, value] : tell.settings) {
    if (!value.empty()) words.insert(words.end(), {std::move(name), std::move(value)});
  }
  for (const auto& [name, given] : tell.flags) {
    if (given) words.push_back(name);
  }
  return std::move(tell.options);
}

}  // namespace meshc::driver
