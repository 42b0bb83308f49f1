#include "codegen/cpp/cpp.h"
#include "codegen/cpp/model.h"
#include "codegen/cpp/render.h"

namespace meshc::codegen {

ArtifactSet GenerateCpp(const ir::Mesh& mesh, const analysis::Facts&, const source::SourceManager& sources,
                        const CppOptions& options) {
  const CppModel model = BuildCppModel(mesh, sources, options);
  ArtifactSet artifacts;
  RenderTypes(model, artifacts);
  RenderErrors(model, artifacts);
  RenderCodec(model, artifacts);
  RenderJson(model, mesh.declarations, artifacts);
  RenderActors(model, artifacts);
  RenderScaffolds(model, artifacts);
  RenderDocs(model, artifacts);
  RenderHost(model, artifacts);
  RenderProject(model, artifacts);
  return artifacts;
}

}  // namespace meshc::codegen
