// The command line of a generated host.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mesh/envelope/lanes.h"

namespace mesh::program {

/// What somebody asks of a mesh that runs elsewhere.
struct Question {
  enum class Kind : std::uint8_t { kNone, kQueues, kInspect, kParked, kFailed, kReplay };
  Kind kind = Kind::kNone;
  std::string format = "text";            ///< Or `json`; of a signal and a cancellation, too.
  bool watch = false;                     ///< kQueues: again every second.
  std::string id = {};                    ///< kInspect
  std::string error = {};                 ///< kFailed, kReplay: only those; empty: all.
  std::vector<std::string> replays = {};  ///< Files or ids.
  bool failed = false;                    ///< kReplay: all that have failed and were not replayed yet.
  std::string at = {};                    ///< kReplay: name of a point; empty: where each stood.
  bool effects = false;                   ///< kReplay: makes them anew.
};

struct CommandLine {
  std::vector<std::string> actors = {};  ///< Empty: all of them; `none`: only submit.
  std::string flow = {};                 ///< Empty: the only one that no other calls.
  std::string input = "-";               ///< `-`: standard input.
  std::string signals = {};              ///< File of values for `await`, `-`: standard input; empty: none.
  bool wait = false;                     ///< For signals, after the end of the input.
  bool unordered = false;
  std::string rejects = {};  ///< File for lines that cannot enter; empty: none.
  bool envelope = false;
  bool follow = false;
  std::string counts = {};    ///< File for what the visits were; empty: nobody counts them.
  std::uint32_t threads = 0;  ///< 0: DefaultThreads.
  bool deterministic = false;
  std::string scenarios = {};  ///< Empty: run envelopes.
  std::string filter = {};
  bool trace = false;
  std::string settings = {};    ///< File of settings for handlers and their calls; empty: none.
  Lanes lanes = {};  ///< What that file says of them.
  std::string routes = {};      ///< Directory; empty: the program's own library.
  std::string transport = "inproc";
  std::string state = {};         ///< Empty: the transport's own.
  std::string http = {};          ///< Address for probes and scrapers; empty: none.
  std::string ready = {};         ///< Address of a host that is only asked if it is ready; empty: none.
  std::string archive = {};       ///< Folder for ended envelopes; empty: they are not kept in files.
  bool provision = false;         ///< Only make what the transport needs.
  std::uint64_t max_waiting = 0;  ///< In all mailboxes, for the entrance to take more; 0: any number.
  bool serve = false;             ///< Until there is a stop; no inputs.
  std::vector<std::string> signal = {};  ///< Id, name and value of one that is only sent; empty: none.
  std::string cancel_id = {};            ///< Only cancel that envelope; empty: none.
  Question question = {};
  bool table = false;  ///< Only tell the digest of the table for new envelopes.
  std::uint32_t max_envelopes = 1024;
  std::uint32_t max_overruns = 0;      ///< 0: as HostOptions says.
  double keep_seconds = 24 * 60 * 60;  ///< Results of shared effects.
  double grace_seconds = 30;
};

/// The command line asks for no run: text for stdout (`exit_code` 0) or stderr.
struct Farewell {
  int exit_code = 0;
  std::string text;
};

std::variant<CommandLine, Farewell> ParseCommandLine(int argc, const char* const* argv,
                                                     std::string_view mesh);

}  // namespace mesh::program
