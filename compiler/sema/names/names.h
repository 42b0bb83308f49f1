// Collecting what files declare, and what each of them sees.
#pragma once

#include "compiler/sema/context.h"

namespace meshc::sema {

/// Fills the symbol table: own names first, then what imports bring. Reports duplicates within a
/// file, between imports, and between actors of the whole mesh; built-in names declared again;
/// a missing `mesh` line.
void CollectNames(Context& context);

/// Fills in the names of the built-in errors; comes before everything else.
void DeclareBuiltinErrors(Context& context);

/// Makes one entry per symbol in the stores of the program, sorted by name, and tells the symbols
/// their index. Built-in errors stand first. Parents of errors are set; everything else is empty.
void DeclareNames(Context& context);

/// True if the language itself has a type of this name.
bool IsBuiltinType(llvm::StringRef name);

}  // namespace meshc::sema
