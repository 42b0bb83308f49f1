#include "compiler/syntax/parse/lost_opener.h"

#include <FlowLexer.h>

#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

bool EndsOperand(std::size_t type) {
  return type == FlowLexer::IDENTIFIER || type == FlowLexer::NUMBER || type == FlowLexer::STRING ||
         type == FlowLexer::RPAREN || type == FlowLexer::RBRACKET ||
         (type >= FlowLexer::TRUE_WORD && type <= FlowLexer::NULL_WORD);
}

bool BeginsOperand(std::size_t type) {
  return type == FlowLexer::IDENTIFIER || type == FlowLexer::NUMBER || type == FlowLexer::STRING ||
         (type >= FlowLexer::TRUE_WORD && type <= FlowLexer::NULL_WORD);
}

/// A brace stands right behind it.
bool PrecedesBrace(std::size_t type) {
  switch (type) {
    case FlowLexer::ARM:
    case FlowLexer::ELSE:
    case FlowLexer::TRY:
    case FlowLexer::FINALLY:
    case FlowLexer::SAGA:
    case FlowLexer::LOOP:
    case FlowLexer::PARALLEL:
    case FlowLexer::GIVEN:
    case FlowLexer::RETURNS: return true;
    default: return false;
  }
}

class LostOpener {
 public:
  LostOpener(const std::vector<Token>& tokens, std::uint32_t begin, std::uint32_t closer)
      : tokens_(tokens), begin_(begin), closer_(closer) {}

  std::optional<std::uint32_t> Find() const {
    const std::size_t type = TypeAt(closer_);
    if (type == FlowLexer::RBRACKET) return BehindSign();
    const std::uint32_t from = type == FlowLexer::RBRACE ? begin_ : BeginOfItem();
    if (type == FlowLexer::RBRACE) {
      if (const auto place = BehindWord(from)) return place;
    }
    const bool results = from > begin_ && TypeAt(from - 1) == FlowLexer::ARROW && IsWord(TypeAt(from));
    return results ? std::optional(from) : BetweenOperands(from);
  }

 private:
  std::size_t TypeAt(std::uint32_t index) const { return tokens_[index].type(); }

  /// Calls `found` from the closer back, outside of brackets that are whole, until it answers.
  template <typename Found>
  std::optional<std::uint32_t> Back(std::uint32_t from, Found found) const {
    int depth = 0;
    for (std::uint32_t i = closer_; i-- > from;) {
      if (IsCloser(TypeAt(i))) ++depth;
      if (IsOpener(TypeAt(i)) && depth-- == 0) return std::nullopt;
      if (depth == 0 && found(i)) return i + 1;
    }
    return std::nullopt;
  }

  /// Items before this one on the line.
  std::uint32_t BeginOfItem() const {
    const auto place = Back(begin_, [&](std::uint32_t i) {
      return TypeAt(i) == FlowLexer::SEMICOLON || TypeAt(i) == FlowLexer::ARROW;
    });
    if (place) return *place;
    std::uint32_t i = closer_;
    for (int depth = 0; i > begin_; --i) {
      if (IsCloser(TypeAt(i - 1))) ++depth;
      if (IsOpener(TypeAt(i - 1)) && depth-- == 0) break;
    }
    return i;
  }

  std::optional<std::uint32_t> BehindWord(std::uint32_t from) const {
    return Back(from, [&](std::uint32_t i) {
      const bool element =
          TypeAt(i) == FlowLexer::COLON && IsWord(TypeAt(i + 1)) && TypeAt(i + 2) == FlowLexer::COLON;
      return PrecedesBrace(TypeAt(i)) || element;
    });
  }

  std::optional<std::uint32_t> BehindSign() const {
    return Back(begin_, [&](std::uint32_t i) {
      const std::size_t type = TypeAt(i);
      return type == FlowLexer::COLON || type == FlowLexer::ASSIGN || type == FlowLexer::EQUAL ||
             type == FlowLexer::IN;
    });
  }

  std::optional<std::uint32_t> BetweenOperands(std::uint32_t from) const {
    for (std::uint32_t i = from + 1; i < closer_; ++i) {
      const bool begins =
          BeginsOperand(TypeAt(i)) || (TypeAt(closer_) == FlowLexer::RBRACE && BeginsStatement(TypeAt(i)));
      if (EndsOperand(TypeAt(i - 1)) && begins) return i;
      if (TypeAt(i) == FlowLexer::SEMICOLON) return std::nullopt;
    }
    return std::nullopt;
  }

  const std::vector<Token>& tokens_;
  std::uint32_t begin_;
  std::uint32_t closer_;
};

}  // namespace

std::optional<std::uint32_t> FindLostOpener(const std::vector<Token>& tokens, std::uint32_t begin,
                                            std::uint32_t closer) {
  return LostOpener(tokens, begin, closer).Find();
}

}  // namespace meshc::syntax
