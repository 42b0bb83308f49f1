// What is said of the parser's mistakes, and what is better left unsaid.
#pragma once

#include <FlowParser.h>

#include <string>
#include <string_view>

#include "compiler/syntax/parse/reporter.h"
#include "compiler/syntax/parse/token_window.h"

namespace meshc::syntax {

/// Each method reports at the token that the parser has come to, or at the one given, unless it
/// follows from a mistake that was reported.
class MistakeReports {
 public:
  /// `cut_short`: the file was too long to be read to its end.
  MistakeReports(const TokenWindow& window, Reporter& reporter, bool cut_short)
      : window_(window), reporter_(reporter), cut_short_(cut_short) {}

  /// A rule of the parser does not match.
  void ReportMismatch(antlr4::Parser* parser);
  void ReportExpected(antlr4::Parser* parser, std::string_view expected);
  /// The `;` behind `before` is missing; `found` stands there.
  void ReportMissingSemicolon(const Token& before, const Token& found);
  void ReportReserved(const Token& word);

 private:
  void AddAdvice(diagnostics::Builder report, antlr4::Parser* parser, const Token& found);
  void ReportNoDeclaration(antlr4::Parser* parser, const Token& found);
  bool MayReport(const Token& found) const;
  std::string Describe(const Token& found) const;
  const Token& At(std::uint32_t index) const { return window_.tokens()[index]; }

  const TokenWindow& window_;
  Reporter& reporter_;
  bool cut_short_;
};

}  // namespace meshc::syntax
