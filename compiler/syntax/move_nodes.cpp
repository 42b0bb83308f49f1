#include "compiler/syntax/move_nodes.h"

#include <llvm/Support/Casting.h>

#include "compiler/support/enumerator.h"

namespace meshc::syntax {
namespace {

using llvm::cast;

/// One `Move` per kind of node: its own place and id, then what it holds.
class Mover {
 public:
  explicit Mover(Distance distance) : distance_(distance) {}

  void Move(const Declaration& node) {
    Place(node.range);
    Move(node.name);
    Move(node.leading);
    switch (node.kind) {
      case DeclarationKind::kImport: return Place(cast<ImportDeclaration>(node).target_range);
      case DeclarationKind::kTypeAlias: return Move(cast<TypeAliasDeclaration>(node).type);
      case DeclarationKind::kRecord: return Parts(cast<RecordDeclaration>(node));
      case DeclarationKind::kEnum: return All(cast<EnumDeclaration>(node).values);
      case DeclarationKind::kUnion: return All(cast<UnionDeclaration>(node).tags);
      case DeclarationKind::kEnvelope: return Parts(cast<EnvelopeDeclaration>(node));
      case DeclarationKind::kError: return Parts(cast<ErrorDeclaration>(node));
      case DeclarationKind::kProcessor: return Parts(cast<ProcessorDeclaration>(node));
      case DeclarationKind::kRouter: return Parts(cast<RouterDeclaration>(node));
      case DeclarationKind::kPolicy: return Move(cast<PolicyDeclaration>(node).retry);
      case DeclarationKind::kFlow: return Parts(cast<FlowDeclaration>(node));
      case DeclarationKind::kScenario: return Parts(cast<ScenarioDeclaration>(node));
      case DeclarationKind::kFlavor: return All(cast<FlavorDeclaration>(node).settings);
      case DeclarationKind::kDeploy: return Parts(cast<DeployDeclaration>(node));
    }
  }

 private:
  void Place(const SourceRange& range) { const_cast<SourceRange&>(range) = distance_.Moved(range); }
  void Number(const SyntaxId& id) { const_cast<SyntaxId&>(id) += distance_.ids; }

  template <typename Nodes>
  void All(const Nodes& nodes) {
    for (const auto& node : nodes) Move(node);
  }
  template <typename Item>
  void Move(const Item* node) {
    if (node != nullptr) Move(*node);
  }

  // ---- Names and clauses ----
  void Move(const Node& node) { Place(node.range); }
  void Move(const QualifiedName& node) {
    Place(node.range);
    Place(node.qualifier.range);
    Place(node.name.range);
  }
  void Move(const Annotation& node) {
    Place(node.range);
    Place(node.name.range);
    All(node.arguments);
  }
  void Move(const Leading& leading) { All(leading.annotations); }
  void Move(const DurationClause& node) {
    Place(node.range);
    Place(node.value.range);
  }
  void Move(const RetryClause& node) {
    Place(node.range);
    Move(node.policy);
    Place(node.attempts.range);
    Place(node.delay.range);
    Place(node.max_delay.range);
    All(node.errors);
  }

  // ---- Types ----
  void Move(const ConstraintExpression& node) {
    Place(node.range);
    Place(node.min.range);
    Place(node.max.range);
    Place(node.pattern_range);
  }
  void Move(const TypeExpression& node) {
    Place(node.range);
    Move(node.name);
    Move(node.element);
    Move(node.constraint);
  }

  // ---- Parts of declarations ----
  void Move(const MemberDeclaration& node) { Member(node); }
  void Move(const FieldDeclaration& node) {
    Member(node);
    All(node.modes);
  }
  template <typename Declared>
  void Member(const Declared& node) {
    Place(node.range);
    Move(node.leading);
    Place(node.name.range);
    Move(node.type);
    Move(node.default_value);
  }
  void Move(const ValueDeclaration& node) {
    Place(node.range);
    Move(node.leading);
    Place(node.name.range);
  }
  void Move(const Property& node) {
    Place(node.range);
    All(node.raises);
    Move(node.timeout);
    Move(node.retry);
    All(node.effect_path);
    Move(node.undo);
    Place(node.concurrency.range);
  }
  void Move(const Setting& node) {
    Place(node.range);
    All(node.words);
    All(node.block);
    All(node.tail);
  }
  void Parts(const RecordDeclaration& node) {
    All(node.members);
    All(node.reserved);
  }
  void Parts(const EnvelopeDeclaration& node) {
    All(node.fields);
    All(node.reserved);
  }
  void Parts(const ErrorDeclaration& node) {
    Move(node.parent);
    Place(node.class_range);
    All(node.fields);
  }
  void Parts(const ProcessorDeclaration& node) {
    All(node.params);
    All(node.results);
    All(node.properties);
  }
  void Parts(const RouterDeclaration& node) {
    All(node.params);
    All(node.labels);
    All(node.steps);
    Place(node.max.range);
    All(node.properties);
  }
  void Parts(const FlowDeclaration& node) {
    Move(node.envelope);
    Move(node.sla);
    Place(node.header);
    Move(node.body);
    Move(node.guards);
  }
  void Parts(const DeployDeclaration& node) {
    Place(node.mesh_range);
    All(node.settings);
  }

  // ---- Scenarios ----
  void Parts(const ScenarioDeclaration& node) {
    Place(node.title_range);
    Move(node.flow);
    All(node.items);
  }
  void Move(const ScenarioItem& node) {
    Place(node.range);
    Move(node.value);
    Place(node.file_range);
    Move(node.name);
    Move(node.when);
    All(node.answers);
    All(node.visits);
  }
  void Move(const StubAnswer& node) {
    Place(node.range);
    Move<Expression>(node.results);
    Move(node.error);
    Move(node.message);
    Place(node.label.range);
    All(node.steps);
    Place(node.times.range);
    Move(node.takes);
  }

  // ---- Expressions ----
  /// Left operands and links of paths are as long as they like: those in a loop.
  void Move(const Expression& expression) {
    for (const Expression* node = &expression; node != nullptr; node = MoveOne(*node)) {
    }
  }
  /// Hands on the operand that comes first.
  const Expression* MoveOne(const Expression& node) {
    Place(node.range);
    Number(node.id);
    switch (node.kind) {
      case ExpressionKind::kInvalid: return nullptr;
      case ExpressionKind::kLiteral: Place(cast<LiteralExpression>(node).quantity.range); return nullptr;
      case ExpressionKind::kName: Place(cast<NameExpression>(node).name.range); return nullptr;
      case ExpressionKind::kMember:
        Place(cast<MemberExpression>(node).name.range);
        return cast<MemberExpression>(node).base;
      case ExpressionKind::kIndex:
        Move(cast<IndexExpression>(node).index);
        return cast<IndexExpression>(node).base;
      case ExpressionKind::kUnary: return cast<UnaryExpression>(node).operand;
      case ExpressionKind::kBinary:
        Place(cast<BinaryExpression>(node).op_range);
        Move(cast<BinaryExpression>(node).right);
        return cast<BinaryExpression>(node).left;
      case ExpressionKind::kConditional:
        Move(cast<ConditionalExpression>(node).condition);
        Move(cast<ConditionalExpression>(node).then_value);
        return cast<ConditionalExpression>(node).else_value;
      case ExpressionKind::kCall:
        Place(cast<CallExpression>(node).function.range);
        All(cast<CallExpression>(node).arguments);
        return nullptr;
      case ExpressionKind::kList: All(cast<ListExpression>(node).elements); return nullptr;
      case ExpressionKind::kRecord: All(cast<RecordExpression>(node).entries); return nullptr;
    }
    NoSuchEnumerator();
  }
  void Move(const RecordEntry& node) {
    Place(node.range);
    Place(node.key.range);
    Move(node.value);
  }

  // ---- Statements ----
  void Move(const Block& node) {
    Place(node.range);
    All(node.statements);
  }
  void Move(const OnClause& node) {
    Place(node.range);
    Number(node.id);
    All(node.errors);
    Place(node.variable.range);
    Move(node.body);
  }
  void Move(const Guards& guards) {
    All(guards.clauses);
    Place(guards.finally_range);
    Move(guards.finally_body);
  }
  void Move(const BindingArgument& node) {
    Place(node.range);
    Place(node.param.range);
    Move(node.value);
  }
  void Move(const ResultTarget& node) {
    Place(node.range);
    Place(node.result.range);
    Place(node.field.range);
  }
  void Move(const Call& node) {
    Place(node.range);
    Number(node.id);
    Move(node.callee);
    All(node.arguments);
    All(node.results);
    Move(node.timeout);
    Move(node.retry);
  }
  void Move(const IfArm& node) {
    Place(node.range);
    Move(node.condition);
    Move(node.body);
  }
  void Move(const Pattern& node) {
    Place(node.range);
    Move(node.value);
  }
  void Move(const MatchArm& node) {
    Place(node.range);
    All(node.patterns);
    Move(node.body);
  }
  void Move(const RouteArm& node) {
    Place(node.range);
    All(node.labels);
    Move(node.body);
  }
  void Move(const Branch& node) {
    Place(node.range);
    Move(node.body);
  }
  void Move(const CollectClause& node) {
    Place(node.range);
    Place(node.from.range);
    Place(node.into.range);
  }

  void Move(const Statement& node) {
    Place(node.range);
    Number(node.id);
    switch (node.kind) {
      case StatementKind::kInvalid:
      case StatementKind::kEmpty:
      case StatementKind::kBreak:
      case StatementKind::kContinue:
      case StatementKind::kReturn: return;
      case StatementKind::kChain: return Parts(cast<ChainStatement>(node));
      case StatementKind::kSet: return Parts(cast<SetStatement>(node));
      case StatementKind::kIf: return All(cast<IfStatement>(node).arms);
      case StatementKind::kMatch:
        Move(cast<MatchStatement>(node).subject);
        return All(cast<MatchStatement>(node).arms);
      case StatementKind::kRoute:
        Move(cast<RouteStatement>(node).router);
        return All(cast<RouteStatement>(node).arms);
      case StatementKind::kFollow: return Move(cast<FollowStatement>(node).router);
      case StatementKind::kWhile:
        Move(cast<WhileStatement>(node).condition);
        return Loop(cast<WhileStatement>(node));
      case StatementKind::kRepeat:
        Move(cast<RepeatStatement>(node).until);
        return Loop(cast<RepeatStatement>(node));
      case StatementKind::kLoop: return Loop(cast<LoopStatement>(node));
      case StatementKind::kParallel: return Parts(cast<ParallelStatement>(node));
      case StatementKind::kEach: return Parts(cast<EachStatement>(node));
      case StatementKind::kTry:
        Move(cast<TryStatement>(node).body);
        return Move(cast<TryStatement>(node).guards);
      case StatementKind::kRaise: return Parts(cast<RaiseStatement>(node));
      case StatementKind::kSaga: return Move(cast<SagaStatement>(node).body);
      case StatementKind::kTap: return Move(cast<TapStatement>(node).call);
      case StatementKind::kAwait: return Parts(cast<AwaitStatement>(node));
      case StatementKind::kBlock: return Move(cast<BlockStatement>(node).block);
    }
  }
  void Parts(const ChainStatement& node) {
    Place(node.optional_range);
    All(node.calls);
  }
  void Parts(const SetStatement& node) {
    All(node.target);
    Move(node.value);
  }
  template <typename Statement>
  void Loop(const Statement& node) {
    Place(node.max.range);
    Move(node.body);
    Move(node.else_body);
  }
  void Parts(const ParallelStatement& node) {
    Place(node.wait.range);
    Move(node.timeout);
    All(node.branches);
  }
  void Parts(const EachStatement& node) {
    Place(node.variable.range);
    Move(node.list);
    Place(node.max.range);
    Place(node.width.range);
    Place(node.wait.range);
    Move(node.timeout);
    Move(node.body);
    All(node.collects);
  }
  void Parts(const RaiseStatement& node) {
    Move(node.error);
    Move(node.message);
    Move<Expression>(node.fields);
  }
  void Parts(const AwaitStatement& node) {
    Place(node.signal.range);
    Move(node.type);
    Place(node.field.range);
    Move(node.timeout);
    Move(node.else_body);
  }

  Distance distance_;
};

}  // namespace

void MoveNodes(const Declaration& declaration, Distance distance) { Mover(distance).Move(declaration); }

}  // namespace meshc::syntax
