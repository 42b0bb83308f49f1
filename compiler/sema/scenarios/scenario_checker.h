// One scenario: input, stubs and expectations.
#pragma once

#include <array>

#include "compiler/sema/context.h"
#include "compiler/sema/statements/scope.h"

namespace meshc::sema {

class ScenarioChecker {
 public:
  ScenarioChecker(Context& context, const syntax::ScenarioDeclaration& declaration);
  Scenario Check();

 private:
  using Item = syntax::ScenarioItem;

  void CheckItem(const Item& item);
  /// False, and a report, if an item that may stand once stands again.
  bool IsFirst(const Item& item, std::string_view word);

  // check_given.cpp
  void CheckGiven(const Item& item);
  void CheckGivenLiteral(const syntax::RecordExpression& literal);
  void CheckGivenFile(const Item& item);
  void CheckGivenComplete();

  // check_stub.cpp
  void CheckStub(const Item& item);
  StubAnswer CheckAnswer(const syntax::StubAnswer& answer, const types::Actor& actor, const Item& item);
  bool CheckVerb(const syntax::StubAnswer& answer, const types::Actor& actor, const Item& item);
  void CheckReturns(const syntax::StubAnswer& answer, const types::Actor& actor, StubAnswer& checked);
  void CheckRaises(const syntax::StubAnswer& answer, const types::Actor& actor, StubAnswer& checked);
  void CheckChooses(const syntax::StubAnswer& answer, const types::Actor& actor, StubAnswer& checked);
  void CheckFollows(const syntax::StubAnswer& answer, const types::Actor& actor, StubAnswer& checked);

  // check_signal.cpp
  void CheckSignal(const Item& item);
  std::vector<AwaitSite> FindAwaits() const;
  void ReportSignal(const syntax::Identifier& name);

  // scenario_checker.cpp
  void CheckVisits(const Item& item);
  void CheckOutcome(const Item& item);
  void CheckExpectation(const Item& item);
  void CheckAbsent(const Item& item);
  void CheckHops(const Item& item);

  /// The constant of a literal for `type`; none if something was reported.
  std::optional<types::Constant> ReadInput(const syntax::Expression& value, TypeId type);

  Context& context_;
  const syntax::ScenarioDeclaration& declaration_;
  Scenario scenario_;
  EnvelopeId envelope_;
  Scope input_scope_;
  std::array<SourceRange, 8> seen_;               ///< By ScenarioItemKind.
  std::optional<std::vector<AwaitSite>> awaits_;  ///< Made when it is first needed.
  bool given_failed_ = false;                     ///< What was given is not known for sure.
};

}  // namespace meshc::sema
