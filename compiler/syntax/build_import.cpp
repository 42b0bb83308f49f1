#include "compiler/syntax/build.h"

namespace meshc::syntax {

Declaration* BuildImport(Build& build, FlowParser::ImportDeclarationContext* tree) {
  auto* import = build.New<ImportDeclaration>();
  import->name = BuildName(build, tree->alias);
  import->is_path = tree->file != nullptr;
  if (import->is_path) {
    import->target = BuildString(build, tree->file);
    import->target_range = build.RangeOf(tree->file);
  } else {
    import->target = BuildDottedName(build, tree->path, import->target_range);
  }
  return import;
}

Declaration* BuildTypeAlias(Build& build, FlowParser::TypeAliasContext* tree) {
  auto* alias = build.New<TypeAliasDeclaration>();
  alias->name = BuildName(build, tree->id);
  alias->type = BuildType(build, tree->aliased);
  return alias;
}

}  // namespace meshc::syntax
