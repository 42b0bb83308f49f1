// What `--help` says, as a value: manual pages and completions of shells are made of it.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace meshc::driver {

/// A name and what it means.
struct Term {
  std::string name = {};
  std::string meaning = {};
};

struct OptionRow {
  std::vector<std::string> names = {};    ///< As they are written: `-o`, `--output`.
  std::string value = {};                 ///< `DIR`, `FORMAT=FILE`, `a|b|c`; empty: it takes none.
  std::vector<std::string> choices = {};  ///< The words of a closed list; empty: there is no such list.
  std::string otherwise = {};             ///< What holds if it is not given; empty: nothing, or not told.
  std::string meaning = {};
  bool repeats = false;
  bool required = false;
};

/// A word without a name, by its place.
struct PositionalRow {
  std::string name = {};
  std::string meaning = {};
  bool repeats = false;
  bool required = false;
};

struct CommandRow {
  std::string name = {};
  std::string meaning = {};
  std::vector<PositionalRow> positionals = {};
  std::vector<OptionRow> options = {};
  bool has_warnings = false;  ///< It takes -W.
};

struct CommandTable {
  std::string program = {};
  std::string meaning = {};
  std::vector<OptionRow> options = {};  ///< Those that stand before a command.
  std::vector<CommandRow> commands = {};
  std::vector<Term> warnings = {};  ///< By the names that -W takes.
  std::vector<Term> exit_codes = {};
};

/// Of the command line that ParseCommandLine reads. In command_line.cpp.
CommandTable DescribeCommands();

/// Of a parser whose commands have been added.
CommandTable TableOf(const CLI::App& root);

}  // namespace meshc::driver
