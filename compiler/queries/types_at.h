// From a declaration to the declared type that it has.
#pragma once

#include "compiler/queries/checked_root.h"

namespace meshc::queries {

/// The record, enum, union or envelope that stands in the type of a field, param ..., below lists, maps and
/// `?`; of a flow its envelope; of an `each` variable that of the elements. Null: none is declared in source.
const Declared* TypeOf(const CheckedRoot& root, const Declared& declared);

/// The declaration of a type; null: it is built in.
const Declared* DeclarationOf(const CheckedRoot& root, types::TypeId type);

}  // namespace meshc::queries
