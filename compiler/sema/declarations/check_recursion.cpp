#include "compiler/diagnostics/diagnostics_3_types.h"
#include "compiler/sema/declarations/build.h"
#include "compiler/source/cycles.h"

namespace meshc::sema {
namespace {

using types::TypeKind;

/// Records and unions as one range of nodes: unions come behind the records.
class Containment {
 public:
  explicit Containment(Context& context) : context_(context), declarations_(context.declarations()) {
    for (const types::RecordId id : declarations_.records.ids()) {
      // Details of errors hold copies of what the errors declare, and nothing can name them.
      if (context.record_sources[id.index].declaration == nullptr) continue;
      AddEdges(id.index, declarations_.records[id].members);
    }
    for (const types::UnionId id : declarations_.unions.ids()) {
      AddEdges(declarations_.records.size() + id.index, declarations_.unions[id].tags);
    }
  }

  void Report() {
    for (const auto& cycle :
         source::FindCycles(declarations_.records.size() + declarations_.unions.size(), edges_)) {
      std::string shown = NameOf(cycle.front().from);
      for (const source::Edge& edge : cycle) shown += " -> " + NameOf(edge.to);
      context_.diagnostics.Report(diag::RecursiveRecord, cycle.front().range, Lexeme{shown})
          .AddHelp("let it contain itself through a list, a map or `?`");
    }
  }

 private:
  void AddEdges(std::uint32_t from, const std::vector<types::Member>& members) {
    for (const types::Member& member : members) {
      const types::Type& type = context_.types()[member.type];
      if (type.kind == TypeKind::kRecord) edges_.push_back({from, type.decl, member.origin.range});
      if (type.kind == TypeKind::kUnion) {
        edges_.push_back({from, declarations_.records.size() + type.decl, member.origin.range});
      }
    }
  }

  std::string NameOf(std::uint32_t node) const {
    const std::uint32_t records = declarations_.records.size();
    if (node < records) return declarations_.records[types::RecordId{node}].name;
    return declarations_.unions[types::UnionId{node - records}].name;
  }

  Context& context_;
  const types::Declarations& declarations_;
  std::vector<source::Edge> edges_;
};

}  // namespace

void CheckRecursion(Context& context) { Containment(context).Report(); }

}  // namespace meshc::sema
