#include "mesh/actor/invoke.h"

#include <exception>
#include <string>

namespace mesh::actor {

namespace {

Outcome CrashOf(const Context& context, std::string message) {
  return Error{
      .name = "crash", .message = std::move(message), .actor = std::string(context.actor()), .detail = {}};
}

template <typename Call>
Outcome Guarded(const Context& context, const Call& call) {
  try {
    return call();
  } catch (const std::exception& exception) {
    return CrashOf(context, exception.what());
  } catch (...) {
    return CrashOf(context, "an exception of an unknown type");
  }
}

}  // namespace

Outcome InvokeGuarded(Handler& handler, std::span<const Value> arguments, Context& context) {
  return Guarded(context, [&] { return handler.Invoke(arguments, context); });
}

Outcome InvokeGuarded(const Entry& entry, std::unique_ptr<Handler>& handler, std::span<const Value> arguments,
                      Context& context) {
  return Guarded(context, [&] {
    if (!handler) handler = entry.make();
    return handler->Invoke(arguments, context);
  });
}

}  // namespace mesh::actor
