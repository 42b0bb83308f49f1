#include "tests/property/reference_interpreter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <llvm/Support/Casting.h>

#include <optional>
#include <stdexcept>

#include "tests/property/reference_expression.h"

namespace meshc::property {
namespace {

using llvm::cast;
using mesh::Value;
using syntax::StatementKind;

enum class Exit { kNormal, kBreak, kContinue, kReturn, kError };

/// How a statement ended.
struct Signal {
  Exit exit = Exit::kNormal;
  ReferenceError error;
};

class Interpreter {
 public:
  Interpreter(const sema::TypedProgram& program, mesh::ValueList fields, Behaviour& behaviour)
      : program_(program),
        declarations_(program.declarations),
        fields_(std::move(fields)),
        behaviour_(behaviour) {}

  Observation Run(types::FlowId flow) {
    const Signal signal = Call(flow);
    Observation observation;
    observation.visits = std::move(visits_);
    observation.outcome = signal.exit == Exit::kError ? "failed " + signal.error.name : "succeeded";
    observation.payload = PrintPayload(declarations_.envelopes[program_.flows[flow].envelope], fields_);
    return observation;
  }

 private:
  // ---- flows and blocks

  Signal Call(types::FlowId flow) {
    const auto& declaration = *program_.flows[flow].declaration;
    auto outer = std::exchange(caught_, {});
    Signal signal = Guarded(declaration.body, declaration.guards);
    caught_ = std::move(outer);
    if (signal.exit == Exit::kReturn) signal.exit = Exit::kNormal;
    return signal;
  }

  Signal Run(const syntax::Block& block) {
    for (const auto* statement : block.statements) {
      Signal signal = Run(*statement);
      if (signal.exit != Exit::kNormal) return signal;
    }
    return {};
  }

  Signal Guarded(const syntax::Block& body, const syntax::Guards& guards) {
    Signal signal = Run(body);
    if (signal.exit == Exit::kError) signal = Handle(std::move(signal), guards);
    if (!guards.has_finally) return signal;
    Signal last = Run(guards.finally_body);
    return last.exit == Exit::kNormal ? signal : last;
  }

  Signal Handle(Signal signal, const syntax::Guards& guards) {
    for (const auto& clause : guards.clauses) {
      const auto& facts = program_.FactsOf(clause);
      for (const auto error : facts.errors) {
        if (!Catches(error, signal.error.name)) continue;
        caught_.emplace_back(facts.variable, signal.error);
        Signal result = Run(clause.body);
        caught_.pop_back();
        return result;
      }
    }
    return signal;
  }

  bool Catches(types::ErrorId clause, const std::string& name) const {
    types::ErrorId error = Find(name);
    if (declarations_.errors[clause].name == "any") {
      return declarations_.errors[error].error_class != types::ErrorClass::kFatal;
    }
    for (; error.has_value(); error = declarations_.errors[error].parent) {
      if (error == clause) return true;
    }
    return false;
  }

  types::ErrorId Find(const std::string& name) const {
    for (const auto id : declarations_.errors.ids()) {
      if (declarations_.errors[id].name == name) return id;
    }
    throw std::logic_error("unknown error " + name);
  }

  // ---- statements

  Signal Run(const syntax::Statement& s) {
    try {
      return RunKind(s);
    } catch (const ExpressionError& error) {
      return {Exit::kError, {"expression_error", error.what(), "", false}};
    }
  }

  Signal RunKind(const syntax::Statement& s) {
    switch (s.kind) {
      case StatementKind::kEmpty: return {};
      case StatementKind::kChain:
        for (const auto& call : cast<syntax::ChainStatement>(s).calls) {
          Signal signal = Step(call);
          if (signal.exit != Exit::kNormal) return signal;
        }
        return {};
      case StatementKind::kSet: return Set(cast<syntax::SetStatement>(s));
      case StatementKind::kIf:
        for (const auto& arm : cast<syntax::IfStatement>(s).arms) {
          if (arm.condition == nullptr || Eval(*arm.condition).boolean()) return Run(arm.body);
        }
        return {};
      case StatementKind::kMatch: return Match(cast<syntax::MatchStatement>(s));
      case StatementKind::kRoute: return Route(cast<syntax::RouteStatement>(s));
      case StatementKind::kWhile: return While(cast<syntax::WhileStatement>(s));
      case StatementKind::kRepeat: return Repeat(cast<syntax::RepeatStatement>(s));
      case StatementKind::kLoop: return Loop(cast<syntax::LoopStatement>(s));
      case StatementKind::kBreak: return {Exit::kBreak, {}};
      case StatementKind::kContinue: return {Exit::kContinue, {}};
      case StatementKind::kReturn: return {Exit::kReturn, {}};
      case StatementKind::kTry: {
        const auto& t = cast<syntax::TryStatement>(s);
        return Guarded(t.body, t.guards);
      }
      case StatementKind::kRaise: return Raise(cast<syntax::RaiseStatement>(s));
      case StatementKind::kBlock: return Run(cast<syntax::BlockStatement>(s).block);
      case StatementKind::kInvalid:
      case StatementKind::kFollow:
      case StatementKind::kParallel:
      case StatementKind::kEach:
      case StatementKind::kSaga:
      case StatementKind::kTap:
      case StatementKind::kAwait: break;
    }
    throw std::logic_error("the reference met a statement that it does not know");
  }

  Signal Match(const syntax::MatchStatement& s) {
    const Value subject = Eval(*s.subject);
    const auto& patterns = program_.FactsOf(s).patterns;
    for (std::size_t arm = 0; arm < s.arms.size(); ++arm) {
      for (const auto& pattern : patterns[arm]) {
        if (!pattern || ToValue(*pattern) == subject) return Run(*s.arms[arm].body);
      }
    }
    throw std::logic_error("no arm matched");
  }

  Signal Route(const syntax::RouteStatement& s) {
    std::uint32_t label = 0;
    Signal signal = Visit(s.router, &label);
    if (signal.exit != Exit::kNormal) return signal;
    const auto& labels = program_.FactsOf(s).labels;
    for (std::size_t arm = 0; arm < s.arms.size(); ++arm) {
      for (const std::uint32_t candidate : labels[arm]) {
        if (candidate == label) return Run(*s.arms[arm].body);
      }
    }
    throw std::logic_error("no arm for the label");
  }

  // ---- loops

  Signal Exhausted(bool has_else, const syntax::Block& else_body) {
    if (has_else) return Run(else_body);
    return {Exit::kError, {"loop_exhausted", "", "", false}};
  }

  /// Runs one round; true if the loop goes on.
  bool Round(const syntax::Block& body, Signal& signal) {
    signal = Run(body);
    const bool on = signal.exit == Exit::kNormal || signal.exit == Exit::kContinue;
    if (on || signal.exit == Exit::kBreak) signal = {};
    return on;
  }

  Signal While(const syntax::WhileStatement& s) {
    Signal signal;
    for (std::int64_t rounds = 0; Eval(*s.condition).boolean(); ++rounds) {
      if (rounds == s.max.value) return Exhausted(s.has_else, s.else_body);
      if (!Round(s.body, signal)) return signal;
    }
    return {};
  }

  Signal Repeat(const syntax::RepeatStatement& s) {
    Signal signal;
    for (std::int64_t rounds = 1;; ++rounds) {
      if (!Round(s.body, signal)) return signal;
      if (Eval(*s.until).boolean()) return {};
      if (rounds == s.max.value) return Exhausted(s.has_else, s.else_body);
    }
  }

  Signal Loop(const syntax::LoopStatement& s) {
    Signal signal;
    for (std::int64_t rounds = 0; rounds < s.max.value; ++rounds) {
      if (!Round(s.body, signal)) return signal;
    }
    return Exhausted(s.has_else, s.else_body);
  }

  // ---- errors

  Signal Raise(const syntax::RaiseStatement& s) {
    if (s.again) return {Exit::kError, caught_.back().second};
    ReferenceError error;
    error.name = declarations_.errors[program_.FactsOf(s).error].name;
    if (s.message != nullptr) error.message = std::string(Eval(*s.message).text());
    for (const auto* field : program_.FactsOf(s).fields) {
      if (field != nullptr) Eval(*field);
    }
    error.by_raise = true;
    return {Exit::kError, std::move(error)};
  }

  static Signal Violation() { return {Exit::kError, {"contract_violation", "", "", false}}; }

  // ---- writes

  bool Fits(types::TypeId type, const Value& value) const {
    const types::Type& t = declarations_.types[declarations_.types.Present(type)];
    if (!value.present() || t.kind != types::TypeKind::kInt) return true;
    return (!t.constraint.min || value.integer() >= *t.constraint.min) &&
           (!t.constraint.max || value.integer() <= *t.constraint.max);
  }

  static Value Combine(syntax::SetOperator op, const Value& old, const Value& operand) {
    if (old.kind() == mesh::ValueKind::kString)
      return Value::String(std::string(old.text()) + std::string(operand.text()));
    const std::int64_t a = old.integer(), b = operand.integer();
    std::int64_t result = 0;
    const bool overflow = op == syntax::SetOperator::kAdd        ? __builtin_add_overflow(a, b, &result)
                          : op == syntax::SetOperator::kSubtract ? __builtin_sub_overflow(a, b, &result)
                                                                 : __builtin_mul_overflow(a, b, &result);
    if (overflow) throw ExpressionError("overflow");
    return Value::Int(result);
  }

  static Value Appended(const Value& list, const Value& element) {
    mesh::ValueList elements;
    if (list.present()) elements = list.list();
    elements.push_back(element);
    return Value::List(std::move(elements));
  }

  Signal Set(const syntax::SetStatement& s) {
    const auto& facts = program_.FactsOf(s);
    Value value = Eval(*s.value);
    Value& slot = fields_[*facts.field];
    if (facts.append) {
      slot = Appended(slot, value);
      return {};
    }
    const Value old = facts.path.empty() ? slot : slot.members()[facts.path[0]];
    if (s.op != syntax::SetOperator::kAssign) value = Combine(s.op, old, value);
    if (!Fits(facts.target, value)) return Violation();
    slot = facts.path.empty() ? value : slot.WithMember(facts.path[0], value);
    return {};
  }

  // ---- calls

  Signal Step(const syntax::Call& call) {
    const auto& facts = program_.FactsOf(call);
    return facts.flow.has_value() ? Call(facts.flow) : Visit(call, nullptr);
  }

  /// One call of an actor with its retries; a choice router's label goes to `label`.
  Signal Visit(const syntax::Call& call, std::uint32_t* label) {
    const auto& facts = program_.FactsOf(call);
    const types::Actor& actor = declarations_.actors[facts.actor];
    mesh::ValueList arguments;
    try {
      arguments = Arguments(facts, actor);
    } catch (const ExpressionError& error) {
      return {Exit::kError, {"expression_error", error.what(), "", false}};
    }
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (!Fits(actor.params[i].type, arguments[i])) return Violation();
    }
    const std::optional<types::Retry>& retry = facts.retry ? facts.retry : actor.retry;
    const std::uint32_t attempts = retry ? retry->attempts : 1;
    for (std::uint32_t attempt = 1;; ++attempt) {
      Signal signal = Attempt(facts, actor, arguments, label);
      if (signal.exit != Exit::kError || attempt >= attempts || !MayRetry(*retry, signal.error))
        return signal;
    }
  }

  bool MayRetry(const types::Retry& retry, const ReferenceError& error) const {
    const types::ErrorId id = Find(error.name);
    if (declarations_.errors[id].error_class != types::ErrorClass::kRetriable) return false;
    if (retry.only.empty()) return true;
    for (const auto only : retry.only) {
      if (Catches(only, error.name)) return true;
    }
    return false;
  }

  mesh::ValueList Arguments(const sema::CallFacts& facts, const types::Actor& actor) {
    mesh::ValueList arguments;
    for (std::size_t i = 0; i < facts.params.size(); ++i) {
      const auto& source = facts.params[i];
      Value value;
      switch (source.kind) {
        case sema::ParamSource::Kind::kExpression: value = Eval(*source.expression); break;
        case sema::ParamSource::Kind::kField: value = fields_[source.field]; break;
        case sema::ParamSource::Kind::kDefault:
        case sema::ParamSource::Kind::kNothing: break;
        case sema::ParamSource::Kind::kVariable:
        case sema::ParamSource::Kind::kInvalid:
          throw std::logic_error("the reference does not know this source");
      }
      if (!value.present() && actor.params[i].default_value) value = ToValue(*actor.params[i].default_value);
      arguments.push_back(std::move(value));
    }
    return arguments;
  }

  Signal Attempt(const sema::CallFacts& facts, const types::Actor& actor, const mesh::ValueList& arguments,
                 std::uint32_t* label) {
    std::string visit = actor.name + "(";
    for (const Value& argument : arguments) visit += Fingerprint(argument) + " ";
    visits_.push_back(visit + ")");
    Reply reply = behaviour_.Answer(facts.actor, arguments);
    if (auto* raised = std::get_if<Raised>(&reply)) {
      return {Exit::kError, {raised->error, raised->message, actor.name, false}};
    }
    if (auto* chosen = std::get_if<Chosen>(&reply)) {
      *label = chosen->label;
      return {};
    }
    const auto& results = std::get<mesh::ValueList>(reply);
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (!Fits(actor.results[i].type, results[i])) return Violation();
      const auto& field = facts.results[i].field;
      if (field && !Fits(FieldType(*field), results[i])) return Violation();
    }
    for (std::size_t i = 0; i < results.size(); ++i) Write(facts.results[i].field, results[i]);
    return {};
  }

  types::TypeId FieldType(std::uint32_t field) const {
    const types::Field& f = declarations_.envelopes.begin()->fields[field];
    return f.mode == types::WriteMode::kLog ? declarations_.types[f.type].element : f.type;
  }

  void Write(std::optional<std::uint32_t> field, const Value& value) {
    if (!field || !value.present()) return;
    Value& slot = fields_[*field];
    const bool log = declarations_.envelopes.begin()->fields[*field].mode == types::WriteMode::kLog;
    slot = log ? Appended(slot, value) : value;
  }

  Value Eval(const syntax::Expression& e) { return Evaluate(e, {program_, fields_, caught_}); }

  const sema::TypedProgram& program_;
  const types::Declarations& declarations_;
  mesh::ValueList fields_;
  Behaviour& behaviour_;
  std::vector<std::pair<sema::VariableId, ReferenceError>> caught_;
  std::vector<std::string> visits_;
};

}  // namespace

std::vector<std::string> PrintPayload(const types::Envelope& envelope, const mesh::ValueList& fields) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const Value& value = fields[i];
    if (value.present()) lines.push_back(fmt::format("{} = {}", envelope.fields[i].name, Fingerprint(value)));
  }
  return lines;
}

std::string Print(const Observation& observation) {
  return fmt::format("visits:\n  {}\noutcome: {}\npayload:\n  {}\n", fmt::join(observation.visits, "\n  "),
                     observation.outcome, fmt::join(observation.payload, "\n  "));
}

Observation RunReference(const sema::TypedProgram& program, types::FlowId flow, mesh::ValueList fields,
                         Behaviour& behaviour) {
  return Interpreter(program, std::move(fields), behaviour).Run(flow);
}

}  // namespace meshc::property
