// JSON as text, appended in one pass: the one place that knows how it is spelled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "mesh/value/times.h"

namespace mesh {

/// Bytes of any number of 64 bits, with sign, point and exponent.
inline constexpr std::size_t kLongestNumber = 32;

/// Puts commas and colons itself; whoever calls closes what they have opened, and names each member.
/// Nothing stands between the tokens.
class JsonWriter {
 public:
  /// `expected` bytes or so will come.
  explicit JsonWriter(std::size_t expected = 256) { text_.resize(expected); }

  void BeginObject() { Open('{'); }
  void EndObject() { Close('}'); }
  void BeginArray() { Open('['); }
  void EndArray() { Close(']'); }
  /// Of the member whose value comes next: `out.Name("a").Int(1)`.
  JsonWriter& Name(std::string_view name);

  void Null() { Plain("null"); }
  void Bool(bool value) { Plain(value ? "true" : "false"); }
  void Int(std::int64_t value);
  void Count(std::uint64_t value);
  /// The fewest digits, or one more, that read back as the same float; null where it is not finite.
  void Float(double value);
  /// A number of JSON, digit by digit.
  void Digits(std::string_view digits) { Plain(digits); }
  /// What is no UTF-8 in it becomes U+FFFD, once for each beginning of a code point that is not ended.
  void Text(std::string_view text);
  /// Null if it is empty.
  void TextOrNull(std::string_view text) { text.empty() ? Null() : Text(text); }
  void Time(Timestamp time);
  void Time(std::int64_t since_epoch_ns) { Time(Timestamp::FromNanoseconds(since_epoch_ns)); }
  void Span(Duration span);
  void Bytes(std::string_view raw);

  /// All of it; the writer is done.
  std::string Take() {
    text_.resize(size_);
    return std::move(text_);
  }

 private:
  /// Where the next `size` bytes go.
  char* Room(std::size_t size) {
    if (text_.size() - size_ < size) [[unlikely]]
      Grow(size);
    return text_.data() + size_;
  }
  void Grow(std::size_t size);

  void Put(char character) {
    *Room(1) = character;
    ++size_;
  }
  void Put(std::string_view plain) {
    if (!plain.empty()) std::memcpy(Room(plain.size()), plain.data(), plain.size());
    size_ += plain.size();
  }
  void Separate() {
    if (std::exchange(after_value_, true)) Put(',');
  }
  void Plain(std::string_view token) {
    Separate();
    Put(token);
  }
  /// Within quotes nothing needs an escape.
  void Quoted(std::string_view plain);
  void Open(char bracket) {
    Separate();
    Put(bracket);
    after_value_ = false;
  }
  void Close(char bracket) {
    Put(bracket);
    after_value_ = true;
  }
  void PutText(std::string_view text);
  std::string_view PutEscape(std::string_view text);

  std::string text_;  ///< Filled up to `size_`.
  std::size_t size_ = 0;
  bool after_value_ = false;
};

}  // namespace mesh
