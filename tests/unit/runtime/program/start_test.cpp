// A host that is told to stop while it starts: it has begun nothing, and ends as after any other stop.
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
#include <csignal>

#include "mesh/program/main.h"
#include "mesh/program/serve_mailboxes.h"
#include "mesh/program/stop_signals.h"
#include "tests/support/sample_meshes.h"

namespace mesh::test {
namespace {

/// Runs `then` in a thread that takes no signals, as those of a started host do.
template <typename Then>
void Beside(Then then) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread(std::move(then)).detach();
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

/// Reads the settings from a pipe that is never written to; SIGTERM comes as soon as the host opens it.
[[noreturn]] void ServeWithSettingsFromAPipe() {
  const std::string pipe = testing::TempDir() + "meshc-start-" + std::to_string(getpid());
  if (mkfifo(pipe.c_str(), 0600) != 0) std::abort();
  Beside([pipe] {
    (void)!open(pipe.c_str(), O_WRONLY);
    unlink(pipe.c_str());
    kill(getpid(), SIGTERM);
  });
  std::vector<std::string> words = {"host",       "--serve", "--transport", "sqlite:" + pipe + ".mesh",
                                    "--settings", pipe};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  std::exit(program::Main(static_cast<int>(arguments.size()), arguments.data(),
                          {.mesh = "test.mesh", .routes_library = {}, .actors = {}}));
}

/// A server that takes connections and never answers.
class SilentServer {
 public:
  SilentServer() {
    address_.sin_family = AF_INET;
    address_.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address_;
    auto* const address = reinterpret_cast<sockaddr*>(&address_);
    if (bind(socket_, address, size) != 0 || listen(socket_, 1) != 0) std::abort();
    getsockname(socket_, address, &size);
  }
  std::string address() const { return "127.0.0.1:" + std::to_string(ntohs(address_.sin_port)); }
  void Accept() const { (void)!accept(socket_, nullptr, nullptr); }

 private:
  const int socket_ = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address_{};
};

/// SIGTERM comes as soon as the host connects.
[[noreturn]] void ServeOn(const std::string& scheme) {
  const SilentServer server;
  const CallMesh mesh{{.concurrency = 1, .caught = contract::BuiltinError::kCount}};
  program::StartWatch starting([](int) { return EXIT_SUCCESS; });
  Beside([&server] {
    server.Accept();
    kill(getpid(), SIGTERM);
  });
  program::CommandLine line;
  line.serve = true;
  line.transport = scheme + "://" + server.address();
  std::exit(10 + program::ServeMailboxes(line, {}, {.tables = {&mesh.table()}, .skipped = {}}, starting));
}

TEST(Start, AStopWhileSettingsAreReadIsNoFailure) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(ServeWithSettingsFromAPipe(), testing::ExitedWithCode(0), "");
}

TEST(Start, AStopWhileTheServerIsAwaitedIsNoFailure) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  for (const char* scheme : {"nats", "amqp"})
    EXPECT_EXIT(ServeOn(scheme), testing::ExitedWithCode(0), "") << scheme;
}

}  // namespace
}  // namespace mesh::test
