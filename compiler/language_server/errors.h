// The error codes of the protocol, and how an answer says that there is none.
#pragma once

#include <stdexcept>
#include <string>

namespace meshc::language_server {

enum class ErrorCode : int {
  kParseError = -32700,
  kInvalidRequest = -32600,
  kMethodNotFound = -32601,
  kInvalidParams = -32602,
  kInternalError = -32603,
  kNotInitialized = -32002,
  kContentModified = -32801,
  kCancelled = -32800,
  kRequestFailed = -32803,
};

/// Thrown by answers, caught by the session: the message goes to the user.
class RequestError : public std::runtime_error {
 public:
  RequestError(ErrorCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ErrorCode code() const { return code_; }

 private:
  ErrorCode code_;
};

}  // namespace meshc::language_server
