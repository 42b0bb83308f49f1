// Transports over one SQLite file.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "mesh/transport/sqlite/sqlite.h"
#include "tests/support/manual_clock.h"
#include "tests/support/scratch_file.h"

namespace mesh::test {

inline std::unique_ptr<transport::Transport> OpenFile(const std::string& path, transport::Clock& clock) {
  auto opened = transport::OpenSqlite({.path = path, .sync_full = false, .mesh = "shop"}, clock);
  if (const auto* why = std::get_if<std::string>(&opened)) ADD_FAILURE() << *why;
  return std::get<std::unique_ptr<transport::Transport>>(std::move(opened));
}

class SqliteFile : public testing::Test {
 protected:
  std::unique_ptr<transport::Transport> Open() { return OpenFile(file_.path(), clock_); }
  std::string WhyNot(const transport::SqliteOptions& options) {
    auto opened = transport::OpenSqlite(options, clock_);
    const auto* why = std::get_if<std::string>(&opened);
    return why == nullptr ? "" : *why;
  }

  ScratchFile file_{"mesh.db"};
  ManualClock clock_;
};

}  // namespace mesh::test
