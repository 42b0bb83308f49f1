// What texts in settings have to look like, so that brokers and Kubernetes take them.
#pragma once

#include <llvm/ADT/StringRef.h>

#include <cstdint>
#include <string_view>

namespace meshc::sema {

enum class TextKind : std::uint8_t {
  kFilled,      ///< Not empty.
  kLabel,       ///< A namespace or volume: a DNS label.
  kObjectName,  ///< A claim or secret: DNS labels with `.` between them.
  kLabelKey,    ///< Of a label or taint: `nvidia.com/gpu`.
  kLabelValue,  ///< Of a label or taint; may be empty.
  kImage,       ///< `registry/path:tag@sha256:...`
  kSecretKey,   ///< Within a secret.
  kVariable,    ///< Of the environment.
  kValue,       ///< Of such a one.
  kPath,        ///< Where something is mounted.
  kDevice,      ///< That nodes offer: `nvidia.com/gpu`.
  kNetwork,     ///< `10.2.0.0/16`
  kPrefix,      ///< Before the names of queues.
  kAccount,     ///< Of NATS.
  kNatsUrl,     ///< One or more, separated by commas.
  kAmqpUrl,
  kRedisUrl,
  kHostPort,    ///< `nats.messaging:8222`
  kManagement,  ///< Of RabbitMQ: `rabbit.messaging:15672`, maybe with `https://`.
};

bool IsWellFormed(TextKind kind, llvm::StringRef text);
/// `absolute path`
std::string_view Describe(TextKind kind);
/// How such a text is written.
std::string_view RuleOf(TextKind kind);

}  // namespace meshc::sema
