#include "tests/property/editing/run_every.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>

namespace meshc::property {

int RunEvery(int argc, char** argv, const char* about, int every, const std::function<int(int)>& run) {
  CLI::App app(about);
  app.add_option("--every", every, "Looks at one of so many")->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  try {
    return run(every);
  } catch (const std::exception& error) {
    fmt::print("{}\n", error.what());
    return 1;
  }
}

}  // namespace meshc::property
