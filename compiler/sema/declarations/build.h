// From declarations in source to values of `types`. Each function reports what it finds wrong.
//
// Order: names (names.h), types of everything, defaults, then actors and flows, whose bodies are
// checked last.
#pragma once

#include "compiler/sema/context.h"

namespace meshc::sema {

/// The type that is written, or the invalid one.
TypeId ResolveType(Context& context, FileId file, const syntax::TypeExpression& type);

/// Resolves all aliases, also those that nobody uses, and reports those that form a cycle.
void ResolveAliases(Context& context);

/// Enums, records, unions and envelopes, without defaults.
void BuildTypes(Context& context);
/// Classes and fields of errors, without defaults.
void BuildErrors(Context& context);
/// Records and unions that contain each other by value.
void CheckRecursion(Context& context);
/// Defaults of members and fields, as constants. Needs all types.
void BuildDefaults(Context& context);
/// Makes sure that the defaults of one record are there; safe while others are being evaluated.
void EnsureDefaults(Context& context, types::RecordId record);
/// Retry policies; then processors and routers with all their properties.
void BuildPolicies(Context& context);
void BuildActors(Context& context);
/// Steps and `max` of a plan router.
void BuildPlan(Context& context, const syntax::RouterDeclaration& source, ActorId id);
/// Envelope and sla of flows; no bodies.
void BuildFlows(Context& context);
/// Settings of flavors; then deploys, which name flavors and actors. Needs policies and actors.
void BuildFlavors(Context& context);
void BuildDeploys(Context& context);

/// What a list of members belongs to.
enum class MemberRole : std::uint8_t { kMember, kTag, kParam, kResult, kErrorField };

/// Members with types, without defaults. A second member of one name is reported and kept, so
/// that places in the list equal places in source; `index` leads to the first one. `first` is the
/// place of the first one: fields of an error follow those of its parent.
std::vector<types::Member> BuildMembers(Context& context, FileId file,
                                        llvm::ArrayRef<syntax::MemberDeclaration> declarations,
                                        MemberRole role, NameIndex& index, std::uint32_t first = 0);
/// Evaluates the defaults of `members`, which were built from `declarations`.
void EvaluateDefaults(Context& context, FileId file, llvm::ArrayRef<syntax::MemberDeclaration> declarations,
                      MemberRole role, std::vector<types::Member>& members, std::size_t first = 0);
std::optional<types::Constant> EvaluateDefault(Context& context, FileId file, const syntax::Expression& value,
                                               TypeId type);

/// Labels and enum values.
std::vector<types::EnumValue> BuildValues(Context& context,
                                          llvm::ArrayRef<syntax::ValueDeclaration> declarations,
                                          std::string_view noun, NameIndex& index);

/// Reports names that are used although they are reserved. `ranges`: where each name stands.
void CheckReserved(Context& context, llvm::ArrayRef<syntax::Identifier> reserved, const NameIndex& index,
                   const std::vector<SourceRange>& ranges);

/// The nanoseconds of a duration above zero; reports anything else. None if the clause is absent.
std::optional<std::int64_t> ReadDuration(Context& context, const syntax::DurationClause& clause);
/// Reports a count outside of [1, limit]; `what` is the word before it.
bool CheckCount(Context& context, const syntax::CountClause& count, std::string_view what,
                std::int64_t limit);
/// The policy that a retry clause states or names.
std::optional<types::Retry> BuildRetry(Context& context, FileId file, const syntax::RetryClause& clause);

/// Properties of a processor or router.
void BuildProperties(Context& context, FileId file, llvm::ArrayRef<syntax::Property> properties,
                     types::Actor& actor);

}  // namespace meshc::sema
