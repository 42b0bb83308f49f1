// `@name(args)`: which there are, where they mean something, and what they say.
#pragma once

#include "compiler/sema/context.h"

namespace meshc::sema {

/// What an annotation may stand before.
enum class AnnotationPlace : std::uint8_t {
  kType,  ///< Type alias, record, enum, union, envelope.
  kError,
  kProcessor,
  kRouter,
  kFlow,
  kPlatform,  ///< Policy, flavor, deploy.
  kField,     ///< Envelope field, record member, error field, param, result.
  kTag,       ///< Of a union.
  kValue,     ///< Enum value, label.
  kImport,
  kScenario,
};

/// What a declaration is, beyond what its own syntax says.
struct Annotated {
  types::Origin origin;
  bool sensitive = false;
  double cost = 0;
  SourceRange was_range;  ///< The argument of `@was`, if there is one.
};

/// Reads the doc comment and the annotations before `name`. Reports unknown, misplaced and
/// wrongly used ones, so it is called once per declaration.
Annotated ReadLeading(Context& context, const syntax::Leading& leading, const syntax::Identifier& name,
                      AnnotationPlace place);

/// Annotations of a top-level declaration; reports `@was` of a name that its file declares.
Annotated ReadDeclaration(Context& context, const Symbol& symbol, AnnotationPlace place);

/// Reports `@was` of a name that `index` has.
void CheckFormerName(Context& context, const Annotated& annotated, const NameIndex& index);

/// Reports `@was` of what another thing of the scope was, too.
void CheckFormerNames(Context& context);

/// The first `@was` that tells a name; null: there is none.
const syntax::LiteralExpression* FormerNameOf(const syntax::Leading& leading);

/// The reason in `@deprecated`, without any report; empty: not deprecated.
std::string DeprecationOf(const syntax::Leading& leading);

}  // namespace meshc::sema
