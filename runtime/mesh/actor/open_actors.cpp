#include "mesh/actor/open_actors.h"

#include <fmt/format.h>

#include <exception>
#include <memory>
#include <mutex>
#include <utility>

#include "mesh/actor/open_once.h"

namespace mesh::actor {

namespace {

/// Stands in for the handlers that it opens.
class Opener final : public Handler {
 public:
  explicit Opener(mesh::actor::Open open) : open_(std::move(open)) {}

  Outcome Invoke(std::span<const Value>, Context&) override {
    return Error{.name = "crash", .message = "the actor was not opened", .actor = {}, .detail = {}};
  }

  Factory Run(const Settings& settings) const { return open_(settings); }

 private:
  mesh::actor::Open open_;
};

/// Gives out the object that was made to look at it before it makes others.
class FirstThenMake {
 public:
  FirstThenMake(std::unique_ptr<Handler> first, Factory::Maker make)
      : state_(std::make_shared<State>()), make_(std::move(make)) {
    state_->first = std::move(first);
  }

  std::unique_ptr<Handler> operator()() const {
    {
      const std::lock_guard lock(state_->mutex);
      if (state_->first) return std::move(state_->first);
    }
    return make_();
  }

 private:
  struct State {
    std::mutex mutex;
    std::unique_ptr<Handler> first;
  };

  std::shared_ptr<State> state_;
  Factory::Maker make_;
};

Factory OpenOne(const Entry& entry, const Settings& settings) {
  std::unique_ptr<Handler> first;
  try {
    first = entry.make();
  } catch (...) {
    // It may work the next time: each call that meets such an exception ends as a crash.
    return entry.make;
  }
  const auto* opener = dynamic_cast<const Opener*>(first.get());
  if (opener == nullptr) return FirstThenMake(std::move(first), entry.make);
  try {
    return opener->Run(settings);
  } catch (const std::exception& exception) {
    return Failure{exception.what()};
  } catch (...) {
    return Failure{"an exception of an unknown type"};
  }
}

}  // namespace

std::unique_ptr<Handler> OpenOnce(Open open) { return std::make_unique<Opener>(std::move(open)); }

std::variant<std::vector<Entry>, std::string> OpenActors(std::span<const Entry> entries,
                                                         const AllSettings& settings) {
  std::vector<Entry> opened;
  std::string failures;
  for (const Entry& entry : entries) {
    const Factory factory = OpenOne(entry, settings.Of(entry.actor));
    opened.push_back(entry);
    if (const auto* failure = std::get_if<Failure>(&factory.made())) {
      failures += fmt::format("the actor `{}` cannot be served: {}\n", entry.actor, failure->reason);
    } else {
      opened.back().make = std::get<Factory::Maker>(factory.made());
    }
  }
  if (!failures.empty()) return failures;
  return opened;
}

}  // namespace mesh::actor
