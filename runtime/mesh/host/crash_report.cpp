#include "mesh/host/crash_report.h"

#include <array>
#include <atomic>
#include <string_view>
#include <utility>

#include <pthread.h>
#include <unistd.h>

namespace mesh::host {

namespace {

using Marks = std::vector<const CallMark*>;

/// A signal handler is given nothing but the number: what it reports of has to stand in a global.
std::atomic<const Marks*> reported = nullptr;

struct Fatal {
  int number;
  std::string_view name;
};
constexpr std::array<Fatal, 5> kFatal = {{{SIGSEGV, "SIGSEGV (segmentation fault)"},
                                          {SIGBUS, "SIGBUS (bus error)"},
                                          {SIGFPE, "SIGFPE (arithmetic fault)"},
                                          {SIGILL, "SIGILL (illegal instruction)"},
                                          {SIGABRT, "SIGABRT (aborted)"}}};

/// Text for standard error, collected without allocating: nothing here may call what a signal may
/// have interrupted. What has no room is left out.
class Line {
 public:
  Line& Add(std::string_view text) {
    for (const char c : text) {
      // Ids come from outside: nothing in them may look like a line of ours.
      if (length_ < sizeof text_ - 1) text_[length_++] = c < ' ' && c >= 0 ? '?' : c;
    }
    return *this;
  }
  void Write() {
    text_[length_] = '\n';
    // Nobody is left to tell if this fails.
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text_, length_ + 1);
  }

 private:
  char text_[320];
  std::size_t length_ = 0;
};

void AddCall(Line& line, const CallMark& mark) {
  line.Add("`").Add(mark.actor()).Add("` with envelope ").Add(mark.envelope_id());
}

std::string_view NameOf(int number) {
  for (const Fatal& fatal : kFatal) {
    if (fatal.number == number) return fatal.name;
  }
  return "a signal";
}

const CallMark* CallOf(const Marks& marks, pthread_t thread) {
  for (const CallMark* mark : marks) {
    if (mark->set() && mark->is_of(thread)) return mark;
  }
  return nullptr;
}

void Report(int number, const Marks& marks) {
  const CallMark* const own = CallOf(marks, pthread_self());
  Line line;
  line.Add("the process ends by ").Add(NameOf(number));
  if (own == nullptr) {
    line.Add(", outside of any handler");
  } else {
    line.Add(" in the handler of ");
    AddCall(line, *own);
  }
  line.Write();
  for (const CallMark* mark : marks) {
    if (mark == own || !mark->set()) continue;
    Line other;
    AddCall(other.Add("under way then: "), *mark);
    other.Write();
  }
}

void OnFatal(int number) {
  // Another thread may crash meanwhile; one report is enough.
  const Marks* const marks = reported.exchange(nullptr);
  if (marks != nullptr) Report(number, *marks);
  signal(number, SIG_DFL);
  // Blocked until this handler returns; then it ends the process as if nobody had listened.
  raise(number);
}

}  // namespace

CrashReport::CrashReport(std::vector<const CallMark*> marks) : marks_(std::move(marks)) {
  static_assert(kSignals == kFatal.size());
  reported = &marks_;
  struct sigaction action = {};
  action.sa_handler = &OnFatal;
  action.sa_flags = SA_ONSTACK;
  for (std::size_t i = 0; i < kSignals; ++i) sigaction(kFatal[i].number, &action, &before_[i]);
}

CrashReport::~CrashReport() {
  for (std::size_t i = 0; i < kSignals; ++i) sigaction(kFatal[i].number, &before_[i], nullptr);
  reported = nullptr;
}

CrashStack::CrashStack() : room_(std::size_t{64} << 10U) {
  stack_t stack = {};
  stack.ss_sp = room_.data();
  stack.ss_size = room_.size();
  sigaltstack(&stack, &before_);
}

CrashStack::~CrashStack() { sigaltstack(&before_, nullptr); }

}  // namespace mesh::host
