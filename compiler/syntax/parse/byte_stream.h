// Source text as ANTLR's lexer reads it: one unit per byte.
//
// Every byte of a non-ASCII character reads as 0x7F. Thus offsets are byte offsets, and the
// lexer's table of transitions, which caches ASCII only, serves any text.
#pragma once

#include <antlr4-runtime.h>

#include <string>
#include <string_view>

namespace meshc::syntax {

class ByteStream final : public antlr4::CharStream {
 public:
  explicit ByteStream(std::string_view text) : text_(text) {}

  std::size_t LA(ssize_t distance) override {
    const std::size_t place = at_ + static_cast<std::size_t>(distance) - (distance > 0 ? 1 : 0);
    if (place >= text_.size()) return antlr4::IntStream::EOF;
    const auto byte = static_cast<unsigned char>(text_[place]);
    return byte < 0x80 ? byte : 0x7F;
  }
  void consume() override { ++at_; }
  std::size_t index() override { return at_; }
  void seek(std::size_t index) override { at_ = index; }
  std::size_t size() override { return text_.size(); }
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  std::string getSourceName() const override { return {}; }
  std::string toString() const override { return {}; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }

  bool AtEnd() const { return at_ >= text_.size(); }
  /// Blanks are a third of most files: worth passing by without the lexer.
  void SkipBlanks() {
    while (at_ < text_.size() && IsBlank(text_[at_])) ++at_;
  }

 private:
  static bool IsBlank(char byte) { return byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t'; }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace meshc::syntax
