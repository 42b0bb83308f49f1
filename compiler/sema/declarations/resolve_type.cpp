#include <fmt/core.h>
#include <llvm/ADT/StringSwitch.h>

#include "compiler/diagnostics/diagnostics_2_names.h"
#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/sema/expressions/pattern.h"
#include "compiler/sema/names/lookup.h"
#include "compiler/sema/names/names.h"
#include "compiler/source/cycles.h"

namespace meshc::sema {
namespace {

using syntax::Bound;
using syntax::ConstraintExpression;
using syntax::TypeExpression;
using syntax::TypeExpressionKind;
using types::Constraint;
using types::TypeKind;

std::string ShowBound(const Bound& bound) {
  if (!bound.present) return "";
  return bound.is_float ? fmt::format("{}", bound.number) : fmt::format("{}", bound.integer);
}

double NumberOf(const Bound& bound) {
  return bound.is_float ? bound.number : static_cast<double>(bound.integer);
}

TypeKind BuiltinKind(llvm::StringRef name) {
  return llvm::StringSwitch<TypeKind>(name)
      .Case("bool", TypeKind::kBool)
      .Case("int", TypeKind::kInt)
      .Case("float", TypeKind::kFloat)
      .Case("string", TypeKind::kString)
      .Case("bytes", TypeKind::kBytes)
      .Case("timestamp", TypeKind::kTimestamp)
      .Case("duration", TypeKind::kDuration)
      .Case("json", TypeKind::kJson)
      .Default(TypeKind::kInvalid);
}

/// Adds what stands in parentheses behind a type.
class ConstraintReader {
 public:
  ConstraintReader(Context& context, TypeId type, const ConstraintExpression& source)
      : context_(context), type_(type), kind_(context.types()[type].kind), source_(source) {}

  TypeId Read() {
    types::Type constrained = context_.types()[type_];
    if (!constrained.constraint.empty()) return Misplaced("second constraint");
    if (source_.has_range && !TakesRange()) return Misplaced("range");
    if (source_.has_pattern && kind_ != TypeKind::kString) return Misplaced("pattern");
    if (source_.has_range && !ReadRange(constrained.constraint)) return type_;
    if (source_.has_pattern && CheckPattern(context_, source_.pattern, source_.pattern_range)) {
      constrained.constraint.pattern = source_.pattern.str();
    }
    return context_.types().Intern(constrained);
  }

 private:
  bool TakesRange() const {
    return kind_ == TypeKind::kInt || kind_ == TypeKind::kFloat || kind_ == TypeKind::kString ||
           kind_ == TypeKind::kList;
  }

  TypeId Misplaced(const char* what) {
    context_.diagnostics.Report(diag::MisplacedConstraint, source_.range, Show(context_, type_), Word{what});
    return type_;
  }

  bool ReadRange(Constraint& into) {
    if (!CheckBound(source_.min) || !CheckBound(source_.max)) return false;
    const bool both = source_.min.present && source_.max.present;
    const bool reversed = source_.min.is_float || source_.max.is_float
                              ? NumberOf(source_.min) > NumberOf(source_.max)
                              : source_.min.integer > source_.max.integer;
    if (both && reversed) {
      const std::string_view min = context_.sources.Text(source_.min.range);
      const std::string_view max = context_.sources.Text(source_.max.range);
      context_.diagnostics
          .Report(diag::ReversedRange, source_.range,
                  Lexeme{ShowBound(source_.min) + ".." + ShowBound(source_.max)})
          .AddFix("write the smaller bound first",
                  {{source_.min.range, std::string(max)}, {source_.max.range, std::string(min)}},
                  diagnostics::Applicability::kMachine);
      return false;
    }
    if (kind_ == TypeKind::kFloat) {
      if (source_.min.present) into.float_min = NumberOf(source_.min);
      if (source_.max.present) into.float_max = NumberOf(source_.max);
    } else {
      if (source_.min.present) into.min = source_.min.integer;
      if (source_.max.present) into.max = source_.max.integer;
    }
    return true;
  }

  bool CheckBound(const Bound& bound) {
    const bool is_length = kind_ == TypeKind::kString || kind_ == TypeKind::kList;
    const bool fits = kind_ == TypeKind::kFloat || (!bound.is_float && !(is_length && bound.integer < 0));
    if (!bound.present || fits) return true;
    context_.diagnostics.Report(diag::BadBound, bound.range, Lexeme{ShowBound(bound)}, Show(context_, type_))
        .AddHelp(is_length ? "a length is a whole number from 0" : "write a whole number");
    return false;
  }

  Context& context_;
  TypeId type_;
  TypeKind kind_;
  const ConstraintExpression& source_;
};

/// Resolves one alias; those that it names are resolved already.
void ResolveAlias(Context& context, std::uint32_t index) {
  const Symbol& symbol = context.symbol(context.aliases[index].symbol);
  const auto& declaration = static_cast<const syntax::TypeAliasDeclaration&>(*symbol.declaration);
  const TypeId type = declaration.type == nullptr ? context.types().invalid()
                                                  : ResolveType(context, symbol.file, *declaration.type);
  context.aliases[index].type = type;
  context.aliases[index].progress = Progress::kDone;
}

TypeId TypeOf(Context& context, const Symbol& symbol, const syntax::QualifiedName& name) {
  switch (symbol.kind) {
    case SymbolKind::kTypeAlias: return context.aliases[symbol.index].type;
    case SymbolKind::kRecord: return context.types().Record({symbol.index});
    case SymbolKind::kEnum: return context.types().Enum({symbol.index});
    case SymbolKind::kUnion: return context.types().Union({symbol.index});
    default: break;  // The other kinds live in other spaces, but for envelopes.
  }
  context.diagnostics
      .Report(diag::WrongKind, name.range, NameOf(name.name), Word{"an envelope"}, Word{"a type"})
      .AddLabel(symbol.declaration->name.range, "declared here")
      .AddHelp("an envelope is the payload of a flow; a field takes a record");
  return context.types().invalid();
}

TypeId ResolveName(Context& context, FileId file, const syntax::QualifiedName& name) {
  if (name.qualifier.text.empty()) {
    const TypeKind kind = BuiltinKind(name.name.text);
    if (kind != TypeKind::kInvalid) return context.types().Basic(kind);
  }
  const SymbolId id = FindSymbol(context, file, Space::kTypes, name, diag::UnknownType);
  return id.has_value() ? TypeOf(context, context.symbol(id), name) : context.types().invalid();
}

TypeId ResolveBase(Context& context, FileId file, const TypeExpression& type) {
  if (type.kind == TypeExpressionKind::kName) return ResolveName(context, file, type.name);
  // `T??` is `T?`, however long the row of question marks is.
  const TypeExpression* inner = type.element;
  while (inner != nullptr && type.kind == TypeExpressionKind::kOptional && inner->kind == type.kind)
    inner = inner->element;
  if (inner == nullptr) return context.types().invalid();
  const TypeId element = ResolveType(context, file, *inner);
  if (element == context.types().invalid()) return element;
  switch (type.kind) {
    case TypeExpressionKind::kList: return context.types().List(element);
    case TypeExpressionKind::kMap: return context.types().Map(element);
    case TypeExpressionKind::kOptional: return context.types().Optional(element);
    case TypeExpressionKind::kInvalid:
    case TypeExpressionKind::kName: break;
  }
  return context.types().invalid();
}

/// The names of aliases in a type: what has to be resolved before it.
void CollectAliases(const Context& context, FileId file, const TypeExpression* type, std::uint32_t from,
                    std::vector<source::Edge>& edges) {
  for (; type != nullptr; type = type->element) {
    if (type->kind != TypeExpressionKind::kName) continue;
    const SymbolId id = PeekSymbol(context, file, Space::kTypes, type->name);
    if (!id.has_value() || context.table.symbols[id].kind != SymbolKind::kTypeAlias) continue;
    edges.push_back({from, context.table.symbols[id].index, type->name.range});
  }
}

std::vector<source::Edge> AliasEdges(Context& context) {
  std::vector<source::Edge> edges;
  for (std::uint32_t i = 0; i < context.aliases.size(); ++i) {
    const Symbol& symbol = context.symbol(context.aliases[i].symbol);
    const auto& declaration = static_cast<const syntax::TypeAliasDeclaration&>(*symbol.declaration);
    CollectAliases(context, symbol.file, declaration.type, i, edges);
  }
  return edges;
}

void ReportAliasCycles(Context& context, const std::vector<source::Edge>& edges) {
  const auto name_of = [&](std::uint32_t i) { return context.symbol(context.aliases[i].symbol).name.str(); };
  for (const auto& cycle : source::FindCycles(static_cast<std::uint32_t>(context.aliases.size()), edges)) {
    std::string shown = name_of(cycle.front().from);
    for (const source::Edge& edge : cycle) shown += " -> " + name_of(edge.to);
    context.diagnostics.Report(diag::AliasCycle, cycle.front().range, Lexeme{shown})
        .AddHelp("a record may contain itself through a list, a map or `?`; a type name may not");
    for (const source::Edge& edge : cycle) context.aliases[edge.from].progress = Progress::kDone;
  }
}

}  // namespace

TypeId ResolveType(Context& context, FileId file, const TypeExpression& type) {
  const TypeId base = ResolveBase(context, file, type);
  if (!type.constraint.present || base == context.types().invalid()) return base;
  return ConstraintReader(context, base, type.constraint).Read();
}

void ResolveAliases(Context& context) {
  for (Alias& alias : context.aliases) alias.type = context.types().invalid();
  const std::vector<source::Edge> edges = AliasEdges(context);
  ReportAliasCycles(context, edges);
  std::vector<std::vector<std::uint32_t>> needs(context.aliases.size());
  for (const source::Edge& edge : edges) needs[edge.from].push_back(edge.to);
  // What an alias needs comes first; a stack of its own, because chains may be long.
  std::vector<std::uint32_t> stack;
  for (std::uint32_t i = 0; i < context.aliases.size(); ++i) {
    stack.push_back(i);
    while (!stack.empty()) {
      const std::uint32_t top = stack.back();
      const bool first_visit = context.aliases[top].progress == Progress::kNotStarted;
      if (first_visit) context.aliases[top].progress = Progress::kRunning;
      for (const std::uint32_t need : needs[top]) {
        if (first_visit && context.aliases[need].progress == Progress::kNotStarted) stack.push_back(need);
      }
      if (stack.back() != top) continue;
      stack.pop_back();
      if (context.aliases[top].progress == Progress::kRunning) ResolveAlias(context, top);
    }
  }
}

}  // namespace meshc::sema
