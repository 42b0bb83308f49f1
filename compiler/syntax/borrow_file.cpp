#include "compiler/syntax/borrow_file.h"

namespace meshc::syntax {

File Borrow(const File& file) {
  File same;
  same.id = file.id;
  same.mesh = file.mesh;
  same.mesh_range = file.mesh_range;
  same.declarations = file.declarations;
  same.imports = file.imports;
  same.misplaced = file.misplaced;
  same.comments = file.comments;
  same.id_count = file.id_count;
  return same;
}

}  // namespace meshc::syntax
