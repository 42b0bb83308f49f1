#include "mesh/durable/claim_record.h"

#include <algorithm>
#include <charconv>
#include <tuple>

#include <fmt/format.h>

namespace mesh::durable {

namespace {

/// What stands before the next blank, and takes that away; of the last one all.
std::string_view TakeWord(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(word.size() + 1, text.size()));
  return word;
}

std::uint32_t TakeNumber(std::string_view& text) {
  const std::string_view word = TakeWord(text);
  std::uint32_t number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

}  // namespace

bool ClaimRecord::Allows(const Envelope& envelope) const {
  if (by == envelope.route.claim) return true;
  return suspect && suspect->from == envelope.route.claim &&
         std::tie(suspect->hop, suspect->attempt) < std::tie(envelope.route.hop, envelope.status.attempt);
}

bool ClaimRecord::AllowsEnd(std::string_view claim) const {
  return by == claim || (suspect && suspect->from == claim);
}

std::string Write(const ClaimRecord& record) {
  if (!record.suspect) return record.by;
  // Claims have no blanks.
  return fmt::format("{} {} {} {}", record.by, record.suspect->hop, record.suspect->attempt,
                     record.suspect->from);
}

ClaimRecord ReadClaim(const std::optional<std::string>& bytes) {
  std::string_view text = bytes ? *bytes : std::string_view();
  const bool of_suspect = text.find(' ') != std::string_view::npos;
  ClaimRecord record{.by = std::string(TakeWord(text))};
  if (!of_suspect) return record;
  record.suspect.emplace();
  record.suspect->hop = TakeNumber(text);
  record.suspect->attempt = TakeNumber(text);
  record.suspect->from = text;
  return record;
}

}  // namespace mesh::durable
