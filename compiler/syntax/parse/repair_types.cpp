// Types as other languages write them: `list<string>`, `string[]`, `optional T`, `map[string]T`, `T | null`.
#include <algorithm>
#include <optional>

#include "compiler/syntax/parse/repairs.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

bool IsListWord(const Repair& repair, std::uint32_t index) {
  return repair.IsWord(index, {"list", "List", "array", "Array", "vector", "Vector", "Vec", "set", "Set",
                               "Sequence", "slice", "repeated", "seq"});
}
bool IsMapWord(const Repair& repair, std::uint32_t index) {
  return repair.IsWord(index, {"map", "Map", "dict", "Dict", "HashMap", "Record", "object", "record"});
}
bool IsOptionalWord(const Repair& repair, std::uint32_t index) {
  return repair.IsWord(index, {"optional", "Optional", "Option", "option", "Maybe", "nullable", "Nullable"});
}
bool IsNothing(const Repair& repair, std::uint32_t index) {
  return repair.IsWord(index, {"null", "None", "undefined", "nil"});
}

/// A type as Flow writes it: its text, and its tokens.
struct Meant {
  std::string text;
  std::vector<Token> tokens;
};

/// Reads one type of whatever spelling.
class ForeignType {
 public:
  ForeignType(const Repair& repair, std::uint32_t at) : repair_(repair), at_(at) {}

  /// None: it is no type that is known.
  std::optional<Meant> Read() {
    if (++depth_ > kDeepest) return std::nullopt;
    std::optional<Meant> type = ReadFirst();
    while (type && TakeSuffix(*type)) {
    }
    --depth_;
    return type;
  }
  /// Behind what was read.
  std::uint32_t at() const { return at_; }
  /// True if something was written otherwise than Flow does.
  bool foreign() const { return foreign_; }

 private:
  static constexpr int kDeepest = 50;

  std::optional<Meant> ReadFirst() {
    if (repair_.Type(at_) == FlowParser::STAR) return Skip(), ReadWrapped("", FlowParser::QUESTION);
    if (repair_.Type(at_) == FlowParser::LBRACKET) return ReadBrackets();
    if (repair_.Type(at_) == FlowParser::LBRACE) return ReadBraces();
    if (!IsWord(repair_.Type(at_))) return std::nullopt;
    const bool opens = repair_.Is(at_ + 1, {FlowParser::LESS, FlowParser::LBRACKET});
    const bool empty = opens && repair_.Type(at_ + 2) == FlowParser::RBRACKET;
    const bool of = repair_.IsWord(at_ + 1, {"of"});
    const bool type_follows = IsWord(repair_.Type(at_ + 1)) && !of;
    if (IsMapWord(repair_, at_) && opens && !empty) return ReadMap();
    if (IsListWord(repair_, at_) && ((opens && !empty) || of || type_follows))
      return ReadArguments("[", FlowParser::RBRACKET);
    if (IsOptionalWord(repair_, at_) && ((opens && !empty) || type_follows))
      return ReadArguments("", FlowParser::QUESTION);
    return ReadName();
  }

  std::optional<Meant> ReadName() {
    const std::uint32_t first = at_++;
    if (repair_.Type(at_) == FlowParser::DOT && IsWord(repair_.Type(at_ + 1))) at_ += 2;
    // A constraint.
    if (repair_.Type(at_) == FlowParser::LPAREN) at_ = repair_.Partner(at_) + 1;
    return Meant{repair_.Source(first, at_), repair_.Copy(first, at_)};
  }

  void Skip() {
    foreign_ = true;
    ++at_;
  }

  /// `closer` is `]` of a list or `?`.
  std::optional<Meant> ReadWrapped(const std::string& open, std::size_t closer) {
    const auto inner = Read();
    return inner ? std::optional(Wrap(*inner, open, closer)) : std::nullopt;
  }

  Meant Wrap(const Meant& inner, const std::string& open, std::size_t closer) const {
    Meant type;
    const Token& first = inner.tokens.front();
    const Token& last = inner.tokens.back();
    if (!open.empty()) {
      type.tokens.emplace_back(open == "[" ? FlowParser::LBRACKET : FlowParser::LBRACE, first.begin(),
                               first.begin());
    }
    type.tokens.insert(type.tokens.end(), inner.tokens.begin(), inner.tokens.end());
    if (closer == FlowParser::QUESTION && last.type() == closer) return inner;
    type.tokens.emplace_back(closer, last.end(), last.end());
    type.text = open + inner.text + (closer == FlowParser::QUESTION ? "?" : open == "[" ? "]" : "}");
    return type;
  }

  /// Behind the word of a generic type: `<T>`, `[T]`, `of T`, `T`.
  std::optional<Meant> ReadArguments(const std::string& open, std::size_t closer) {
    Skip();
    if (repair_.IsWord(at_, {"of"})) Skip();
    const bool brackets = repair_.Is(at_, {FlowParser::LESS, FlowParser::LBRACKET});
    if (brackets) Skip();
    const auto type = ReadWrapped(open, closer);
    if (!type || (brackets && !TakeEnd())) return std::nullopt;
    return type;
  }

  bool TakeEnd() {
    if (!repair_.Is(at_, {FlowParser::GREATER, FlowParser::RBRACKET})) return false;
    Skip();
    return true;
  }

  /// `map<string, T>`, `map[string]T`: keys are strings.
  std::optional<Meant> ReadMap() {
    Skip();
    Skip();
    if (!Read()) return std::nullopt;
    const bool go = repair_.Type(at_) == FlowParser::RBRACKET;
    if (!go && repair_.Type(at_) != FlowParser::COMMA) return std::nullopt;
    Skip();
    auto type = ReadWrapped("{", FlowParser::RBRACE);
    if (!type || (!go && !TakeEnd())) return std::nullopt;
    return type;
  }

  /// `[T]`, or `[]T`.
  std::optional<Meant> ReadBrackets() {
    const std::uint32_t open = at_;
    if (repair_.Type(at_ + 1) == FlowParser::RBRACKET) {
      Skip();
      Skip();
      return ReadWrapped("[", FlowParser::RBRACKET);
    }
    ++at_;
    const auto type = ReadWrapped("[", FlowParser::RBRACKET);
    if (!type || at_ != repair_.Partner(open)) return std::nullopt;
    ++at_;
    return type;
  }

  std::optional<Meant> ReadBraces() {
    const std::uint32_t open = at_++;
    if (IsWord(repair_.Type(at_)) && repair_.Type(at_ + 1) == FlowParser::COLON) {
      Skip();
      Skip();
    }
    const auto type = ReadWrapped("{", FlowParser::RBRACE);
    if (!type || at_ != repair_.Partner(open)) return std::nullopt;
    ++at_;
    return type;
  }

  /// `T[]`, `T?`, `T | null`
  bool TakeSuffix(Meant& type) {
    if (repair_.Type(at_) == FlowParser::LBRACKET && repair_.Type(at_ + 1) == FlowParser::RBRACKET) {
      Skip();
      Skip();
      type = Wrap(type, "[", FlowParser::RBRACKET);
      return true;
    }
    if (repair_.IsWord(at_, {"|", "||"}) && IsNothing(repair_, at_ + 1)) {
      Skip();
      Skip();
      type = Wrap(type, "", FlowParser::QUESTION);
      return true;
    }
    if (repair_.Type(at_) != FlowParser::QUESTION) return false;
    ++at_;
    type = Wrap(type, "", FlowParser::QUESTION);
    return true;
  }

  const Repair& repair_;
  std::uint32_t at_;
  int depth_ = 0;
  bool foreign_ = false;
};

/// Where a type begins that the mistake is in or behind: after `:`, `->` or `=`.
std::optional<std::uint32_t> BeginOfType(const Repair& repair) {
  const std::uint32_t begin = repair.BeginOfItem(repair.at());
  std::optional<std::uint32_t> type;
  std::uint32_t index = begin;
  // The last `:` before the mistake; what stands in brackets behind it belongs to the type.
  for (; index <= repair.at(); ++index) {
    if (repair.Type(index) == FlowParser::COLON && !repair.Is(index - 2, {FlowParser::LBRACKET}))
      type = index + 1;
  }
  const bool alias = repair.Type(begin) == FlowParser::TYPE && repair.Type(begin + 2) == FlowParser::ASSIGN;
  return alias ? std::optional(begin + 3) : type;
}

}  // namespace

bool RepairTypes(Repair& repair) {
  const bool typed = repair.In(FlowParser::RuleMember) || repair.In(FlowParser::RuleParameter) ||
                     repair.In(FlowParser::RuleTypeAlias) || repair.In(FlowParser::RuleAwaitStatement) ||
                     repair.In(FlowParser::RuleParameterList);
  if (!typed || repair.In(FlowParser::RuleExpression)) return false;
  const auto begin = BeginOfType(repair);
  if (!begin) return false;
  ForeignType reader(repair, *begin);
  const auto type = reader.Read();
  if (!type || !reader.foreign() || reader.at() <= repair.at()) return false;
  return repair.Respell(*begin, reader.at(), type->text, type->tokens);
}

}  // namespace meshc::syntax
