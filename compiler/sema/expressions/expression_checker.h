// Types of expressions. What is found goes to the facts of the program.
//
// A read of `T?` has the declared type `T?` in its facts, but may stand wherever `T` is needed:
// whether the value is there is a question of control flow, which `analysis` answers on the
// lowered graph. Only `null`, which is no read, is refused there.
#pragma once

#include <llvm/ADT/ArrayRef.h>

#include <optional>
#include <utility>

#include "compiler/sema/context.h"
#include "compiler/sema/statements/scope.h"

namespace meshc::sema {

/// A path of fields, members and elements: what `has` and `??` can ask for.
bool IsPath(const syntax::Expression& e);

/// A path, or a choice (`?:`, `??`) among values one of which is a path or `null`.
bool MayBeAbsent(const syntax::Expression& e);

class ExpressionChecker {
 public:
  ExpressionChecker(Context& context, const Scope& scope) : context_(context), scope_(scope) {}

  /// The type of `e`; invalid if it was reported. `hint` is what is probably expected: it gives
  /// bare enum values, list and record literals their meaning, but is not enforced.
  TypeId Check(const syntax::Expression& e, TypeId hint = {});
  /// The same for a place that needs a value: a read of `T?` counts as `T`, and `null` is refused.
  TypeId CheckValue(const syntax::Expression& e, TypeId hint = {});
  /// Reports unless `e` fits `target`.
  void CheckFits(const syntax::Expression& e, TypeId target);
  void CheckCondition(const syntax::Expression& e);
  /// The named values of record and union literals, `returns` and `raise`. Reports unknown and
  /// repeated names and what does not fit; returns the expression of each member, null if left out.
  std::vector<const syntax::Expression*> CheckMembers(const syntax::RecordExpression& e,
                                                      const std::vector<types::Member>& members,
                                                      const NameIndex& index, TypeText whole);

 private:
  using Expression = syntax::Expression;
  /// The type of an operand that was checked already; none: check it now.
  using Known = std::optional<TypeId>;

  TypeId Set(const Expression& e, TypeId type, ReferenceKind reference = ReferenceKind::kNone,
             std::uint32_t index = 0);
  TypeId Invalid(const Expression& e) { return Set(e, types().invalid()); }
  types::TypeStore& types() { return context_.types(); }
  types::TypeKind KindOf(TypeId type) { return types()[type].kind; }
  TypeText ShowType(TypeId type) { return Show(context_, type); }
  void Mismatch(const Expression& e, TypeId target, TypeId found);

  // check_literal.cpp
  TypeId CheckLiteral(const syntax::LiteralExpression& e);
  TypeId CheckList(const syntax::ListExpression& e, TypeId hint);
  TypeId CheckLooseRecord(const syntax::RecordExpression& e);
  void FitList(const syntax::ListExpression& e, TypeId target);
  void FitRecord(const syntax::RecordExpression& e, TypeId target);
  void FitMembers(const syntax::RecordExpression& e, TypeId target);
  bool HasDefault(types::RecordId record, std::size_t member) const;
  void FitUnion(const syntax::RecordExpression& e, TypeId target);
  void FitMap(const syntax::RecordExpression& e, TypeId element);
  void CheckBounds(const Expression& e, TypeId target);
  bool FitInputText(const syntax::LiteralExpression& e, TypeId target);

  // check_braces.cpp
  void CheckBraces(const syntax::LiteralExpression& e);
  TypeId TypeOfPath(llvm::StringRef path);

  // check_name.cpp
  bool IsValueName(llvm::StringRef name) const;
  TypeId CheckName(const syntax::NameExpression& e, TypeId hint);
  TypeId CheckEnumValue(const Expression& e, const syntax::Identifier& name, TypeId type);
  TypeId ReportName(const syntax::NameExpression& e, TypeId hint);

  // check_path.cpp
  TypeId CheckPath(const Expression& e, TypeId hint);
  TypeId CheckCaught(const Variable& variable, const Expression& root, const Expression& link);
  bool CheckEnumPath(const syntax::NameExpression& root, llvm::ArrayRef<const Expression*> links,
                     std::size_t& used);
  TypeId CheckLink(const Expression& link, TypeId base);
  void HelpWithMember(const syntax::MemberExpression& e, types::TypeKind kind, diagnostics::Builder report);
  TypeId CheckMember(const syntax::MemberExpression& e, TypeId base);
  TypeId CheckIndex(const syntax::IndexExpression& e, TypeId base);

  // check_operator.cpp, check_comparison.cpp
  TypeId CheckUnary(const syntax::UnaryExpression& e);
  TypeId CheckBinary(const syntax::BinaryExpression& e, TypeId hint);
  TypeId CheckOperator(const syntax::BinaryExpression& e, Known left, TypeId hint);
  TypeId CheckLogic(const syntax::BinaryExpression& e, Known left);
  TypeId CheckArithmetic(const syntax::BinaryExpression& e, Known left);
  TypeId CheckEquality(const syntax::BinaryExpression& e, Known left);
  TypeId CheckOrder(const syntax::BinaryExpression& e, Known left);
  TypeId CheckIn(const syntax::BinaryExpression& e, Known left);
  TypeId ListHint(const syntax::ListExpression& list, TypeId left);
  bool IsElement(const Expression& left, TypeId left_type, const Expression& list, TypeId element);
  TypeId CheckCoalesce(const syntax::BinaryExpression& e, Known left, TypeId hint);
  void FitCoalesce(const syntax::BinaryExpression& e, TypeId target);
  TypeId CheckConditional(const syntax::ConditionalExpression& e, TypeId hint);
  void FitConditional(const syntax::ConditionalExpression& e, TypeId target);
  /// False: reported.
  bool CheckBool(const Expression& e, Known known, const syntax::BinaryExpression& around);
  bool NeedsHint(const Expression& e) const;
  std::pair<TypeId, TypeId> CheckPair(const syntax::BinaryExpression& e, Known left);
  bool CheckNull(const Expression& null, const Expression& other, Known known);
  bool Comparable(const Expression& left, TypeId left_type, const Expression& right, TypeId right_type);
  TypeId Strip(const Expression& e, TypeId type);
  void ToFloat(const Expression& e, TypeId type);
  void HelpWithEnumText(const Expression& e, TypeId target, diagnostics::Builder report);
  /// True if `string()` takes it.
  static bool HasText(types::TypeKind kind);
  TypeId JoinWithOther(const syntax::BinaryExpression& e, TypeId left, TypeId right);
  TypeId BadOperands(const syntax::BinaryExpression& e, TypeId left, TypeId right);

  // check_function.cpp
  TypeId CheckCall(const syntax::CallExpression& e);
  TypeId CheckFunction(const syntax::CallExpression& e, Function function);
  TypeId CheckHas(const syntax::CallExpression& e);
  TypeId CheckExtreme(const syntax::CallExpression& e);
  TypeId CheckArgument(const syntax::CallExpression& e, llvm::ArrayRef<types::TypeKind> kinds);

  Context& context_;
  const Scope& scope_;
};

}  // namespace meshc::sema
