// What mailboxes and meshes are called on any server; what each kind of server makes of it stands in
// `nats_names.h` and `amqp_names.h`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mesh::transport {

/// Of a process that is told of ends.
inline bool IsReplyMailbox(std::string_view mailbox) { return mailbox.starts_with("@reply/"); }

/// Not a mailbox, but named like one: it tells that a call has begun, by its key.
inline std::string StartMailbox(std::string_view key) { return "@start/" + std::string(key); }
inline bool IsStartMailbox(std::string_view mailbox) { return mailbox.starts_with("@start/"); }

/// What is no message of the mesh, for people.
inline constexpr std::string_view kUnreadableMailbox = "@unreadable";

/// A mailbox as one token of a name on a server, for any bytes; those that differ have different ones.
/// Letters, digits and `_` stay. `@` becomes `-`, so that the mesh's own mailboxes are told from actors.
inline std::string MailboxToken(std::string_view text) {
  constexpr std::size_t kLongest = 400;
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string token;
  token.reserve(text.size());
  std::uint64_t hash = 14'695'981'039'346'656'037U;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    hash = (hash ^ byte) * 1'099'511'628'211U;
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (plain) {
      token += c;
    } else if (c == '@') {
      token += '-';
    } else {
      token += '=';
      token += kDigits[byte >> 4U];
      token += kDigits[byte & 15U];
    }
  }
  // NATS takes subjects of some thousand bytes.
  if (token.size() > kLongest) token = token.substr(0, kLongest) + "==" + std::to_string(hash);
  return token.empty() ? "=" : token;
}

/// `shop.support` -> `shop-support`. `prefix` keeps two installations on one server apart; empty: none.
inline std::string MeshName(std::string_view mesh, std::string_view prefix = {}) {
  std::string name(prefix);
  if (!name.empty()) name += '-';
  for (const char c : mesh) name += c == '.' ? '-' : c;
  return name;
}

}  // namespace mesh::transport
