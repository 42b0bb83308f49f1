// Statements that begin with a word of another language: `elif`, `catch`, `throw`, `let` ...
#include "compiler/diagnostics/diagnostics_1_syntax.h"
#include "compiler/syntax/parse/repairs.h"
#include "compiler/syntax/parse/token_classes.h"

namespace meshc::syntax {
namespace {

using diagnostics::Applicability;
namespace diag = diagnostics::diag;

bool IsAssignment(const Repair& repair, std::uint32_t index) {
  return repair.Is(index, {FlowParser::ASSIGN, FlowParser::ADD_ASSIGN, FlowParser::SUBTRACT_ASSIGN,
                           FlowParser::MULTIPLY_ASSIGN});
}

/// `elif c {`
bool ElseIf(Repair& repair, std::uint32_t first) {
  if (!repair.IsWord(first, {"elif", "elsif", "elseif"})) return false;
  return repair.Respell(first, first + 1, "else if",
                        {repair.As(FlowParser::ELSE, first), repair.Insert(FlowParser::IF, first)});
}

/// `catch {`, `catch (e) {`, `except broken as e {`
bool Catch(Repair& repair, std::uint32_t first) {
  if (!repair.IsWord(first, {"catch", "except", "rescue"})) return false;
  const std::uint32_t end = repair.FindEnd(first);
  if (repair.Type(end) != FlowParser::LBRACE) return false;
  const bool brackets = repair.Type(first + 1) == FlowParser::LPAREN;
  const std::uint32_t name = brackets ? first + 2 : first + 1;
  const Token any = repair.Read(FlowParser::IDENTIFIER, first, "any");
  std::vector<Token> tokens{Token(FlowParser::ON, any.begin(), any.begin())};
  if (name >= end) {
    tokens.push_back(any);
    return repair.Respell(first, end, "on any", std::move(tokens));
  }
  const bool one = name + 1 == end || (brackets && name + 2 == end);
  const bool variable = one && (brackets || repair.IsWord(name, {"e", "err", "error", "ex", "exc"}));
  if (variable) {
    tokens.insert(tokens.end(), {any, Token(FlowParser::AS, any.end(), any.end()), repair.At(name)});
    return repair.Respell(first, end, "on any as " + std::string(repair.Text(name)), std::move(tokens));
  }
  const std::uint32_t stop = brackets ? end - 1 : end;
  // `catch (broken e) {`
  if (name + 2 == stop && IsWord(repair.Type(name)) && IsWord(repair.Type(name + 1))) {
    tokens.insert(tokens.end(), {repair.At(name), repair.Insert(FlowParser::AS, name), repair.At(name + 1)});
    const std::string meant =
        "on " + std::string(repair.Text(name)) + " as " + std::string(repair.Text(name + 1));
    return repair.Respell(first, end, meant, std::move(tokens));
  }
  for (std::uint32_t index = name; index < stop; ++index) tokens.push_back(repair.At(index));
  return repair.Respell(first, end, "on " + repair.Source(name, stop), std::move(tokens));
}

/// `on (broken) {`, `on broken e {`
bool MendClause(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.Type(at - 1) == FlowParser::ON && repair.Type(at) == FlowParser::LPAREN) {
    const std::uint32_t close = repair.Partner(at);
    return repair.Respell(at, close + 1, repair.Source(at + 1, close), repair.Copy(at + 1, close));
  }
  const bool variable = repair.rule() == FlowParser::RuleOnClause || repair.rule() == FlowParser::RuleBlock;
  if (!variable || !IsWord(repair.Type(at)) || repair.Type(at + 1) != FlowParser::LBRACE ||
      repair.Type(repair.BeginOfItem(at)) != FlowParser::ON || repair.Type(at - 1) == FlowParser::ON)
    return false;
  return repair.Respell(at, at + 1, "as " + std::string(repair.Text(at)),
                        {repair.Insert(FlowParser::AS, at - 1), repair.At(at)});
}

/// `switch x { case a: ... }`, with its arms.
bool Switch(Repair& repair, std::uint32_t first) {
  if (!repair.IsWord(first, {"switch", "case", "select"}) || !repair.BeginsOperand(first + 1)) return false;
  const std::uint32_t open = repair.FindEnd(first + 1);
  if (repair.Type(open) != FlowParser::LBRACE) return false;
  std::vector<Token> tokens{repair.As(FlowParser::MATCH, first)};
  for (std::uint32_t index = first + 1; index <= open; ++index) tokens.push_back(repair.At(index));
  Repair::Edits edits{{repair.Range(first, first + 1), "match"}};
  const std::uint32_t end = MendArms(repair, open, tokens, edits);
  return repair.RespellAll(first, "match", "it is written `match x { a => ...; _ => ...; }`",
                           std::move(edits), std::move(tokens), first, end);
}

/// `throw e;`: one word for another.
bool OneWord(Repair& repair, std::uint32_t first) {
  if (repair.IsWord(first, {"throw", "throws", "fail"}) && repair.at() == first + 1) {
    const std::uint32_t end = repair.IsWord(first + 1, {"new"}) ? first + 2 : first + 1;
    return repair.Respell(first, end, "raise", {repair.As(FlowParser::RAISE, first)});
  }
  if (repair.Type(first) == FlowParser::RAISE && repair.IsWord(first + 1, {"new"}))
    return repair.Respell(first, first + 2, "raise", {repair.At(first)});
  return false;
}

/// `raise "no";`, `throw "no";`: an error without its name.
bool UnnamedRaise(Repair& repair, std::uint32_t first) {
  const bool raises = repair.Type(first) == FlowParser::RAISE || repair.IsWord(first, {"throw", "fail"});
  const std::uint32_t end = repair.FindEnd(first);
  if (!raises || repair.Type(first + 1) != FlowParser::STRING || repair.Type(end) != FlowParser::SEMICOLON)
    return false;
  // A name that is empty: it is known to be missing.
  std::vector<Token> tokens{repair.As(FlowParser::RAISE, first), repair.Insert(FlowParser::IDENTIFIER, first),
                            repair.Insert(FlowParser::LPAREN, first)};
  for (std::uint32_t index = first + 1; index < end; ++index) tokens.push_back(repair.At(index));
  tokens.push_back(repair.Insert(FlowParser::RPAREN, end - 1));
  return repair.Respell(first, end, "raise NAME(" + repair.Source(first + 1, end) + ")", std::move(tokens),
                        Applicability::kMaybe);
}

/// `fork {`, `concurrent {`
bool Fork(Repair& repair, std::uint32_t first) {
  if (!repair.IsWord(first, {"fork", "concurrent", "concurrently", "all"}) || repair.at() != first + 1 ||
      repair.Type(first + 1) != FlowParser::LBRACE)
    return false;
  return repair.Respell(first, first + 1, "parallel", {repair.As(FlowParser::PARALLEL, first)});
}

/// `while c do {`, `if c then {`
bool WordBeforeBlock(Repair& repair, std::uint32_t first) {
  const std::uint32_t at = repair.at();
  if (!repair.Is(first, {FlowParser::IF, FlowParser::ELSE, FlowParser::WHILE}) ||
      !repair.IsWord(at, {"then", "do"}) || repair.Type(at + 1) != FlowParser::LBRACE)
    return false;
  return repair.Drop(at, at + 1, "the block follows the condition at once");
}

/// Words before a step: `run p;`, `await p();`, `call p();`
bool WordBeforeStep(Repair& repair, std::uint32_t first) {
  const bool awaits = repair.Type(first) == FlowParser::AWAIT && IsWord(repair.Type(first + 1)) &&
                      repair.Type(first + 2) == FlowParser::LPAREN;
  const bool word =
      repair.IsWord(first, {"run", "call", "step", "do", "exec", "execute", "invoke", "async", "go"}) &&
      IsWord(repair.Type(first + 1)) && repair.at() == first + 1;
  if (!awaits && !word) return false;
  return repair.Respell(first, first + 2, std::string(repair.Text(first + 1)), {repair.At(first + 1)});
}

bool IsFunction(std::string_view name) {
  for (const std::string_view function :
       {"len", "has", "lower", "upper", "trim", "contains", "starts_with", "ends_with", "matches", "min",
        "max", "abs", "int", "float", "string"}) {
    if (name == function) return true;
  }
  return false;
}

/// `x = p(a: b);`, also behind `set` or `let`: the result of a call.
bool ResultOfCall(Repair& repair, std::uint32_t first, std::uint32_t field) {
  const std::uint32_t call = field + 2;
  if (!IsWord(repair.Type(call)) || IsFunction(repair.Text(call)) ||
      repair.Type(call + 1) != FlowParser::LPAREN || repair.Type(field + 1) != FlowParser::ASSIGN)
    return false;
  const std::uint32_t end = repair.Partner(call + 1) + 1;
  if (repair.Type(end) != FlowParser::SEMICOLON) return false;
  std::vector<Token> tokens = repair.Copy(call, end);
  tokens.push_back(repair.As(FlowParser::AS, field + 1));
  tokens.push_back(repair.At(field));
  const std::string meant = repair.Source(call, end) + " as " + std::string(repair.Text(field));
  return repair.Respell(first, end, meant, std::move(tokens), Applicability::kMaybe);
}

/// `x = 5;`, `x := 5;`, `let x = 5;`, `int x = 5;`
bool Assignment(Repair& repair, std::uint32_t first) {
  const bool set = repair.Type(first) == FlowParser::SET;
  const bool word = repair.IsWord(first, {"let", "const", "var", "auto", "assign", "int", "float", "double",
                                          "string", "bool"}) &&
                    IsWord(repair.Type(first + 1));
  const std::uint32_t field = set || word ? first + 1 : first;
  if (!IsWord(repair.Type(field))) return false;
  std::uint32_t sign = field + 1;
  while (repair.Type(sign) == FlowParser::DOT) sign += 2;
  const bool walrus = repair.Type(sign) == FlowParser::COLON && repair.Type(sign + 1) == FlowParser::ASSIGN;
  if (!walrus && !IsAssignment(repair, sign)) return false;
  if (sign == field + 1 && ResultOfCall(repair, first, field)) return true;
  if (set && !walrus) return false;
  std::vector<Token> tokens{set || word
                                ? repair.As(FlowParser::SET, first)
                                : Token(FlowParser::SET, repair.At(first).begin(), repair.At(first).begin())};
  for (std::uint32_t index = field; index < sign; ++index) tokens.push_back(repair.At(index));
  if (walrus) ++sign;
  tokens.push_back(repair.At(sign));
  return repair.Respell(first, sign + 1,
                        "set " + repair.Source(field, walrus ? sign - 1 : sign) +
                            (walrus || repair.Touches(sign) ? " " : " ") + std::string(repair.Text(sign)),
                        std::move(tokens));
}

/// `return x;`
bool ReturnedValue(Repair& repair, std::uint32_t first) {
  if (repair.Type(first) != FlowParser::RETURN || repair.at() != first + 1) return false;
  const std::uint32_t end = repair.FindEnd(first + 1);
  if (repair.Type(end) != FlowParser::SEMICOLON) return false;
  repair.Report(diag::ReturnedValue, first + 1, end, {})
      .AddHelp("a flow gives back its `out` fields: `set` one, and then `return;`");
  return true;
}

/// `if c then x; end`
bool ThenEnd(Repair& repair, std::uint32_t first) {
  const std::uint32_t then = repair.at();
  std::uint32_t end = then;
  while (!repair.Is(end, {FlowParser::RBRACE, antlr4::Token::EOF}) &&
         !repair.IsWord(end, {"end", "endif", "fi", "done"}))
    end = IsOpener(repair.Type(end)) ? repair.Partner(end) + 1 : end + 1;
  const bool closed = IsWord(repair.Type(end));
  if (!closed && repair.Type(repair.FindEnd(then)) != FlowParser::SEMICOLON) return false;
  if (!closed) end = repair.FindEnd(then) + 1;
  std::vector<Token> tokens{repair.As(FlowParser::LBRACE, then)};
  for (std::uint32_t index = then + 1; index < end; ++index) tokens.push_back(repair.At(index));
  tokens.push_back(closed ? repair.As(FlowParser::RBRACE, end) : repair.Insert(FlowParser::RBRACE, end - 1));
  Repair::Edits edits{{repair.Range(then, then + 1), "{"}};
  edits.push_back(closed ? diagnostics::Edit{repair.Range(end, end + 1), "}"}
                         : diagnostics::Edit{repair.Behind(end - 1), " }"});
  const std::string word(repair.Text(first));
  repair.Report(diag::BareBlock, then, closed ? end + 1 : end, std::move(tokens), diagnostics::Word{word})
      .AddFix("a block stands in braces", std::move(edits), Applicability::kMachine);
  return true;
}

/// `collect a as b`, `collect a to b`
bool CollectInto(Repair& repair) {
  const std::uint32_t at = repair.at();
  const bool item =
      repair.rule() == FlowParser::RuleCollectItem &&
      (repair.IsWord(at, {"as", "to", "in"}) || repair.Is(at, {FlowParser::ARROW, FlowParser::COLON}));
  return item && repair.Respell(at, at + 1, "into", {repair.As(FlowParser::INTO, at)});
}

/// `if (c) x;`
bool BareBlock(Repair& repair, std::uint32_t first) {
  const std::uint32_t at = repair.at();
  const bool opens = repair.Is(first, {FlowParser::IF, FlowParser::ELSE, FlowParser::WHILE});
  if (!opens || !(IsWord(repair.Type(at))) || at == first) return false;
  const std::uint32_t end = repair.FindEnd(at);
  if (repair.Type(end) != FlowParser::SEMICOLON || !repair.EndsOperand(at - 1)) return false;
  if (repair.IsWord(at, {"then", "do", "begin"})) return ThenEnd(repair, first);
  std::vector<Token> tokens{repair.Insert(FlowParser::LBRACE, at - 1)};
  for (std::uint32_t index = at; index <= end; ++index) tokens.push_back(repair.At(index));
  tokens.push_back(repair.Insert(FlowParser::RBRACE, end));
  const std::string word(repair.Text(first));
  const diagnostics::Edit open{repair.Behind(at - 1), " {"};
  const diagnostics::Edit close{repair.Behind(end), " }"};
  repair.Report(diag::BareBlock, at, end + 1, std::move(tokens), diagnostics::Word{word})
      .AddFix("put the statement into braces", {open, close}, Applicability::kMachine);
  return true;
}

/// `if c:` and the statement below it, `else: {`.
bool ColonForBlock(Repair& repair, std::uint32_t first) {
  const std::uint32_t at = repair.at();
  const bool opens =
      repair.Is(first, {FlowParser::IF, FlowParser::ELSE, FlowParser::WHILE, FlowParser::EACH,
                        FlowParser::TRY, FlowParser::ON, FlowParser::LOOP, FlowParser::PARALLEL});
  if (!opens || repair.Type(at) != FlowParser::COLON) return false;
  if (repair.Type(at + 1) == FlowParser::LBRACE) return repair.Drop(at, at + 1, "the block follows at once");
  std::uint32_t end = repair.FindEnd(at + 1);
  if (repair.Type(end) != FlowParser::SEMICOLON) return false;
  std::vector<Token> tokens{repair.As(FlowParser::LBRACE, at)};
  for (std::uint32_t index = at + 1; index <= end; ++index) tokens.push_back(repair.At(index));
  tokens.push_back(repair.Insert(FlowParser::RBRACE, end));
  const std::string word(repair.Text(first));
  repair.Report(diag::BareBlock, at, end + 1, std::move(tokens), diagnostics::Word{word})
      .AddHelp("a block stands in braces: `{ ... }`");
  return true;
}

/// `parallel [a, b];`
bool BracketsForBlock(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.Type(at) != FlowParser::LBRACKET || !repair.Is(at - 1, {FlowParser::PARALLEL, FlowParser::SAGA}))
    return false;
  const std::uint32_t close = repair.Partner(at);
  std::vector<Token> tokens{repair.As(FlowParser::LBRACE, at)};
  std::string meant = "{ ";
  for (std::uint32_t index = at + 1; index < close; ++index) {
    const bool comma = repair.Type(index) == FlowParser::COMMA;
    tokens.push_back(comma ? repair.As(FlowParser::SEMICOLON, index) : repair.At(index));
    meant += comma ? "; " : std::string(repair.Text(index));
  }
  tokens.push_back(repair.Insert(FlowParser::SEMICOLON, close - 1));
  tokens.push_back(repair.As(FlowParser::RBRACE, close));
  return repair.Respell(at, close + 1, meant + "; }", std::move(tokens));
}

/// `route r on x {`, `route (r) {`
bool RouteHead(Repair& repair, std::uint32_t first) {
  const std::uint32_t at = repair.at();
  if (repair.Type(first) != FlowParser::ROUTE) return false;
  if (at == first + 1 && repair.Type(at) == FlowParser::LPAREN)
    return repair.Respell(at, repair.Partner(at) + 1, repair.Source(at + 1, repair.Partner(at)),
                          repair.Copy(at + 1, repair.Partner(at)));
  const std::uint32_t open = repair.FindEnd(at);
  if (!repair.Is(at, {FlowParser::ON, FlowParser::BY, FlowParser::FOR}) ||
      repair.Type(open) != FlowParser::LBRACE)
    return false;
  return repair.Drop(at, open,
                     "a router reads its params like a step: by their names, or as `router(param: value)`");
}

/// `parallel { a, b }`
bool CommaBetweenSteps(Repair& repair) {
  const std::uint32_t at = repair.at();
  if (repair.rule() != FlowParser::RuleChainStatement || repair.Type(at) != FlowParser::COMMA) return false;
  const std::uint32_t open = repair.OpenerAround(at);
  if (repair.Type(open) != FlowParser::LBRACE) return false;
  const std::uint32_t close = repair.Partner(open);
  std::vector<Token> tokens = repair.Copy(open + 1, close);
  Repair::Edits edits;
  MendCommas(repair, open, tokens, edits);
  return repair.RespellAll(at, ";", "statements end in `;`", std::move(edits), std::move(tokens), open + 1,
                           close);
}

}  // namespace

bool RepairStatements(Repair& repair) {
  if (!repair.In(FlowParser::RuleBlock) && !repair.In(FlowParser::RuleGuards)) return false;
  const std::uint32_t first = repair.BeginOfItem(repair.at());
  return MendClause(repair) || ElseIf(repair, first) || RepairLoops(repair, first) || Catch(repair, first) ||
         Switch(repair, first) || UnnamedRaise(repair, first) || OneWord(repair, first) ||
         Fork(repair, first) || WordBeforeBlock(repair, first) || ColonForBlock(repair, first) ||
         BracketsForBlock(repair) || CollectInto(repair) || RouteHead(repair, first) ||
         WordBeforeStep(repair, first) || ReturnedValue(repair, first) || Assignment(repair, first) ||
         BareBlock(repair, first) || CommaBetweenSteps(repair);
}

}  // namespace meshc::syntax
