#include "mesh/actor/invoke.h"

#include <exception>
#include <string>
#include <utility>

#include "mesh/value/utf8.h"

namespace mesh::actor {

namespace {

Outcome CrashOf(const Context& context, std::string message) {
  return Error{
      .name = "crash", .message = std::move(message), .actor = std::string(context.actor()), .detail = {}};
}

/// Payloads are checked against their schemas; what an error says comes from anywhere and goes onto the wire.
void Mend(Outcome& outcome) {
  auto* error = std::get_if<Error>(&outcome);
  if (error == nullptr) return;
  error->name = MendUtf8(std::move(error->name));
  error->message = MendUtf8(std::move(error->message));
  error->actor = MendUtf8(std::move(error->actor));
}

template <typename Call>
Outcome Unthrown(const Context& context, const Call& call) {
  try {
    return call();
  } catch (const std::exception& exception) {
    return CrashOf(context, exception.what());
  } catch (...) {
    return CrashOf(context, "it threw what is no std::exception; errors are returned, not thrown");
  }
}

template <typename Call>
Outcome Guarded(const Context& context, const Call& call) {
  Outcome outcome = Unthrown(context, call);
  Mend(outcome);
  return outcome;
}

}  // namespace

Outcome InvokeGuarded(Handler& handler, std::span<const Value> arguments, Context& context) {
  return Guarded(context, [&] { return handler.Invoke(arguments, context); });
}

Outcome InvokeGuarded(const Entry& entry, std::unique_ptr<Handler>& handler, std::span<const Value> arguments,
                      Context& context) {
  return Guarded(context, [&] {
    if (!handler) handler = entry.make();
    if (!handler) return CrashOf(context, "the factory of its handler returned null");
    return handler->Invoke(arguments, context);
  });
}

}  // namespace mesh::actor
