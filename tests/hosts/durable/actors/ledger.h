// The world outside of the mesh: a file in which every effect stands with its key, and chance.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <random>
#include <string>
#include <string_view>

namespace test_jobs {

inline int Chance(int below) {
  static thread_local std::mt19937 engine{std::random_device{}()};
  return static_cast<int>(engine() % static_cast<unsigned>(below));
}

/// Makes an effect: a line of actor, input, key and what it answers, which is another one each time.
inline std::string Enter(std::string_view actor, long id, std::string_view key) {
  const std::string token = std::to_string(getpid()) + "-" + std::to_string(Chance(1'000'000'000));
  const std::string line =
      std::string(actor) + " " + std::to_string(id) + " " + std::string(key) + " " + token + "\n";
  const int ledger = open(std::getenv("LEDGER"), O_WRONLY | O_APPEND | O_CREAT, 0666);
  // One write of a few bytes: it stands there whole, or not at all.
  if (ledger < 0 || write(ledger, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
    std::abort();
  close(ledger);
  return token;
}

}  // namespace test_jobs
