#include "mesh/transport/amqp/amqp_letter.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace mesh::transport {

namespace {

constexpr const char* kId = "mesh-id";
constexpr const char* kNonce = "mesh-nonce";
constexpr const char* kSuspect = "mesh-suspect";
constexpr const char* kReply = "mesh-reply";
constexpr const char* kUnserved = "mesh-unserved";
constexpr const char* kHandedBack = "mesh-handed-back";
constexpr const char* kNotBefore = "mesh-not-before";
/// Of quorum queues.
constexpr const char* kDeliveries = "x-delivery-count";

const amqp_field_value_t* Find(const amqp_table_t& headers, std::string_view name) {
  for (int i = 0; i < headers.num_entries; ++i) {
    if (AmqpText(headers.entries[i].key) == name) return &headers.entries[i].value;
  }
  return nullptr;
}

std::optional<std::string> FindText(const amqp_table_t& headers, const char* name) {
  const amqp_field_value_t* const value = Find(headers, name);
  if (value == nullptr || (value->kind != AMQP_FIELD_KIND_UTF8 && value->kind != AMQP_FIELD_KIND_BYTES))
    return std::nullopt;
  return std::string(AmqpText(value->value.bytes));
}

/// Which kind of number a broker takes is its own choice. 0: there is none.
std::int64_t FindNumber(const amqp_table_t& headers, const char* name) {
  const amqp_field_value_t* const value = Find(headers, name);
  if (value == nullptr) return 0;
  switch (value->kind) {
    case AMQP_FIELD_KIND_I8: return value->value.i8;
    case AMQP_FIELD_KIND_U8: return value->value.u8;
    case AMQP_FIELD_KIND_I16: return value->value.i16;
    case AMQP_FIELD_KIND_U16: return value->value.u16;
    case AMQP_FIELD_KIND_I32: return value->value.i32;
    case AMQP_FIELD_KIND_U32: return value->value.u32;
    case AMQP_FIELD_KIND_I64:
    case AMQP_FIELD_KIND_U64: return value->value.i64;
    default: return 0;
  }
}

std::uint32_t ToCount(std::int64_t number) {
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(number, 0, UINT32_MAX));
}

/// The same for the same bytes, however often they come: a message that nobody has given a nonce.
std::string NonceOf(std::string_view body) {
  std::uint64_t hash = 14'695'981'039'346'656'037U;
  for (const char c : body) hash = (hash ^ static_cast<unsigned char>(c)) * 1'099'511'628'211U;
  return fmt::format("body-{:016x}", hash);
}

}  // namespace

void WriteAmqpLetter(const AmqpPost& post, const std::string& nonce, AmqpTable& headers) {
  const Letter& letter = post.sending.letter;
  headers.Add(kId, std::string_view(letter.id));
  headers.Add(kNonce, std::string_view(nonce));
  if (letter.suspect) headers.Add(kSuspect, std::int64_t{1});
  if (!letter.reply.empty()) headers.Add(kReply, std::string_view(letter.reply));
  if (letter.first_unserved_ns != 0) headers.Add(kUnserved, letter.first_unserved_ns);
  if (post.handed_back > 0) headers.Add(kHandedBack, std::int64_t{post.handed_back});
  if (post.sending.not_before_ns > 0) headers.Add(kNotBefore, post.sending.not_before_ns);
}

AmqpLetter ReadAmqpLetter(const amqp_message_t& message, bool redelivered) {
  const bool has_headers = (message.properties._flags & AMQP_BASIC_HEADERS_FLAG) != 0;
  const amqp_table_t headers = has_headers ? message.properties.headers : amqp_empty_table;
  AmqpLetter read;
  read.letter.body = AmqpText(message.body);
  read.letter.id = FindText(headers, kId).value_or("");
  read.letter.nonce = FindText(headers, kNonce).value_or("");
  if (read.letter.nonce.empty()) read.letter.nonce = NonceOf(read.letter.body);
  read.letter.suspect = FindNumber(headers, kSuspect) != 0;
  read.letter.reply = FindText(headers, kReply).value_or("");
  read.letter.first_unserved_ns = FindNumber(headers, kUnserved);
  read.handed_back = ToCount(FindNumber(headers, kHandedBack));
  read.not_before_ns = FindNumber(headers, kNotBefore);
  read.again = std::max<std::uint32_t>(ToCount(FindNumber(headers, kDeliveries)), redelivered ? 1 : 0);
  return read;
}

}  // namespace mesh::transport
