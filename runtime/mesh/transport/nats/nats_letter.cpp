#include "mesh/transport/nats/nats_letter.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

namespace mesh::transport {

namespace {

constexpr const char* kMessageId = "Nats-Msg-Id";
/// What else travels beside a body: `s=1;n=17`.
constexpr const char* kBesideHeader = "Mesh";
constexpr std::string_view kDigits = "0123456789ABCDEF";

bool IsPlain(char c) { return c > ' ' && c < 127 && c != '%' && c != '@' && c != ';'; }

/// An id may hold any byte, a header no line break.
std::string Escape(std::string_view text) {
  if (std::ranges::all_of(text, IsPlain)) return std::string(text);
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (IsPlain(c)) {
      escaped += c;
    } else {
      escaped += '%';
      escaped += kDigits[byte >> 4U];
      escaped += kDigits[byte & 15U];
    }
  }
  return escaped;
}

std::string Unescape(std::string_view text) {
  if (text.find('%') == std::string_view::npos) return std::string(text);
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(text.data() + i + 1, text.data() + i + 3, byte, 16).ec == std::errc()) {
      plain += static_cast<char>(byte);
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

template <typename Number>
Number ToNumber(std::string_view text) {
  Number number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// Where a server wants its acknowledgement says what it knows of the message:
/// `$JS.ACK[.domain.account].stream.consumer.delivered.seq.…`.
bool ReadReply(std::string_view reply, NatsLetter& read) {
  std::array<std::string_view, 12> tokens;
  std::size_t count = 0;
  for (std::string_view rest = reply; !rest.empty() && count < tokens.size(); ++count) {
    const std::size_t dot = std::min(rest.find('.'), rest.size());
    tokens[count] = rest.substr(0, dot);
    rest.remove_prefix(std::min(dot + 1, rest.size()));
  }
  if (count < 9 || tokens[0] != "$JS" || tokens[1] != "ACK") return false;
  const std::size_t first = count > 9 ? 6 : 4;
  const auto delivered = ToNumber<std::uint32_t>(tokens[first]);
  read.again = delivered > 0 ? delivered - 1 : 0;
  read.seq = ToNumber<std::uint64_t>(tokens[first + 1]);
  read.reply = reply;
  return true;
}

std::string Beside(const Sending& sending, std::uint32_t handed_back, bool delayed) {
  const Letter& letter = sending.letter;
  std::string text;
  const auto add = [&text](char kind, const auto& value) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ";", kind, value);
  };
  if (letter.suspect) add('s', 1);
  if (letter.first_unserved_ns != 0) add('u', letter.first_unserved_ns);
  if (!letter.nonce.empty()) add('n', Escape(letter.nonce));
  if (!letter.reply.empty()) add('w', Escape(letter.reply));
  if (handed_back > 0) add('r', handed_back);
  if (delayed) add('d', sending.not_before_ns);
  if (delayed) add('m', Escape(sending.mailbox));
  return text;
}

void ReadBeside(std::string_view text, NatsLetter& read) {
  while (text.size() > 2) {
    const std::size_t end = std::min(text.find(';'), text.size());
    const std::string_view value = text.substr(2, end - 2);
    switch (text.front()) {
      case 's': read.letter.suspect = true; break;
      case 'u': read.letter.first_unserved_ns = ToNumber<std::int64_t>(value); break;
      case 'n': read.letter.nonce = Unescape(value); break;
      case 'w': read.letter.reply = Unescape(value); break;
      case 'r': read.handed_back = ToNumber<std::uint32_t>(value); break;
      case 'd': read.not_before_ns = ToNumber<std::int64_t>(value); break;
      case 'm': read.mailbox = Unescape(value); break;
      default: break;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void ReadLetter(std::string_view body, std::string_view id, std::string_view beside, NatsLetter& read) {
  read.letter.body = body;
  read.message_id = id;
  const std::size_t at = std::min(id.rfind('@'), id.size());
  // A letter that has no id of its own has that of its sending; what somebody else has put there may have
  // none.
  read.letter.id = id.starts_with('@') ? std::string(id.substr(1)) : Unescape(id.substr(0, at));
  ReadBeside(beside, read);
}

}  // namespace

std::string NatsMessageId(std::string_view letter_id, std::string_view origin) {
  std::string id = Escape(letter_id);
  id += '@';
  id += origin;
  return id;
}

NatsMessage WriteNatsLetter(const NatsNames& names, Sending sending, const std::string& message_id,
                            std::uint32_t handed_back) {
  NatsMessage message{
      .subject = {}, .headers = {{kMessageId, message_id}}, .body = std::move(sending.letter.body)};
  const bool delayed = sending.not_before_ns > 0;
  if (delayed)
    message.subject = names.Later(sending.mailbox);
  else
    message.subject =
        IsReplyMailbox(sending.mailbox) ? names.Reply(sending.mailbox) : names.Subject(sending.mailbox);
  std::string beside = Beside(sending, handed_back, delayed);
  if (!beside.empty()) message.headers.emplace_back(kBesideHeader, std::move(beside));
  return message;
}

std::optional<NatsLetter> ReadNatsLetter(const NatsArrival& arrival) {
  NatsLetter read;
  if (!ReadReply(arrival.reply(), read)) return std::nullopt;
  ReadLetter(arrival.body(), arrival.Header(kMessageId), arrival.Header(kBesideHeader), read);
  return read;
}

NatsLetter ReadNatsLetter(const NatsReply& message) {
  NatsLetter read;
  ReadLetter(message.body, message.Header(kMessageId), message.Header(kBesideHeader), read);
  return read;
}

}  // namespace mesh::transport
