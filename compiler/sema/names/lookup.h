// From a name in source to what it declares. All of these report unknown names and mark uses.
//
// An empty result means "already reported, or hidden by an import that could not be loaded".
#pragma once

#include "compiler/sema/context.h"

namespace meshc::sema {

using NameRow = diagnostics::Row<Name>;

/// The symbol that `name` means in `file`.
SymbolId FindSymbol(Context& context, FileId file, Space space, const syntax::QualifiedName& name,
                    const NameRow& unknown);
/// The same without a report and without a mark, for names that may mean something else.
SymbolId PeekSymbol(const Context& context, FileId file, Space space, const syntax::QualifiedName& name);

ErrorId FindError(Context& context, FileId file, const syntax::QualifiedName& name);
EnvelopeId FindEnvelope(Context& context, FileId file, const syntax::QualifiedName& name);
FlowId FindFlow(Context& context, FileId file, const syntax::QualifiedName& name);

/// What a step may name. At most one of the two is set.
struct Callee {
  ActorId actor;
  FlowId flow;
};
Callee FindCallee(Context& context, FileId file, const syntax::QualifiedName& name);
/// The same for scenarios, whose mentions are no uses.
Callee FindMentioned(Context& context, FileId file, const syntax::QualifiedName& name);

/// Records that `symbol` is used at `range`; warns if it is deprecated.
void MarkUsed(Context& context, SymbolId symbol, SourceRange range);
/// Notes that `range` mentions what `origin` belongs to; warns if that is deprecated.
void NoteUse(Context& context, std::string_view name, const types::Origin& origin, SourceRange range,
             Access access = Access::kPlain);

/// `a choice router`
std::string Describe(const types::Actor& actor);

}  // namespace meshc::sema
