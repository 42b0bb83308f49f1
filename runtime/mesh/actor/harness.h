// Calls one handler alone, as its tests do: no host, no transport, a clock that stands still.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "mesh/actor/context.h"
#include "mesh/actor/handler.h"
#include "mesh/actor/open_actors.h"
#include "mesh/actor/settings.h"

namespace mesh::actor {

/// `Base` is the generated base class: `Harness<actors::Judge> judge(actors::MakeJudge);`. What the public
/// members say holds for the next calls. One thread, but for `Cancel`.
template <typename Base>
class Harness {
 public:
  using Input = typename Base::Input;
  using Output = typename Base::Output;

  /// Opens the actor as a host does. Throws std::runtime_error with the reason if that fails.
  explicit Harness(std::unique_ptr<Handler> (*make)(), Settings::Texts settings = {}) {
    const Entry entry{.actor = "tested", .contract = Base::kContract, .make = make, .recode = nullptr};
    auto opened = OpenActors({&entry, 1}, AllSettings::Only(std::move(settings)));
    if (const auto* failure = std::get_if<std::string>(&opened)) throw std::runtime_error(*failure);
    make_ = std::get<std::vector<Entry>>(opened).front().make;
    handler_ = make_();
  }

  /// The handler's result; exceptions get through.
  auto Call(const Input& input) {
    Context context = MakeContext();
    return static_cast<Base&>(*handler_).handle(input, context);
  }

  /// Tells the handler that its result is no longer wanted, before or while it runs.
  void Cancel() { stop_.request_stop(); }
  const std::vector<std::string>& logged() const { return logged_; }

  std::uint32_t attempt = 1;
  std::int64_t now_ns = 0;
  std::optional<std::int64_t> deadline_ns = {};
  std::string envelope_id = "00000000-0000-7000-8000-000000000001";
  std::string effect_key = {};

 private:
  Context MakeContext() {
    Context::Visit visit;
    visit.envelope_id = envelope_id;
    visit.root_id = envelope_id;
    visit.actor = "tested";
    visit.point = "test";
    visit.effect_key = effect_key;
    visit.attempt = attempt;
    visit.deadline_ns = deadline_ns;
    visit.stop = stop_.get_token();
    visit.now_ns = [this] { return now_ns; };
    visit.log = [this](LogLevel, std::string_view message) { logged_.emplace_back(message); };
    return Context(std::move(visit));
  }

  std::function<std::unique_ptr<Handler>()> make_;  ///< Outlives the handler that it made.
  std::unique_ptr<Handler> handler_;
  std::stop_source stop_;
  std::vector<std::string> logged_;
};

}  // namespace mesh::actor
