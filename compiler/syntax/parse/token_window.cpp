#include "compiler/syntax/parse/token_window.h"

#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

void PairBrackets(std::vector<Token>& tokens, TokenSpan span) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t index = span.begin; index < span.end; ++index) {
    if (IsOpener(tokens[index].type())) {
      open.push_back(index);
    } else if (IsCloser(tokens[index].type())) {
      tokens[index].SetPartner(open.back());
      tokens[open.back()].SetPartner(index);
      open.pop_back();
    }
  }
}

}  // namespace

void TokenWindow::Replace(std::uint32_t first, std::uint32_t end, const std::vector<Token>& put) {
  std::vector<Token> changed;
  changed.reserve(span_.end - span_.begin + put.size() + 2);
  const bool preceded = span_.begin > 0;
  changed.push_back(preceded ? tokens()[span_.begin - 1] : Token(antlr4::Token::EOF, 0, 0));
  changed.insert(changed.end(), tokens().begin() + span_.begin, tokens().begin() + first);
  changed.insert(changed.end(), put.begin(), put.end());
  changed.insert(changed.end(), tokens().begin() + end, tokens().begin() + span_.end + 1);
  own_ = std::move(changed);
  tokens_ = &own_;
  span_ = {1, static_cast<std::uint32_t>(own_.size() - 1)};
  PairBrackets(own_, span_);
  Rewind();
}

}  // namespace meshc::syntax
