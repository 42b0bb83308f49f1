#include "mesh/archive/archive.h"

#include <ctime>
#include <filesystem>
#include <random>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace mesh::archive {

std::variant<std::unique_ptr<Archive>, std::string> Archive::Open(ArchiveOptions options) {
  namespace fs = std::filesystem;
  std::error_code error;
  if (fs::exists(options.folder, error) && !fs::is_directory(options.folder, error))
    return fmt::format("`{}` is no folder", options.folder);
  fs::create_directories(options.folder, error);
  if (error) return fmt::format("cannot make the folder `{}`: {}", options.folder, error.message());
  return std::make_unique<Archive>(std::move(options));
}

Archive::Archive(ArchiveOptions options)
    : options_(std::move(options)),
      process_(fmt::format("{:08x}", std::random_device{}())),
      thread_([this] { Run(); }) {}

Archive::~Archive() {
  Abandon();
  thread_.join();
}

void Archive::Add(std::string line, std::function<void()> safe) {
  {
    const std::lock_guard lock(mutex_);
    if (leaving_) return;
    waiting_.lines += line;
    waiting_.lines += '\n';
    waiting_.safe.push_back(std::move(safe));
  }
  changed_.notify_all();
}

void Archive::Flush() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return leaving_ || !problem_.empty() || (!busy_ && waiting_.safe.empty()); });
}

void Archive::Abandon() {
  std::unique_lock lock(mutex_);
  leaving_ = true;
  changed_.notify_all();
  changed_.wait(lock, [this] { return !busy_; });
}

std::string Archive::problem() const {
  const std::lock_guard lock(mutex_);
  return problem_;
}

void Archive::Run() {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return leaving_ || !waiting_.safe.empty(); });
    if (leaving_) return;
    Batch batch = std::exchange(waiting_, {});
    busy_ = true;
    while (true) {
      lock.unlock();
      const std::string problem = Write(batch);
      Tell(problem);
      lock.lock();
      if (problem.empty() || changed_.wait_for(lock, options_.pause, [this] { return leaving_; })) break;
    }
    if (!leaving_ || problem_.empty()) {
      lock.unlock();
      for (const auto& safe : batch.safe) safe();
      lock.lock();
    }
    busy_ = false;
    changed_.notify_all();
  }
}

void Archive::Tell(const std::string& problem) {
  {
    const std::lock_guard lock(mutex_);
    if (problem.empty() == problem_.empty()) return;
    problem_ = problem;
  }
  changed_.notify_all();
  if (options_.on_problem) options_.on_problem(problem);
}

std::string Archive::Write(const Batch& batch) {
  const bool old =
      segment_ != nullptr && (segment_->size() >= options_.segment_bytes ||
                              std::chrono::steady_clock::now() - segment_began_ >= options_.segment_age);
  if (segment_ == nullptr || old || segment_->broken()) {
    if (std::string problem = OpenSegment(); !problem.empty()) return problem;
  }
  std::string problem = segment_->Append(batch.lines);
  return problem.empty() ? problem : fmt::format("cannot write to `{}`: {}", options_.folder, problem);
}

std::string Archive::OpenSegment() {
  const std::string name = fmt::format("{}-{:%Y%m%dT%H%M%SZ}-{}-{}.jsonl.gz", options_.mesh,
                                       fmt::gmtime(std::time(nullptr)), process_, ++segments_);
  auto made = Segment::Make(options_.folder, name);
  if (auto* problem = std::get_if<std::string>(&made)) return std::move(*problem);
  segment_ = std::get<std::unique_ptr<Segment>>(std::move(made));
  segment_began_ = std::chrono::steady_clock::now();
  return {};
}

}  // namespace mesh::archive
