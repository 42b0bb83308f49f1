// Names for the outside world, computed in one place: C++, Kubernetes, queues, files.
// Pure functions; equal input gives equal output everywhere.
#pragma once

#include <string>
#include <string_view>

namespace meshc::codegen {

/// A C++ identifier: keywords get a trailing `_`, and so does what may be a macro: two capitals or
/// more and no small letter (`EIO`, `RAND_MAX`).
std::string CppIdentifier(std::string_view name);
/// `rate_limited` -> `RateLimited`
std::string UpperCamel(std::string_view name);
/// The C++ type of a record, enum or union.
std::string CppTypeName(std::string_view name);
/// The base class of an actor's handler.
std::string CppActorClass(std::string_view name);
/// The function that makes an actor's handler, beside that class.
std::string CppActorFactory(std::string_view name);
/// A member of the struct `owner`, whose own name no member may bear.
std::string CppMember(std::string_view name, std::string_view owner);
/// The member for a field of the error `owner`; `message` is the text that every error has.
std::string CppErrorField(std::string_view name, std::string_view owner);
/// The mesh name with `_` for `.`: folder, targets, `lib<mesh>_routes.so`. Shortened like file names, with
/// `_`.
std::string MeshIdentifier(std::string_view mesh);
/// The same as a namespace: with a trailing `_` where C and POSIX may declare that name at global
/// scope, which they do with single words (`clock`, `main`), and with names such as `time_t`,
/// `rand_r` and `pthread_create`.
std::string MeshNamespace(std::string_view mesh);
/// What files are called that belong to an actor, flow or envelope: its name, of at most 160 characters;
/// a longer one is shortened and ended by `-` and hex digits of the full name's hash.
std::string FileStem(std::string_view name);
/// `<mesh>-<actor>` for Kubernetes and queues: lower case, at most 54 characters, longer ones
/// shortened and ended by six hex digits of the full name's hash. Begins with a letter: `_1.m` with `x1-m`.
std::string QueueName(std::string_view mesh, std::string_view actor);
/// The `-`-separated lower-case form of one name, unshortened.
std::string KebabCase(std::string_view name);

}  // namespace meshc::codegen
