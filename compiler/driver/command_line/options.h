// What the user asked for: one value per command.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "codegen/graph/graph.h"
#include "codegen/helm/helm.h"
#include "compiler/driver/command_line/finding_format.h"
#include "compiler/loading/load_files.h"
#include "compiler/pipeline/stage.h"
#include "compiler/pipeline/warning_policy.h"
#include "compiler/sema/typed_program.h"

namespace meshc::driver {

using pipeline::Stage;
using pipeline::WarningPolicy;

/// `--output FORMAT=FILE`
struct FindingSink {
  FindingFormat format = FindingFormat::kText;
  std::string path;
};

enum class ColourMode : std::uint8_t { kAuto, kAlways, kNever };

/// What all commands over `.flow` files take.
struct CommonOptions {
  std::vector<std::string> files;  ///< Each is a root of its own; at least one.
  loading::ImportOptions imports;
  FindingFormat format = FindingFormat::kText;
  std::vector<FindingSink> sinks;
  WarningPolicy warnings;
  ColourMode colour = ColourMode::kAuto;
};

struct CheckOptions {
  CommonOptions common;
  std::vector<Stage> prints;
  std::optional<Stage> stop_after;
  bool stats = false;
  bool report = false;
  bool fix = false;
};

struct CompileOptions {
  CommonOptions common;
  std::string folder;
  std::string actors;             ///< Folder of the handlers; empty: `actors` beside the root file.
  std::vector<std::string> only;  ///< Names of back ends; empty: all.
  codegen::ChartOptions chart;
  std::string depfile;  ///< Empty: none.
  bool frozen = false;
  bool force = false;  ///< Overwrite what is not meshc's own, too; never handlers.
};

struct GraphOptions {
  CommonOptions common;
  codegen::GraphOptions picture;
  std::string overlay;  ///< File of counts; empty: none.
  bool schema = false;  ///< Only print the schema of the JSON.
  std::string path = "-";
};

struct TestOptions {
  CommonOptions common;
  std::string filter;  ///< Part of a title; empty: all.
  std::string junit;   ///< Empty: none.
  bool trace = false;
};

struct RunOptions {
  CommonOptions common;
  std::string flow;  ///< Empty: the only one that no other calls.
  std::string input = "-";
  std::string signals;    ///< File of values for `await`, `-`: standard input; empty: none.
  std::string rejects;    ///< File for lines that cannot enter; empty: none.
  std::string counts;     ///< File for what the visits were; empty: none.
  std::string transport;  ///< URL; empty: the host's own.
  std::string state;      ///< URL; empty: the transport's own.
  std::string actors;     ///< Those that the host serves, `a,b` or `none`; empty: all.
  bool wait = false;      ///< For signals, after the end of the input.
  bool unordered = false;
  bool stub = false;
  std::string host;  ///< Program; empty if `stub`, or to be found in `folder`.
  std::string folder;
  bool envelope = false;
  bool follow = false;
};

struct FmtOptions {
  CommonOptions common;  ///< A file `-` is standard input.
  bool check = false;
};

struct NewOptions {
  CommonOptions common;  ///< Without files.
  std::string folder;
};

struct ExplainOptions {
  CommonOptions common;            ///< Without files.
  std::vector<std::string> codes;  ///< Or names of warnings; empty: list all.
};

/// What a language server takes; its files come from the editor.
struct LspOptions {
  CommonOptions common;  ///< Imports and warnings alone.
  bool stdio = true;     ///< There is no other way.
  std::string record;    ///< File for every message that comes; empty: none.
  std::string replay;    ///< File of such messages to run again; empty: standard input.
};

struct RootsOptions {
  CommonOptions common;
};

/// What is told to a mesh that runs elsewhere.
struct TellOptions {
  CommonOptions common;            ///< Without files; meshc itself finds nothing.
  std::string command;             ///< `signal` and the like.
  std::vector<std::string> words;  ///< As the host takes them.
  std::string transport;
  std::string state = {};   ///< URL; empty: the transport's own.
  std::string host = {};    ///< Program; empty: the one in `folder`.
  std::string folder = {};  ///< Of `meshc compile`.
};

using Options = std::variant<CheckOptions, CompileOptions, GraphOptions, TestOptions, RunOptions, FmtOptions,
                             ExplainOptions, NewOptions, LspOptions, RootsOptions, TellOptions>;

}  // namespace meshc::driver
